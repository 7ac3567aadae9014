import { accountPath, addressesPath } from '../../contract/account-page.ts';
import { Named } from '../../ui/named.tsx';
import { PostButton } from '../../ui/post-button.tsx';
import { Said, useWords } from '../../ui/words/use-words.tsx';
import type { PageProps } from '../page.ts';

/** Where the mail of a new address leads: one button, pressed by the person who asked for it. */
export function AddAddressPage({ data }: PageProps<'add-address'>) {
  const { state, token = '', address, account } = data;
  const { words } = useWords();
  const w = words.addAddress;
  const of = {
    address: <Named>{address}</Named>,
    account: <Named>{account}</Named>,
    page: <a href="/me">{w.page}</a>,
    signIn: <a href={`/sign-in?next=${accountPath}`}>{w.signIn}</a>,
  };
  if (state === 'ask')
    return (
      <div class="narrow">
        <h1>{w.ask}</h1>
        <p>
          <Said text={w.askText} of={of} />
        </p>
        <div class="answers">
          <PostButton action={`${addressesPath}/${encodeURIComponent(token)}`} look="primary">
            {w.add}
          </PostButton>
          <a class="button plain" href={accountPath}>
            {w.no}
          </a>
        </div>
      </div>
    );
  return (
    <div class="narrow">
      <h1>{w.notAdded}</h1>
      {state === 'signed-out' && (
        <p role="alert">
          <Said text={w.signedOut} of={of} />
        </p>
      )}
      {state === 'other-person' && (
        <p role="alert">
          <Said text={w.otherPerson} of={of} />
        </p>
      )}
      {state === 'taken' && (
        <p role="alert">
          <Said text={w.taken} of={of} />
        </p>
      )}
      {state === 'over' && <p role="alert">{w.over}</p>}
      <p>
        <a class="button plain" href={accountPath}>
          {words.account.title}
        </a>
      </p>
    </div>
  );
}
