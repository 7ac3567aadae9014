import en from '../../../messages/en.json';
import { DocTable } from '../doc-table.tsx';
import type { DocsProps } from '../docs-props.ts';
import { embedding, scriptTag } from '../embedding.ts';
import { NearText } from '../tiers/near-text.tsx';
import { Picture } from '../picture.tsx';
import { Snippet } from '../../../ui/snippet.tsx';
import { Section } from '../../../ui/section.tsx';

const languages = [
  ['en', 'English'],
  ['es', 'Spanish'],
  ['fr', 'French'],
  ['de', 'German'],
  ['pt', 'Portuguese'],
  ['ar', 'Arabic'],
] as const;

/** The owner's words near the message, the message's languages, and words in place of ours. */
export function WordsDocs(props: DocsProps) {
  const { message, projectId } = embedding(props);
  const { serviceName } = props.frame;
  return (
    <>
      <p class="lead">What you write near the message, and the message’s own text.</p>
      <Section id="near" title="What to write near it">
        <p>
          Your own text near the message should say that contributions are credited to the participant’s
          profile if they have an account, and that otherwise they should create an account with the same
          email address that they use on your site. For example:
        </p>
        <p>
          <NearText serviceName={serviceName} />
        </p>
      </Section>
      <Section id="languages" title="Languages">
        <p>
          The message is available in{' '}
          {languages.map(([tag, name], index) => (
            <>
              {index > 0 && (index === languages.length - 1 ? ' and ' : ', ')}
              {name} (<code>{tag}</code>)
            </>
          ))}
          . It uses the language of <code>data-lang</code>; without that, of the closest <code>lang</code> of
          your page; otherwise the browser’s. A language other than English comes with the request for your
          project, and is stored on the device for the next page. Direction, plurals and digits follow the
          language; your page’s own <code>lang</code> and <code>dir</code> stay as they are. The mail with the
          six digits is in the same language.
        </p>
        <Snippet
          name="language"
          label="In German, whatever the page says"
          code={scriptTag(message, { 'data-project_id': projectId, 'data-lang': 'de' })}
        />
        <p>Arabic is written from right to left, on any page:</p>
        <Picture
          name="arabic"
          shows="The question in Arabic: the drawing and the buttons begin at the right; the project’s own name stands in it as it is written."
        />
      </Section>
      <Section id="own" title="Words of your own">
        <p>
          Put JSON on the page, before the message’s script, with the texts that you want to replace. The
          others stay. No content security policy blocks it, because it is not a script.
        </p>
        <Snippet
          name="words"
          label="Two messages in your own words"
          code={`<script type="application/json" data-manyhands-words>
  {
    "confirmation": {
      "ask.title": "Shall {project} count for your {service} profile?",
      "do.credit": "Count me in"
    }
  }
</script>
${scriptTag(message, { 'data-project_id': projectId })}`}
        />
        <p>
          Placeholders in braces are filled in: <code>{'{service}'}</code>, <code>{'{project}'}</code>,{' '}
          <code>{'{address}'}</code>, and <code>{'{days}'}</code> with its unit. Do not make your text promise
          something else: what is sent when, and what a refusal means. Mails keep our text. These are all
          texts, in English:
        </p>
        {Object.entries({ confirmation: en.confirmation, apihelper: en.apihelper }).map(
          ([group, messages]) => (
            <>
              <h3>
                <code>{group}</code>
              </h3>
              <DocTable
                label={`Messages of ${group}`}
                heads={['Message', 'English']}
                rows={Object.entries(messages).map(([key, text]) => [<code>{key}</code>, text])}
              />
            </>
          ),
        )}
      </Section>
    </>
  );
}
