import { accountPath, passkeysPath } from '../../contract/pages/account.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { PostButton } from '../../ui/forms/post-button.tsx';
import { useWords } from '../../ui/words/use-words.tsx';
import type { PageProps } from '../page.ts';
import { PasskeyDates } from './passkeys.tsx';

/** Asks before a passkey is removed, and says what that does not do. */
export function RemovePasskeyPage({ data }: PageProps<'remove-passkey'>) {
  const { words, say } = useWords();
  const w = words.removePasskey;
  return (
    <div class="narrow">
      <h1>{say(w.title, { name: data.name })}</h1>
      <PasskeyDates passkey={data} />
      <ul class="remove-says">
        <li>{w.signIn}</li>
        <li>{w.mail}</li>
        <li>{w.devices}</li>
        <li>{w.manager}</li>
      </ul>
      <div class="answers">
        <PostButton action={`${passkeysPath}/${data.id}/remove`} look="danger">
          {words.removeAddress.remove}
        </PostButton>
        <ButtonLink href={`${accountPath}#passkeys`} text={words.removeAddress.keep} />
      </div>
    </div>
  );
}
