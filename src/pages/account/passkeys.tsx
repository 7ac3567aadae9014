import { type AccountPage, type OwnPasskey, passkeysPath } from '../../contract/pages/account.ts';
import { Fold } from '../../ui/fold.tsx';
import { FormFault } from '../../ui/forms/text-field.tsx';
import { passkeyOutcomes } from '../../ui/forms/passkey-form.tsx';
import { Time } from '../../ui/time.tsx';
import { Said, useWords } from '../../ui/words/use-words.tsx';

type Props = Pick<AccountPage, 'passkeys' | 'maxPasskeys'> & {
  fault: string | undefined;
  isOpen: boolean;
};

/** How often and since when a passkey signs in. */
export function PasskeyDates({ passkey: { made, used, backup } }: { passkey: OwnPasskey }) {
  const { words } = useWords();
  const w = words.account;
  return (
    <p class="byline">
      <span>
        {w.backups[backup]} · <Said text={w.added} of={{ date: <Time value={made} /> }} /> ·{' '}
        {used === undefined ? (
          w.neverUsed
        ) : (
          <Said text={words.manage.lastUsed} of={{ date: <Time value={used} /> }} />
        )}
      </span>
    </p>
  );
}

/** The passkeys of an account. Adding one needs a script, and a browser that has passkeys. */
export function Passkeys({ passkeys, maxPasskeys, fault, isOpen }: Props) {
  const { words, say, number } = useWords();
  const w = words.account;
  return (
    <Fold id="passkeys" heading="h2" title={w.passkeys} state={number(passkeys.length)} isOpen={isOpen}>
      <p>{w.passkeysSay}</p>
      {passkeys.length > 0 && (
        <ul class="cards one">
          {passkeys.map((passkey) => (
            <li class="card split">
              <div>
                <h3>
                  <bdi>{passkey.name}</bdi>
                </h3>
                <PasskeyDates passkey={passkey} />
              </div>
              <a
                class="button danger"
                href={`${passkeysPath}/${passkey.id}/remove`}
                aria-label={say(w.removeLabel, { name: passkey.name })}
              >
                {w.remove}
              </a>
            </li>
          ))}
        </ul>
      )}
      <FormFault text={fault} />
      {passkeys.length >= maxPasskeys ? (
        <p>{say(w.maxPasskeys, { n: number(maxPasskeys) })}</p>
      ) : (
        <>
          <p class="quiet" data-no-passkeys>
            {w.noPasskeys}
          </p>
          <form
            method="post"
            action={passkeysPath}
            class="stack"
            data-passkey="add"
            {...passkeyOutcomes(words)}
            hidden
          >
            <div class="field">
              <label for="passkey-name">{w.passkeyName}</label>
              <input id="passkey-name" name="name" maxLength={60} autocomplete="off" />
              <p class="quiet">{w.passkeyNameSays}</p>
            </div>
            <input type="hidden" name="credential" />
            <button class="button plain">{w.addPasskey}</button>
            <p class="field-fault" role="alert" />
          </form>
        </>
      )}
    </Fold>
  );
}
