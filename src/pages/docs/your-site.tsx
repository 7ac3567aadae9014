import { DocLink } from './doc-link.tsx';
import type { DocsProps } from './docs.tsx';
import { embedding, scriptTag } from './embedding.ts';
import { Picture } from './picture.tsx';
import { Snippet } from './snippet.tsx';

/** Content security policies, pinned copies, content systems and tag managers. */
export function YourSiteDocs(props: DocsProps) {
  const { message, projectId, baseUrl } = embedding(props);
  const { serviceName } = props.frame;
  const pinned = props.data.pinned['recordevent_with_service_inline_signup.js'];
  const settings = { 'data-project_id': projectId, 'data-type': 'collection' };
  return (
    <>
      <p class="lead">What your site has to allow, and where the script tag goes in systems of others.</p>
      <section aria-labelledby="csp">
        <h2 id="csp">Content security policy</h2>
        <p>
          If your pages have one, they must allow the script, and its requests to us. Nothing else: no inline
          style, no image, no frame, no <code>unsafe-</code> anything. Add our address to both directives:
        </p>
        <Snippet
          name="csp-host"
          label="By address"
          code={`Content-Security-Policy: script-src 'self' ${baseUrl}; connect-src 'self' ${baseUrl}`}
        />
        <p>
          The strictest policy that the embeds live under, with Trusted Types and a nonce that your server
          makes anew for each page:
        </p>
        <Snippet
          name="csp-strict"
          label="By nonce, with Trusted Types"
          code={`Content-Security-Policy: default-src 'none'; script-src 'nonce-YOUR_NONCE'; connect-src ${baseUrl}; require-trusted-types-for 'script'; trusted-types 'none'`}
        />
        <Snippet
          name="nonce"
          label="The script tag for it"
          code={scriptTag(message, { nonce: 'YOUR_NONCE', ...settings })}
        />
        <p>
          <code>Cross-Origin-Opener-Policy: same-origin</code> cuts the window of {serviceName} off from your
          page, which then offers joining by e-mail. With <code>same-origin-allow-popups</code> the window
          works. <code>Cross-Origin-Embedder-Policy</code> may say <code>require-corp</code>. A sandboxed
          frame needs{' '}
          <code>allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-forms</code>
          ; without <code>allow-same-origin</code> it has no origin that could be registered.
        </p>
        <p>
          A <code>Permissions-Policy</code> needs nothing for us. If it leaves out{' '}
          <code>identity-credentials-get</code> (as frames do without <code>allow</code>), Chrome’s own dialog
          does not open where the service has it switched on; the window follows behind a second button.
        </p>
      </section>
      <section aria-labelledby="pinned">
        <h2 id="pinned">A pinned copy</h2>
        <p>
          The file under its plain name gets our corrections within the hour. If your rules ask for
          subresource integrity, load the copy whose name carries its content: it never changes, and the
          browser checks it.
        </p>
        <Snippet
          name="pinned"
          label="Pinned, with integrity"
          code={scriptTag(`${baseUrl}/static/api/${pinned?.file}`, {
            integrity: pinned?.integrity ?? '',
            crossorigin: 'anonymous',
            ...settings,
          })}
        />
        <p>
          You then update by hand: <a href="/static/api/manifest.json">the manifest</a> names the newest copy
          of each file. Never write <code>integrity</code> beside the plain name; it would end with our next
          correction.
        </p>
      </section>
      <section aria-labelledby="wordpress">
        <h2 id="wordpress">WordPress</h2>
        <ol>
          <li>
            Make a page for “thank you”, and let your form’s plugin lead there after it is sent (not show its
            thanks in place).
          </li>
          <li>
            Add a block of the kind <strong>Custom HTML</strong> with this one line, settings in the address:
            <Snippet
              name="wordpress"
              label="Custom HTML block"
              code={`<script src="${message}?project_id=${projectId}&amp;type=collection" async></script>`}
            />
          </li>
          <li>
            Save as somebody who may use unfiltered HTML, usually an administrator. For others WordPress takes
            the script out.
          </li>
          <li>
            If a plugin delays, combines or moves scripts, except addresses with <code>/static/api/</code>.
          </li>
        </ol>
      </section>
      <section aria-labelledby="tag-managers">
        <h2 id="tag-managers">Tag managers</h2>
        <p>
          Most drop attributes and insert scripts at the end of the page. So settings go into the address, and{' '}
          <code>target</code> says where to draw (<code>%23</code> stands for <code>#</code>). Put an empty
          element into the page,
        </p>
        <Snippet name="tag-manager-place" label="In the page" code={`<div id="credit"></div>`} />
        <p>and let the tag fire on the thank-you page only, once per submission:</p>
        <Snippet
          name="tag-manager"
          label="The tag, as custom HTML"
          code={`<script src="${message}?project_id=${projectId}&type=collection&target=%23credit" async></script>`}
        />
        <p>
          A tag manager is often blocked, and with it the message. Where you can, put the script into the
          page.
        </p>
      </section>
      <section aria-labelledby="no-scripts">
        <h2 id="no-scripts">Where no script can go</h2>
        <p>
          Form tools and mails take links only. Link to a confirmation page of ours: the participant signs in
          there, or joins, and presses the button. A link alone records nothing.
        </p>
        <Snippet
          name="confirm-link"
          label="A link to the confirmation page"
          code={`<a href="${baseUrl}/confirm/${projectId}?type=collection&amp;ref=survey-2041">Get the credit</a>`}
        />
        <Picture
          name="confirm"
          shows="A page of the service: Credit your contribution? It names the project and the profile, and has one button, Credit me."
        />
        <p>
          <code>type</code> is that of <DocLink to="settings#data-type">the settings</DocLink>,{' '}
          <code>ref</code> your own number of the submission: it is credited once for each, whether by a
          message or by this page. Without it, once for each visit.
        </p>
      </section>
    </>
  );
}
