import { type AccountPage, type OwnPasskey, passkeysPath } from '../../contract/account-page.ts';
import { Time } from '../../ui/time.tsx';

type Props = Pick<AccountPage, 'passkeys' | 'maxPasskeys'> & { fault: string | undefined };

const backups: Record<OwnPasskey['backup'], string> = {
  copied: 'copied to your other devices',
  possible: 'on one device, can be copied to others',
  none: 'on one device only',
};

/** How often and since when a passkey signs in. */
export const PasskeyDates = ({ passkey: { made, used, backup } }: { passkey: OwnPasskey }) => (
  <p class="byline">
    <span>
      {backups[backup]} · added <Time value={made} /> ·{' '}
      {used === undefined ? (
        'never used'
      ) : (
        <>
          last used <Time value={used} />
        </>
      )}
    </span>
  </p>
);

/** The passkeys of an account. Adding one needs a script, and a browser that has passkeys. */
export function Passkeys({ passkeys, maxPasskeys, fault }: Props) {
  return (
    <section aria-labelledby="passkeys">
      <h2 id="passkeys">Passkeys</h2>
      <p>
        With a passkey you sign in by the lock of your device, such as a fingerprint or a PIN, or with a
        security key, and need not wait for a mail. Signing in by mail goes on working.
      </p>
      {passkeys.length > 0 && (
        <ul class="cards one">
          {passkeys.map((passkey) => (
            <li class="card split">
              <div>
                <h3>{passkey.name}</h3>
                <PasskeyDates passkey={passkey} />
              </div>
              <a
                class="button danger"
                href={`${passkeysPath}/${passkey.id}/remove`}
                aria-label={`Remove ${passkey.name}`}
              >
                Remove
              </a>
            </li>
          ))}
        </ul>
      )}
      {fault !== undefined && (
        <p class="field-fault" role="alert">
          {fault}
        </p>
      )}
      {passkeys.length >= maxPasskeys ? (
        <p>An account has {maxPasskeys} passkeys at most.</p>
      ) : (
        <>
          <p class="quiet" data-no-passkeys>
            This browser cannot add one here: it has no passkeys, or runs no scripts.
          </p>
          <form method="post" action={passkeysPath} class="stack" data-passkey="add" hidden>
            <div class="field">
              <label for="passkey-name">Name of the passkey</label>
              <input id="passkey-name" name="name" maxLength={60} autocomplete="off" />
              <p class="quiet">Such as “My phone”. You may leave it empty.</p>
            </div>
            <input type="hidden" name="credential" />
            <button class="button plain">Add a passkey</button>
            <p class="field-fault" role="alert" />
          </form>
        </>
      )}
    </section>
  );
}
