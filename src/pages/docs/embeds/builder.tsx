import { DocLink } from '../../../ui/doc-link.tsx';
import type { DocsProps } from '../docs-props.ts';
import { Section } from '../../../ui/section.tsx';

/** Documents the builder. */
export function BuilderDocs({ data: { projectId } }: DocsProps) {
  const query = /^\d/.test(projectId) ? `?project_id=${projectId}` : '';
  return (
    <>
      <p class="lead">
        <a href={`/builder${query}`}>The builder</a> makes the snippet of every embed: the message, your own
        button, the form helper, and the project finder. It needs no account and no script.
      </p>
      <Section id="does" title="What it does">
        <ul>
          <li>It has a field for each setting, says what is missing, and checks the contrast of colours.</li>
          <li>
            It shows the embed itself: on a phone, in a narrow column, on a dark page, right to left, under a
            hostile style sheet, and each state of the message. Nothing is recorded there.
          </li>
          <li>
            It writes the snippet for HTML, tag managers, WordPress, React, Vue, as a frame and as a pinned
            copy, with the line for your <DocLink to="your-site#csp">content security policy</DocLink>.
          </li>
          <li>It loads a snippet that you have: paste it, or the source of the page that has it.</li>
        </ul>
      </Section>
      <Section id="check" title="Check my page">
        <p>
          <a href="/builder/check">Give it the address of your page</a>: it reads the page once, as any
          visitor would get it, and says what is right and what is not, with the exact line to change: the
          snippet and its settings, your content security policy, http where https is needed, the registered
          sites of your project. If you manage the project, it also says when an embed last loaded there, when
          the message was last shown, when a contribution was last recorded, and when and why a request was
          last refused. A page on your own machine, or behind a sign-in, is pasted as HTML. It cannot see what
          scripts insert in a browser.
        </p>
      </Section>
      <Section id="keeps" title="What it keeps">
        <p>
          Nothing, unless you <DocLink to="finder#saved">save a finder</DocLink>. The address of the page has
          all that you chose: bookmark it to change the snippet later, or send it to someone who may edit your
          site. Do not build with a <code>participant_token</code>: your server fills that in.
        </p>
      </Section>
    </>
  );
}
