import { DocTable } from '../doc-table.tsx';
import type { DocsProps } from '../docs-props.ts';
import { embedding, scriptTag } from '../embedding.ts';
import { consentManagers } from '../../../embed-code/consent-managers.ts';
import { elementOf } from '../../../embed-code/script-tag.ts';
import { Prose } from '../../../ui/prose.tsx';
import { Snippet } from '../../../ui/snippet.tsx';
import { Section } from '../../../ui/section.tsx';

/** The events that the embeds fire, by name; a test compares them with the source. */
export const hostEvents: Record<string, string> = {
  credited:
    'The contribution was credited to a profile, after a click or an earlier agreement. It is fired again if the same contribution is shown again. In bronze and with your own button, `detail.event_id` is our number of it. In passive mode: a profile was linked.',
  declined: 'The participant refused, or stopped crediting.',
  undone:
    'The participant removed this contribution from the profile, or pressed “Not you?”: this page then knows no profile any more.',
  failed:
    'There was no reply, and the participant can try again; or a contribution was given up, and `detail` is what would have been recorded. Until then, an agreed contribution waits in the page’s storage, for at most a day, and is sent as soon as possible.',
};

/** Host events, and waiting for consent. */
export function EventsDocs(props: DocsProps) {
  const { message, projectId } = embedding(props);
  return (
    <>
      <p class="lead">
        The message tells your page what the participant decided, and your page can tell the message to wait.
      </p>
      <Section id="events" title="Events">
        <p>
          Events are fired on the element, bubble up to the document and cross shadow roots. With your own
          button they are fired on the button, and on the document for contributions that an earlier page
          left. They never say who the participant is.
        </p>
        <DocTable
          label="Events"
          heads={['Event', 'When']}
          rows={Object.entries(hostEvents).map(([name, says]) => [
            <code>{name}</code>,
            <Prose text={says} />,
          ])}
        />
        <Snippet
          name="events"
          label="Listening"
          code={`<script>
  for (const name of ['credited', 'declined', 'undone', 'failed'])
    document.addEventListener(name, ({ type, detail }) => {
      console.log(type, detail?.event_id);
    });
</script>`}
        />
        <p>
          In bronze, do not give rewards because of these events: a visitor’s browser can fire them, too.
          Check the Stats tab of your project instead, or record from your server.
        </p>
      </Section>
      <Section id="consent" title="Waiting for consent">
        <p>
          Before a click the message makes two requests: the script, and one for your project’s title and
          words. Neither carries anything about the person. If your own rules require consent even for this,
          write <code>data-consent="required"</code>: then only the script is loaded until the page fires{' '}
          <code>manyhands:consent</code> on the document, or calls <code>start()</code> on the element.
        </p>
        <Snippet
          name="consent"
          label="The message waits"
          code={`${scriptTag(message, { 'data-project_id': projectId, 'data-consent': 'required' })}
<button id="agree">Agree to credits</button>
<script>
  document.querySelector('#agree').addEventListener('click', () => {
    document.dispatchEvent(new Event('manyhands:consent'));
  });
</script>`}
        />
        <h3>With a consent manager</h3>
        <p>
          Or your consent manager holds the whole script until the visitor agrees. Write the script in its
          form, with the settings in the address; the category is the one that you have chosen for us.{' '}
          <code>data-type</code> belongs to some managers, so our setting is <code>participation</code>.
        </p>
        {consentManagers.map(({ name, attributes, src = 'src' }) => (
          <details>
            <summary>{name}</summary>
            <Snippet
              name={`consent-${name.toLowerCase()}`}
              label={`The message with ${name}`}
              code={elementOf('script', {
                ...attributes,
                [src]: `${message}?project_id=${projectId}&participation=collection`,
              })}
            />
          </details>
        ))}
        <p>
          If the browser’s Global Privacy Control is on, nothing is credited automatically; an explicit click
          still counts.
        </p>
      </Section>
    </>
  );
}
