import { accountPath, passkeysPath } from '../../contract/account-page.ts';
import { PostButton } from '../../ui/post-button.tsx';
import type { PageProps } from '../page.ts';
import { PasskeyDates } from './passkeys.tsx';

/** Asks before a passkey is removed, and says what that does not do. */
export function RemovePasskeyPage({ data }: PageProps<'remove-passkey'>) {
  return (
    <div class="narrow">
      <h1>Remove {data.name}?</h1>
      <PasskeyDates passkey={data} />
      <ul class="remove-says">
        <li>It signs in no more, on any device. This cannot be taken back, but you can add a new one.</li>
        <li>
          You can still sign in by mail. If you no longer read any of your addresses, add another one first.
        </li>
        <li>Devices that are signed in stay signed in: if one is lost, end its session, too.</li>
        <li>Your device or password manager still lists it; delete it there as well.</li>
      </ul>
      <div class="answers">
        <PostButton action={`${passkeysPath}/${data.id}/remove`} look="danger">
          Remove it
        </PostButton>
        <a class="button plain" href={`${accountPath}#passkeys`}>
          Keep it
        </a>
      </div>
    </div>
  );
}
