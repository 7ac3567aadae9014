import { consoleLines, hint, serviceLines, type ConsoleLine } from './console-lines.ts';
import { DocLink } from '../../../ui/doc-link.tsx';
import type { DocsProps } from '../docs-props.ts';
import { Prose } from '../../../ui/prose.tsx';
import { Section } from '../../../ui/section.tsx';

/** Every console line, and problems without one. */
export function TroubleshootingDocs({ frame: { serviceName } }: DocsProps) {
  return (
    <>
      <p class="lead">
        Open the browser’s developer tools on your thank-you page. The embeds write one line for each problem,
        beginning with <code>[{serviceName}]</code>, and nothing if all is well.
      </p>
      <Section id="lines" title="Lines of the embeds">
        <Lines lines={consoleLines} />
      </Section>
      <Section id="service-lines" title="Lines of the service">
        <p>
          These are replies of the service. After the first three the message adds: “{hint}” Other sentences
          belong to <DocLink to="api/errors">the error codes</DocLink>.
        </p>
        <Lines lines={serviceLines} />
      </Section>
      <Section id="silent" title="If there is no such line">
        <dl class="basics">
          <dt>Nothing is shown, and the script is not loaded</dt>
          <dd>
            Look for a message of the browser about the content security policy: our address may be missing in{' '}
            <code>script-src</code> (<DocLink to="your-site#csp">what to add</DocLink>). Or an ad blocker of
            the visitor blocks the script.
          </dd>
          <dt>“Something went wrong”</dt>
          <dd>
            The request failed: our address is missing in <code>connect-src</code>, or there is no network.
            The participant can try again.
          </dd>
          <dt>“That can’t be done securely from this page”</dt>
          <dd>
            The page’s origin is not registered for the project, or the page is not served over https. A
            sandboxed frame without <code>allow-same-origin</code> has no origin.
          </dd>
          <dt>The window does not open, or says that it cannot answer</dt>
          <dd>
            A popup blocker, an app’s built-in browser, or{' '}
            <code>Cross-Origin-Opener-Policy: same-origin</code>. The message then offers email.
          </dd>
          <dt>A line of Chrome about FedCM</dt>
          <dd>
            The browser’s FedCM dialog was closed or could not be shown. The message then offers “Try again”,
            which opens the window.
          </dd>
          <dt>The integrity check fails</dt>
          <dd>
            <code>integrity</code> is used with the plain file name. Use{' '}
            <DocLink to="your-site#pinned">the pinned copy</DocLink>, or leave it out.
          </dd>
          <dt>A contribution counts twice</dt>
          <dd>
            Each new visit of the page counts as a contribution unless <code>data-event_id</code> shows that
            it is the same one.
          </dd>
          <dt>A contribution is recorded but not on a profile</dt>
          <dd>
            Silver: the participant has no profile with that address yet, or refused your project. Your totals
            still count it.
          </dd>
          <dt>One person has two profiles</dt>
          <dd>
            Silver: your server does not hash addresses in the way that the reference describes. Compare your
            digest with <DocLink to="api/hashing#second-profiles">those of common mistakes</DocLink>.
          </dd>
        </dl>
      </Section>
    </>
  );
}

const Lines = ({ lines }: { lines: ConsoleLine[] }) => (
  <div class="lines">
    {lines.map(({ line, from, cause, remedy }) => (
      <>
        <h3>
          <code>{line}</code>
        </h3>
        <p class="quiet">Written by: {from}.</p>
        <p>
          <Prose text={cause} />
        </p>
        <p>
          <strong>What to do.</strong> <Prose text={remedy} />
        </p>
      </>
    ))}
  </div>
);
