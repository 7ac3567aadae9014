import type { DocsProps } from '../docs-props.ts';
import { embedding } from '../embedding.ts';
import vue from '../api/examples/Credit.vue?raw';
import plain from '../api/examples/plain.js?raw';
import react from '../api/examples/react.jsx?raw';
import { Snippet } from '../../../ui/snippet.tsx';
import { Section } from '../../../ui/section.tsx';

/** The message as an element, in apps that change the page without loading it again. */
export function SinglePageDocs(props: DocsProps) {
  const { message, projectId } = embedding(props);
  const filledIn = (example: string) =>
    example
      .trim()
      .replace(/https:\/\/citizenscience\.example\.org\/[^']+/, message)
      .replace(/"505"|'505'/, (quoted) => quoted.replace('505', projectId));
  return (
    <>
      <p class="lead">
        The script defines an element, <code>&lt;manyhands-confirmation&gt;</code>. Insert it when someone has
        contributed, and remove it when they move on.
      </p>
      <Section id="rules" title="Three things to know">
        <ul>
          <li>
            <strong>Give each submission its own number</strong> in <code>data-event_id</code>. An app may
            show its thank-you view twice, for example after the back button. With the number, we recognise
            the same contribution and credit it once. A different number is a different contribution.
          </li>
          <li>
            <strong>Attributes may change.</strong> The message then shows and reports the new values. If the
            element is only moved, or an attribute is set to the same value, nothing happens.
          </li>
          <li>
            <strong>Load the script once, from the head</strong>, without settings. There it only brings the
            element. The examples do so with the first message.
          </li>
        </ul>
      </Section>
      <Section id="plain" title="Plain JavaScript">
        <Snippet name="plain" label="credit.js" code={filledIn(plain)} />
        <p>
          Under Trusted Types, <code>script.src</code> needs a policy of your app; or write the script tag
          into the page with the first message.
        </p>
      </Section>
      <Section id="react" title="React">
        <p>
          React 19 loads the script once, however many components contain it. Listen through a ref:{' '}
          <code>oncredited</code> in JSX is not attached to elements that the server has rendered. Never write
          the script with its settings in JSX: React moves it to the head, where nothing can be drawn, and
          leaves it when the component goes.
        </p>
        <Snippet name="react" label="Credit.jsx" code={filledIn(react)} />
      </Section>
      <Section id="vue" title="Vue">
        <p>
          Tell the compiler that the element is not a component:{' '}
          <code>
            {`vue({ template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('manyhands-') } } })`}
          </code>{' '}
          in <code>vite.config.js</code>.
        </p>
        <Snippet name="vue" label="Credit.vue" code={filledIn(vue)} />
      </Section>
      <Section id="types" title="Components, and TypeScript">
        <p>
          The package <code>manyhands-client</code> has the same as a component:{' '}
          <code>import {'{ Confirmation }'} from 'manyhands-client/react'</code>, for React 19;{' '}
          <code>/preact</code>, <code>/vue</code> and <code>/svelte</code> for the others. Give it{' '}
          <code>src</code>, the address of the script, and the attributes. It loads the script, works with
          server rendering and strict mode, and passes the events on (<code>oncredited</code>; in Vue{' '}
          <code>@credited</code>). The same imports declare the element with its attributes and events;{' '}
          <code>/element</code> does so without a framework. The package is not in a public registry yet; it
          is built from the source of this service.
        </p>
      </Section>
    </>
  );
}
