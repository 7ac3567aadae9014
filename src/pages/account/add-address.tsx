import { accountPath, addressesPath } from '../../contract/account-page.ts';
import { PostButton } from '../../ui/post-button.tsx';
import type { PageProps } from '../page.ts';

/** Where the mail of a new address leads: one button, pressed by the person who asked for it. */
export function AddAddressPage({ data }: PageProps<'add-address'>) {
  const { state, token = '', address, account } = data;
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
          <strong>{address}</strong> has an account of its own. Two accounts cannot be joined into one yet: go
          on with both, or sign in with the one that you want.
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
