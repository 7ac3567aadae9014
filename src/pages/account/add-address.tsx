import { accountPath, addressesPath, type JoinObstacle } from '../../contract/account-page.ts';
import { counted } from '../../ui/format.ts';
import { PostButton } from '../../ui/post-button.tsx';
import type { PageProps } from '../page.ts';

const obstacles: Record<JoinObstacle, string> = {
  guardian:
    'A parent or guardian looks after one of the two, so they cannot be joined before its person is 16. Go on with both.',
  ending: 'One of the two is about to be deleted. Take that back first, then ask for a new mail.',
  role: 'It has a role here, as an editor or operator. Sign in with it, and add the other address there.',
  addresses: 'Together they would have too many addresses. Remove some first, then ask for a new mail.',
};

/** Asks whether the other account becomes a part of this one: what moves, what ends, and that there is no way back. */
function Join({ data: { token = '', address, account, moves } }: Pick<PageProps<'add-address'>, 'data'>) {
  const { contributions = 0, certificates = 0, projects = 0, keys = 0 } = moves ?? {};
  return (
    <div class="narrow">
      <h1>Join two accounts?</h1>
      <p>
        <strong>{address}</strong> has an account of its own. If you go on, it becomes a part of the account
        of <strong>{account}</strong>, in which you are signed in here.
      </p>
      <h2>What moves here</h2>
      <ul>
        <li>
          {counted(contributions, 'contribution')}, {counted(certificates, 'certificate')},{' '}
          {counted(projects, 'project')} that you manage and {counted(keys, 'API key')}, which go on working.
        </li>
        <li>Its addresses: the mail of each can sign in to this account.</li>
        <li>The sites that may credit you, projects that you follow, drafts, widgets and OAuth clients.</li>
        <li>
          Where the two differ, the stricter choice counts: a project that you refused in one gets nothing
          from the other, and sees you only if both allowed it.
        </li>
      </ul>
      <h2>What ends</h2>
      <ul>
        <li>Its names and its public page. Links to its certificates go on working.</li>
        <li>Where it is signed in, its passkeys, and its authorizations of sites: each asks you again.</li>
      </ul>
      <p>
        <strong>This cannot be taken back.</strong> You can remove an address later, but what was credited to
        it stays here.
      </p>
      <div class="answers">
        <PostButton
          action={`${addressesPath}/${encodeURIComponent(token)}`}
          fields={{ act: 'join' }}
          look="danger"
        >
          Join the accounts
        </PostButton>
        <a class="button plain" href={accountPath}>
          Keep both
        </a>
      </div>
    </div>
  );
}

/** Where the mail of a new address leads: one button, pressed by the person who asked for it. */
export function AddAddressPage({ data }: PageProps<'add-address'>) {
  const { state, token = '', address, account, obstacle } = data;
  if (state === 'join') return <Join data={data} />;
  if (state === 'ask')
    return (
      <div class="narrow">
        <h1>Add this address?</h1>
        <p>
          <strong>{address}</strong> becomes an address of your account, <strong>{account}</strong>: its mail
          can sign in to it, and what projects report for it is credited to you. What they reported before
          waits on <a href="/me">your page</a>, to take or to delete.
        </p>
        <div class="answers">
          <PostButton action={`${addressesPath}/${encodeURIComponent(token)}`} look="primary">
            Add it
          </PostButton>
          <a class="button plain" href={accountPath}>
            No
          </a>
        </div>
      </div>
    );
  return (
    <div class="narrow">
      <h1>This address was not added</h1>
      {state === 'signed-out' && (
        <p role="alert">
          You are not signed in. Use the browser in which you asked for the mail, or{' '}
          <a href={`/sign-in?next=${accountPath}`}>sign in</a>, and then open the link of the mail again.
        </p>
      )}
      {state === 'other-person' && (
        <p role="alert">
          Another account asked for this mail than <strong>{account}</strong>, which is signed in here.
        </p>
      )}
      {state === 'taken' && (
        <p role="alert">
          <strong>{address}</strong> has an account of its own.{' '}
          {obstacle === undefined ? 'Ask for a new mail to join the two.' : obstacles[obstacle]}
        </p>
      )}
      {state === 'over' && (
        <p role="alert">
          This link was used already, or is older than half an hour. Ask for a new one on your account page.
        </p>
      )}
      <p>
        <a class="button plain" href={accountPath}>
          Your account
        </a>
      </p>
    </div>
  );
}
