import { zonePath } from '../../contract/pages/account.ts';
import type { Frame } from '../../contract/pages.ts';
import { Fold } from '../../ui/fold.tsx';
import { useWords } from '../../ui/words/use-words.tsx';

/** Sent by a script with the browser's zone, while none of the person is known. */
export const FirstZone = ({ visitor }: Pick<Frame, 'visitor'>) =>
  visitor?.zone === undefined ? (
    <form method="post" action={zonePath} data-first-zone hidden>
      <input type="hidden" name="zone" />
    </form>
  ) : null;

/** The choice of the time zone in which days are counted. */
export function ZoneForm({ visitor, isOpen }: Pick<Frame, 'visitor'> & { isOpen: boolean }) {
  const w = useWords().words.account;
  const chosen = visitor?.zone ?? 'UTC';
  const zones = [...new Set(['UTC', chosen, ...Intl.supportedValuesOf('timeZone')])];
  return (
    <Fold id="zone" heading="h2" title={w.zone} state={chosen.replaceAll('_', ' ')} isOpen={isOpen}>
      <form method="post" action={zonePath} class="stack">
        <div class="field">
          <label for="zone-name">{w.zoneLabel}</label>
          <select id="zone-name" name="zone" aria-describedby="zone-says" translate={false}>
            {zones.map((zone) => (
              <option value={zone} selected={zone === chosen}>
                {zone.replaceAll('_', ' ')}
              </option>
            ))}
          </select>
          <p class="quiet" id="zone-says">
            {w.zoneSays}
          </p>
        </div>
        <button class="button primary">{w.saveZone}</button>
      </form>
      <FirstZone visitor={visitor} />
    </Fold>
  );
}
