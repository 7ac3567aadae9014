import { DocLink } from '../../../ui/doc-link.tsx';
import type { DocsProps } from '../docs-props.ts';
import { DocTable } from '../doc-table.tsx';
import { embedding, scriptTag } from '../embedding.ts';
import sheet from '../api/examples/local-styles.css?raw';
import { classNames } from '../../../attributes/look-names.ts';
import { Picture } from '../picture.tsx';
import { Snippet } from '../../../ui/snippet.tsx';
import { Section } from '../../../ui/section.tsx';

/** The message in the page itself, under class names that the owner styles. */
export function LocalStylesDocs(props: DocsProps) {
  const { localStyles, projectId, link } = embedding(props);
  return (
    <>
      <p class="lead">
        The same message, with the same <DocLink to="settings">settings</DocLink> and{' '}
        <DocLink to="events">events</DocLink>, drawn into your page without styles. Your own style sheet
        applies to all of it.
      </p>
      <Section id="steps" title="Step by step">
        <ol>
          <li>
            Use this file instead of the styled one. In <DocLink to="bronze">bronze</DocLink>, with the
            Project ID:
            <Snippet
              name="local-styles"
              label="Bronze, your own styles"
              code={`${scriptTag(localStyles, { 'data-project_id': projectId, 'data-participation': 'collection' })}${link()}`}
            />
            In <DocLink to="silver">silver</DocLink>, with the mode:
            <Snippet
              name="local-styles-passive"
              label="Silver, your own styles"
              code={scriptTag(localStyles, { 'data-mode': 'passive', 'data-project_id': projectId })}
            />
          </li>
          <li>
            Add a style sheet. You can start with this one, which uses your page’s fonts and colours.
            <Snippet name="local-styles-sheet" label="A sheet to begin with" code={sheet.trim()} />
          </li>
          <li>
            Try every state: the question, the two forms, the lines after a yes and a no. Buttons should stay
            44 pixels high, and the focus should be visible.
          </li>
        </ol>
      </Section>
      <Section id="sees" title="What the participant sees">
        <p>With the style sheet above, on a page with a serif font:</p>
        <Picture
          name="local-styles"
          shows="The same question as in the styled message, in the page’s own serif font and plain buttons with thin lines."
        />
      </Section>
      <Section id="classes" title="Class names">
        <p>
          Class names are never renamed or removed. Hide <code>manyhands-spoken</code> visually but not from
          screen readers, and hide <code>manyhands-loading</code> completely, as the style sheet above does.
        </p>
        <DocTable
          label="Class names"
          heads={['Class', 'What it is']}
          rows={Object.entries(classNames).map(([name, says]) => [<code>manyhands-{name}</code>, says])}
        />
      </Section>
    </>
  );
}
