import { DocTable } from './doc-table.tsx';
import type { DocsProps } from './docs.tsx';
import { embedding, scriptTag } from './embedding.ts';
import { Prose } from './prose.tsx';
import { Snippet } from './snippet.tsx';

/** What the embeds tell the page, by name; a test holds it against their source. */
export const hostEvents: Record<string, string> = {
  credited:
    'The contribution is on a profile, by a click or by an earlier agreement; again for the same one where it is shown again. In bronze and headless, `detail.event_id` is our number of it. In passive mode: a profile was linked.',
  declined: 'The participant said no, or stopped crediting.',
  undone:
    'The participant took this contribution off the profile, or said “Not you?”: this page knows no profile any more.',
  failed:
    'Nothing came back, and the participant can try again; or a contribution was given up: `detail` is what would have been recorded. What was agreed to waits in the page’s storage, at most a day, and is sent as soon as that is possible.',
};

/** Host events, and waiting for consent. */
export function EventsDocs(props: DocsProps) {
  const { message, projectId } = embedding(props);
  return (
    <>
      <p class="lead">
        The message tells your page what the participant decided; and your page can tell the message to wait.
      </p>
      <section aria-labelledby="events">
        <h2 id="events">Events</h2>
        <p>
          They are fired on the element (with your own button: on it, or on the document for what an earlier
          page left), bubble up to the document and cross shadow roots. They never say who the participant is.
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
          In bronze, do not give rewards by these events: a visitor’s browser can fire them, too. Ask for what
          was recorded on your project’s Stats tab, or record by your server.
        </p>
      </section>
      <section aria-labelledby="consent">
        <h2 id="consent">Waiting for consent</h2>
        <p>
          Before a click the message makes two requests: the script, and one for your project’s title and
          words. Neither carries anything about the person. Where your own rules ask for consent even so,
          write <code>data-consent="required"</code>: then only the script is fetched, until the page fires{' '}
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
        <p>
          With the browser’s Global Privacy Control on, nothing is ever credited by itself; an explicit click
          still counts.
        </p>
      </section>
    </>
  );
}
