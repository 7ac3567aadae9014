import { DocLink } from '../../../ui/doc-link.tsx';
import type { DocsProps } from '../docs-props.ts';
import { embedding, scriptTag } from '../embedding.ts';
import { Picture } from '../picture.tsx';
import { Snippet } from '../../../ui/snippet.tsx';
import { Section } from '../../../ui/section.tsx';

/** The owner’s page asks; the script records. */
export function HeadlessDocs(props: DocsProps) {
  const { headless, projectId } = embedding(props);
  const { serviceName } = props.frame;
  return (
    <>
      <p class="lead">
        For pages that ask in their own way. The script draws nothing and has two kilobytes; when the
        participant clicks your control, the contribution is credited.
      </p>
      <Section id="steps" title="Step by step">
        <ol>
          <li>
            Draw your own control, and say next to it what it does: it credits this contribution to the
            participant’s {serviceName} profile.
          </li>
          <li>
            Add the script. <code>data-trigger</code> is a CSS selector of the control:
            <Snippet
              name="headless"
              label="Your own button"
              code={`<button id="count-me-in">Credit this to my profile</button>
${scriptTag(headless, {
  'data-project_id': projectId,
  'data-trigger': '#count-me-in',
  'data-participation': 'collection',
})}`}
            />
          </li>
          <li>
            Show the result. The script fires events on the control:
            <Snippet
              name="headless-events"
              label="What came of it"
              code={`<p id="said" role="status"></p>
<script>
  const said = document.querySelector('#said');
  document.addEventListener('credited', () => (said.textContent = 'Credited. Thank you!'));
  document.addEventListener('declined', () => (said.textContent = 'Not credited.'));
  document.addEventListener('failed', () => (said.textContent = 'Something went wrong. Try again?'));
</script>`}
            />
          </li>
        </ol>
      </Section>
      <Section id="sees" title="What the participant sees">
        <p>
          They see your control. The first click opens the window of {serviceName}, in which they choose their
          profile:
        </p>
        <Picture
          name="window"
          shows="The window of the service: it names the project and the site, lists what the site may and may not do, and has two buttons to allow it or not."
        />
        <p>
          Later clicks credit at once. Participants cannot join by email or undo, and there is no “Not you?”
          for shared devices. If you need these, use{' '}
          <DocLink to="local-styles">the message in your own styles</DocLink>.
        </p>
        <p>
          <code>declined</code> means that the participant stopped crediting on {serviceName}.{' '}
          <code>failed</code> means that the window was closed, that there was no reply, or that a
          contribution was given up. A contribution that can still be recorded waits on the device for at most
          24 hours, and is sent when the network is back.
        </p>
      </Section>
    </>
  );
}
