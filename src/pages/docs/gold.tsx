import { inItsRoom } from '../../contract/message-room.ts';
import { Notice } from '../../ui/notice.tsx';
import { DocLink } from './doc-link.tsx';
import type { DocsProps } from './docs.tsx';
import { embedding, scriptTag } from './embedding.ts';
import { Picture } from './picture.tsx';
import { Snippet } from './snippet.tsx';

/** What gold will be, and how to begin without it. */
export function GoldDocs(props: DocsProps) {
  const { message, projectId } = embedding(props);
  return (
    <>
      <p class="lead">
        Like silver, but the profile id comes from the participant’s own authorization with OAuth 2 instead of
        an e-mail address.
      </p>
      <Notice kind="note">
        <p>
          <strong>OAuth is not in this version.</strong> <code>/authorize</code>, <code>/token</code> and{' '}
          <code>/api/user_info</code> do not answer, and no client ids are given out. Start with{' '}
          <DocLink to="silver">silver</DocLink>: you can move to gold later without changing the message or
          your reports.
        </p>
      </Notice>
      <section aria-labelledby="today">
        <h2 id="today">What you can do today</h2>
        <ol>
          <li>
            Set up <DocLink to="silver">silver</DocLink>: the key, the reports and the message are the same in
            gold.
          </li>
          <li>Store the profile id in a separate field of your accounts. Gold will fill the same field.</li>
          <li>
            If you have no e-mail addresses of your participants, let them add their profile themselves:{' '}
            <DocLink to="apihelper">the helper</DocLink> fills a field of your form once they have agreed,
            with a proof that your server can pass on.
          </li>
        </ol>
        <Snippet
          name="gold"
          label="The message in gold, as in silver"
          code={inItsRoom(scriptTag(message, { 'data-mode': 'passive', 'data-project_id': projectId }))}
        />
      </section>
      <section aria-labelledby="sees">
        <h2 id="sees">What the participant sees</h2>
        <p>
          The same message as in <DocLink to="silver#sees">silver</DocLink>. Participants who have not linked
          a profile on this device are invited to do so:
        </p>
        <Picture
          name="link"
          shows="Your contribution to Pond Watch can be credited to your profile. Three choices: Link my profile; I’m new, use my e-mail; No thanks."
        />
        <p>Participants who have linked one can stop it:</p>
        <Picture
          name="linked"
          shows="One line: Your contributions here are credited to your profile, with Stop crediting and Not you?"
        />
      </section>
      <section aria-labelledby="will">
        <h2 id="will">What gold will be</h2>
        <p>
          You ask the operator for a client id. Your site sends the participant to <code>/authorize</code>;
          they sign in or join there, and agree. Your server exchanges the code at <code>/token</code>, and
          gets the profile id from <code>/api/user_info</code>, once. From then on it records as in silver.
        </p>
      </section>
    </>
  );
}
