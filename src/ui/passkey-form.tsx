/** Signs in with a passkey. Hidden until a script finds that the browser has passkeys (src/pages/passkey.ts). */
export const PasskeyForm = ({ next, isRefused }: { next: string; isRefused: boolean }) => (
  <>
    {isRefused && (
      <p class="field-fault" role="alert">
        This passkey does not sign in here; it may have been removed. Use your e-mail address instead.
      </p>
    )}
    <form method="post" action="/sign-in/passkey" class="stack" data-passkey="sign-in" hidden>
      <input type="hidden" name="next" value={next} />
      <input type="hidden" name="credential" />
      <button class="button plain">Sign in with a passkey</button>
      <p class="field-fault" role="alert" />
    </form>
  </>
);
