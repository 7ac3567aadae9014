import { useWords } from './words/use-words.tsx';

/** Signs in with a passkey. Hidden until a script finds that the browser has passkeys (src/pages/passkey.ts). */
export function PasskeyForm({ next, isRefused }: { next: string; isRefused: boolean }) {
  const { words } = useWords();
  return (
    <>
      {isRefused && (
        <p class="field-fault" role="alert">
          {words.signIn.passkeyRefused}
        </p>
      )}
      <form method="post" action="/sign-in/passkey" class="stack" data-passkey="sign-in" hidden>
        <input type="hidden" name="next" value={next} />
        <input type="hidden" name="credential" />
        <button class="button plain">{words.signIn.passkey}</button>
        <p class="field-fault" role="alert" />
      </form>
    </>
  );
}
