import type { ComponentChildren } from 'preact';

type Props = {
  next: string;
  isRefused: boolean;
  /** If it is not English. */
  words?: { use: ComponentChildren; refused?: ComponentChildren };
};

/** Signs in with a passkey. Hidden until a script finds that the browser has passkeys (src/pages/passkey.ts). */
export const PasskeyForm = ({ next, isRefused, words }: Props) => (
  <>
    {isRefused && (
      <p class="field-fault" role="alert">
        {words?.refused ??
          'This passkey does not sign in here; it may have been removed. Use your e-mail address instead.'}
      </p>
    )}
    <form method="post" action="/sign-in/passkey" class="stack" data-passkey="sign-in" hidden>
      <input type="hidden" name="next" value={next} />
      <input type="hidden" name="credential" />
      <button class="button plain">{words?.use ?? 'Sign in with a passkey'}</button>
      <p class="field-fault" role="alert" />
    </form>
  </>
);
