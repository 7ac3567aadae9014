import type { SignInPage } from '../../contract/pages/sign-in.ts';
import type { PageWords } from '../words/language.ts';
import { useWords } from '../words/use-words.tsx';
import { FormFault } from './text-field.tsx';

/** The sentences of the script of a form for passkeys when it did not work. */
export const passkeyOutcomes = ({ signIn }: Pick<PageWords, 'signIn'>) => ({
  'data-known': signIn.passkeyKnown,
  'data-cancelled': signIn.passkeyCancelled,
  'data-failed': signIn.passkeyFailed,
});

/** Signs in with a passkey. Hidden until a script finds that the browser has passkeys (src/pages/sign-in/passkey.ts). */
export function PasskeyForm({
  next,
  refused,
}: {
  next: string;
  refused?: SignInPage['refusedPasskey'] | undefined;
}) {
  const { words } = useWords();
  return (
    <>
      {refused && (
        <FormFault text={refused === 'copied' ? words.signIn.passkeyCopied : words.signIn.passkeyRefused} />
      )}
      <form
        method="post"
        action="/sign-in/passkey"
        class="stack"
        data-passkey="sign-in"
        {...passkeyOutcomes(words)}
        hidden
      >
        <input type="hidden" name="next" value={next} />
        <input type="hidden" name="credential" />
        <button class="button plain">{words.signIn.passkey}</button>
        <p class="field-fault" role="alert" />
      </form>
    </>
  );
}
