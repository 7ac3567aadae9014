import { accountPath } from '../../contract/pages/account.ts';
import type { ManagedKind } from '../../contract/pages/people.ts';
import { widgetsPath } from '../../contract/pages/widgets.ts';
import { PostButton } from '../../ui/forms/post-button.tsx';
import type { PageProps } from '../page.ts';
import { InvitedBy } from './people.tsx';

const words: Record<ManagedKind, { thing: string; may: string }> = {
  project: {
    thing: 'the project',
    may: 'edit it, to see its figures and its tools, and to record for it with your keys',
  },
  widget: {
    thing: 'the finder widget',
    may: 'edit it for all pages that show it, to copy it, and to see its counts',
  },
};

/** An invitation to manage somebody's project or widget. */
export function InvitationPage({ data }: PageProps<'invitation'>) {
  if (data.state === 'ended')
    return (
      <div class="narrow">
        <h1>This invitation has ended</h1>
        <p>
          It works once, and for a week, and ends if the person who invited you is no owner any more. Ask an
          owner for a new one.
        </p>
        <Onwards />
      </div>
    );
  if (data.state === 'other-address')
    return (
      <div class="narrow">
        <h1>This invitation is for another address</h1>
        <p>
          It was mailed to{' '}
          <strong>
            <bdi>{data.invited}</bdi>
          </strong>
          . You are signed in as <strong>{data.account}</strong>, and your account does not have that address.
        </p>
        <p>
          Is it yours? <a href={`${accountPath}#addresses`}>Add it to your account</a>, or sign out and sign
          in with it; then open the link of the invitation again. If the mail was forwarded to you, ask its
          sender to have you invited yourself.
        </p>
        <PostButton action="/sign-out">Sign out</PostButton>
      </div>
    );
  if (data.state === 'refused')
    return (
      <div class="narrow">
        <h1>Invitation declined</h1>
        <p>
          You do not manage {words[data.kind].thing} <strong>{data.title}</strong>, and the invitation has
          ended. Its owner can invite you again.
        </p>
        <Onwards />
      </div>
    );
  return (
    <div class="narrow">
      <h1>Manage it together?</h1>
      <p>
        You are invited to manage {words[data.kind].thing} <strong>{data.title}</strong>: to{' '}
        {words[data.kind].may}. Its managers will see your name, or your address if you gave none.
      </p>
      {data.description !== '' && <blockquote>{data.description.replace(/^(.{300}).+/su, '$1…')}</blockquote>}
      <p class="byline">
        <InvitedBy {...data.invitation} />, at <bdi>{data.invitation.address}</bdi>
      </p>
      <p>
        You are signed in as <strong>{data.account}</strong>, and would manage it with this account.
      </p>
      <p class="hint">If you say no, this invitation ends; its owner can invite you again.</p>
      <form method="post" action={`/invitation/${data.token}`} class="answers">
        <button class="button primary" name="choice" value="yes">
          Manage it
        </button>
        <button class="button plain" name="choice" value="no">
          No, thanks
        </button>
      </form>
    </div>
  );
}

const Onwards = () => (
  <p>
    <a href="/me">Your page</a> lists the projects that you manage, and{' '}
    <a href={widgetsPath}>Your finder widgets</a> the widgets.
  </p>
);
