import { messageHeight } from '../../../embed-code/reserved-space.ts';
import { DocTable } from '../doc-table.tsx';
import { DocLink } from '../../../ui/doc-link.tsx';
import type { DocsProps } from '../docs-props.ts';
import { embedding, scriptTag } from '../embedding.ts';
import { customProperties, parts } from '../../../attributes/look-names.ts';
import { Snippet } from '../../../ui/snippet.tsx';
import { Section } from '../../../ui/section.tsx';

/** Custom properties and parts of the styled message. */
export function LookDocs(props: DocsProps) {
  const { message, projectId } = embedding(props);
  return (
    <>
      <p class="lead">
        The message has its own styles, which your style sheets do not affect. You can change the following.
      </p>
      <Section id="properties" title="Custom properties">
        <p>
          Set them on <code>manyhands-confirmation</code>, or on any element around it.
        </p>
        <Snippet
          name="custom-properties"
          label="Your own colours"
          code={`manyhands-confirmation {
  --manyhands-accent: #7a1f5c;
  --manyhands-accent-text: #ffffff;
  --manyhands-radius: 4px;
  --manyhands-font: Georgia, serif;
}`}
        />
        <DocTable
          label="Custom properties"
          heads={['Property', 'What it sets', 'Light', 'Dark']}
          rows={Object.entries(customProperties).map(([name, { says, light, dark }]) => [
            <code>--manyhands-{name}</code>,
            says,
            <code>{light}</code>,
            dark ? <code>{dark}</code> : 'the same',
          ])}
        />
        <p>
          Keep a contrast of 4.5 to 1 between text and background, in light and in dark mode, or choose one
          mode with <code>data-theme</code>. <code>--manyhands-accent</code> also colours the button of{' '}
          <DocLink to="apihelper">the form helper</DocLink>.
        </p>
      </Section>
      <Section id="parts" title="Parts">
        <p>For everything that custom properties do not cover. A part is one element of the message.</p>
        <Snippet
          name="parts"
          label="Flat, and without the drawing"
          code={`manyhands-confirmation::part(card) {
  box-shadow: none;
}
manyhands-confirmation::part(mark) {
  display: none;
}`}
        />
        <DocTable
          label="Parts"
          heads={['Part', 'What it is']}
          rows={Object.entries(parts).map(([name, says]) => [<code>{name}</code>, says])}
        />
      </Section>
      <Section id="space" title="Space">
        <p>
          The message is {messageHeight} high until the participant chooses, in every language, font, font
          size and width, so that nothing on your page moves. Our snippets reserve that height, and the
          message gives it back when it needs less. On pages without room,{' '}
          <code>data-placement="corner"</code> puts it over the bottom corner. If your policy forbids inline
          styles, put the height into your style sheet:
        </p>
        <Snippet
          name="space"
          label="Room for the question"
          code={`<style>
  .credit {
    min-block-size: ${messageHeight};
  }
</style>
<div class="credit">
${scriptTag(message, { 'data-project_id': projectId })}
</div>`}
        />
        <p>Please do not cover it, hide its choices, or make “No thanks” harder to find than “Credit me”.</p>
      </Section>
    </>
  );
}
