import { DocLink } from '../../../ui/doc-link.tsx';
import { DocTable } from '../doc-table.tsx';
import type { DocsProps } from '../docs-props.ts';
import { embedding, messageSnippet, scriptTag } from '../embedding.ts';
import { Picture } from '../picture.tsx';
import { platforms } from './platforms.ts';
import { Prose } from '../../../ui/prose.tsx';
import { Snippet } from '../../../ui/snippet.tsx';
import { Section } from '../../../ui/section.tsx';

/** Content security policies, pinned copies, content systems and tag managers. */
export function YourSiteDocs(props: DocsProps) {
  const { message, projectId, link } = embedding(props);
  const { baseUrl } = props.frame;
  const { serviceName } = props.frame;
  const pinned = props.data.pinned['recordevent_with_service_inline_signup.js'];
  const settings = { 'data-project_id': projectId, 'data-participation': 'collection' };
  return (
    <>
      <p class="lead">
        What to put into which kind of site, what was tried there, and what your site has to allow.
      </p>
      <Section id="platforms" title="By platform">
        <p>
          “The snippet” is what <DocLink to="bronze">bronze</DocLink> shows and{' '}
          <a href="/builder">the builder</a> makes: a script, and a link whose place the message takes. “The
          link” is that part of it. “Tried” means that a test of ours does it, in Chromium, unless it says “by
          hand”.
        </p>
        <DocTable
          label="Platforms"
          heads={['Platform', 'What to put there', 'Tried']}
          rows={platforms.map(({ name, what, tried }) => [
            name,
            <Prose text={what} />,
            <Prose text={tried} />,
          ])}
        />
        <p>
          In React and other frameworks, take <DocLink to="single-page-apps">the component</DocLink>. On sites
          whose library swaps pages, one visit is one contribution: the way back shows the same one again.
        </p>
      </Section>
      <Section id="csp" title="Content security policy">
        <p>
          If your pages have one, it must allow the script and its requests to us, and nothing else: no inline
          style, no image, no frame, no <code>unsafe-</code> keyword. Add our address to both directives:
        </p>
        <Snippet
          name="csp-host"
          label="By address"
          code={`Content-Security-Policy: script-src 'self' ${baseUrl}; connect-src 'self' ${baseUrl}`}
        />
        <p>
          The strictest policy that the embeds work with, with Trusted Types and a nonce that your server
          generates for each page:
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
          <code>Cross-Origin-Opener-Policy: same-origin</code> separates the window of {serviceName} from your
          page; the message then offers to join by email. With <code>same-origin-allow-popups</code> the
          window works. <code>Cross-Origin-Embedder-Policy</code> may say <code>require-corp</code>. A
          sandboxed frame needs{' '}
          <code>allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-forms</code>
          ; without <code>allow-same-origin</code> it has no origin that could be registered.
        </p>
        <p>
          A <code>Permissions-Policy</code> needs no entry for us. If it excludes{' '}
          <code>identity-credentials-get</code> (as frames do without <code>allow</code>), Chrome’s FedCM
          dialog does not open even if the service has it switched on; a second button then opens the window.
        </p>
      </Section>
      <Section id="pinned" title="A pinned copy">
        <p>
          The file under its plain name gets our fixes within an hour. If your rules require subresource
          integrity, load the copy whose name contains the hash of its content: it never changes, and the
          browser verifies it.
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
          of each file. Never use <code>integrity</code> with the plain name: the script would stop loading
          with our next fix.
        </p>
      </Section>
      <Section id="wordpress" title="WordPress">
        <ol>
          <li>
            Make a thank-you page, and set your form plugin to redirect there after the form is sent, instead
            of showing its thanks in place.
          </li>
          <li>
            Add a <strong>Custom HTML</strong> block with this, which has the settings in the address:
            <Snippet
              name="wordpress"
              label="Custom HTML block"
              code={messageSnippet(`${message}?project_id=${projectId}&type=collection`, {}, link())}
            />
          </li>
          <li>
            Save it as an administrator, or, except in a multisite, as an editor. When authors and
            contributors save it, WordPress removes the script and leaves the link, which works.
          </li>
          <li>
            If a plugin delays, combines or moves scripts, exclude addresses with <code>/static/api/</code>{' '}
            from it.
          </li>
        </ol>
      </Section>
      <Section id="tag-managers" title="Tag managers">
        <p>
          Most tag managers drop attributes and insert scripts at the end of the page. Therefore put the
          settings into the address, and say with <code>target</code> where to draw (<code>%23</code> is the
          encoding of <code>#</code>). Put an element into the page, with the link that the message replaces:
        </p>
        <Snippet name="tag-manager-place" label="In the page" code={`<div id="credit">${link()}</div>`} />
        <p>Let the tag fire on the thank-you page only, once per submission:</p>
        <Snippet
          name="tag-manager"
          label="The tag, as custom HTML"
          code={`<script src="${message}?project_id=${projectId}&type=collection&target=%23credit" async></script>`}
        />
        <p>
          Tag managers are often blocked, and the message with them. If you can, put the script into the page.
        </p>
      </Section>
      <Section id="no-scripts" title="Where no script can go">
        <p>
          Authors in WordPress, forums, Markdown, form tools and mails keep only links. Link to a confirmation
          page of ours: the participant signs in or joins there, and presses the button. The link alone
          records nothing.
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
          <code>type</code> is the same as in <DocLink to="settings#data-participation">the settings</DocLink>
          . <code>ref</code> is your own number of the submission: each is credited once, whether by a message
          or by this page. Without it, each visit is credited once.
        </p>
      </Section>
    </>
  );
}
