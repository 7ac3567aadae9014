import { attributes } from '../../../attributes/meanings.ts';
import { DocTable } from '../doc-table.tsx';
import { DocLink } from '../../../ui/doc-link.tsx';
import type { DocsProps } from '../docs-props.ts';
import { embedding, scriptTag } from '../embedding.ts';
import { Prose } from '../../../ui/prose.tsx';
import { Snippet } from '../../../ui/snippet.tsx';
import { Section } from '../../../ui/section.tsx';

const embedNames = {
  message: 'message',
  headless: 'own button',
  helper: 'form helper',
  finder: 'finder',
} as const;

/** Every attribute, and the ways to write them. */
export function SettingsDocs(props: DocsProps) {
  const { message, projectId } = embedding(props);
  return (
    <>
      <p class="lead">
        A setting is an attribute of the script tag. Only the Project ID is required, and in{' '}
        <DocLink to="silver">passive mode</DocLink> not even that.
      </p>
      <Section id="attributes" title="Attributes">
        <p>
          Defaults are <strong>bold</strong>. The styled message and the one in{' '}
          <DocLink to="local-styles">your own styles</DocLink> take the same attributes.
        </p>
        <DocTable
          label="Attributes"
          heads={['Attribute', 'Values', 'Meaning', 'Taken by']}
          rows={attributes.map(({ name, says, takenBy, wants, values, fallback }) => [
            <code id={`data-${name}`}>data-{name}</code>,
            values
              ? values.map((value, index) => (
                  <>
                    {index > 0 && ', '}
                    {value === fallback ? (
                      <strong>
                        <code>{value}</code>
                      </strong>
                    ) : (
                      <code>{value}</code>
                    )}
                  </>
                ))
              : wants,
            <Prose text={says} />,
            takenBy.map((embed) => embedNames[embed]).join(', '),
          ])}
        />
        <p>
          A value that cannot be read counts as left out, and is reported in{' '}
          <DocLink to="troubleshooting">one line of the console</DocLink>; nothing else on the page breaks.
          Names and values never change their meaning and are never removed.
        </p>
      </Section>
      <Section id="query" title="In the script’s address">
        <p>
          Tag managers and some content systems drop attributes. Therefore every setting also works in the
          address of the script, with or without <code>data-</code>, percent-encoded. If both are present, the
          attribute counts.
        </p>
        <Snippet
          name="query"
          label="Settings in the address"
          code={`<script src="${message}?project_id=${projectId}&type=collection&event_id=survey-2041" async></script>`}
        />
      </Section>
      <Section id="element" title="On an element">
        <p>
          The message is an element, <code>&lt;manyhands-confirmation&gt;</code>, which the script puts into
          your page. You can also write the element yourself, with the same attributes, at the place for the
          message, as in <DocLink to="single-page-apps">single-page apps</DocLink>.
        </p>
        <Snippet
          name="element"
          label="The message as an element"
          code={`${scriptTag(message)}
<manyhands-confirmation
  data-project_id="${projectId}"
  data-participation="collection"
  data-event_id="survey-2041"
></manyhands-confirmation>`}
        />
      </Section>
    </>
  );
}
