import type { DocsProps } from './docs.tsx';
import { embedding } from './embedding.ts';
import vue from './examples/Credit.vue?raw';
import plain from './examples/plain.js?raw';
import react from './examples/react.jsx?raw';
import { Snippet } from './snippet.tsx';

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
        The script defines an element, <code>&lt;manyhands-confirmation&gt;</code>. Insert it when somebody
        has contributed, and remove it when they move on.
      </p>
      <section aria-labelledby="rules">
        <h2 id="rules">Three things to know</h2>
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
            <strong>Load the script with the first message</strong>, as the examples do. On a page without the
            element and without settings, the script would report a missing Project ID in the console.
          </li>
        </ul>
      </section>
      <section aria-labelledby="plain">
        <h2 id="plain">Plain JavaScript</h2>
        <Snippet name="plain" label="credit.js" code={filledIn(plain)} />
        <p>
          Under Trusted Types, <code>script.src</code> needs a policy of your app; or write the script tag
          into the page with the first message.
        </p>
      </section>
      <section aria-labelledby="react">
        <h2 id="react">React</h2>
        <p>
          React 19 loads the script once, however many components contain it, and listens with{' '}
          <code>oncredited</code>. In earlier versions, add the script and the listeners in an effect, as
          above.
        </p>
        <Snippet name="react" label="Credit.jsx" code={filledIn(react)} />
      </section>
      <section aria-labelledby="vue">
        <h2 id="vue">Vue</h2>
        <p>
          Tell the compiler that the element is not a component:{' '}
          <code>
            {`vue({ template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('manyhands-') } } })`}
          </code>{' '}
          in <code>vite.config.js</code>.
        </p>
        <Snippet name="vue" label="Credit.vue" code={filledIn(vue)} />
      </section>
      <section aria-labelledby="types">
        <h2 id="types">TypeScript</h2>
        <p>
          The package <code>manyhands-client</code> declares the element with its attributes and events. Add{' '}
          <code>import type {'{}'} from 'manyhands-client/react'</code> to any file; <code>/preact</code>,{' '}
          <code>/vue</code> and <code>/element</code> (without a framework) do the same. The package is not in
          a public registry yet; it is built from the source of this service.
        </p>
      </section>
    </>
  );
}
