import { passkeysPath } from '../../contract/pages/account.ts';
import { Notice } from '../../ui/notice.tsx';
import { passkeyOutcomes } from '../../ui/forms/passkey-form.tsx';
import { PostButton } from '../../ui/forms/post-button.tsx';
import { useWords } from '../../ui/words/use-words.tsx';

/**
 * Offers a passkey to a person who has none, until they close the offer. Hidden until a script finds that the browser
 * has passkeys (src/pages/sign-in/passkey.ts).
 */
export function PasskeyOffer() {
  const { words } = useWords();
  return (
    <div data-with-passkeys hidden>
      <Notice kind="note" says={words.passkeyOffer.says}>
        <div class="answers">
          <form method="post" action={passkeysPath} data-passkey="add" {...passkeyOutcomes(words)}>
            <input type="hidden" name="credential" />
            <button class="button primary">{words.account.addPasskey}</button>
            <p class="field-fault" role="alert" />
          </form>
          <PostButton action={`${passkeysPath}/close-offer`}>{words.passkeyOffer.close}</PostButton>
        </div>
      </Notice>
    </div>
  );
}
