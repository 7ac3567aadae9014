/** Brings a page to life: the few that do something load their own script, the others end here. */
import '../ui/site.css';
import type { PlotsToRead } from './project/figures/read-plots.tsx';

const text = document.getElementById('page')?.textContent;
const main = document.getElementById('main');
if (text && main) await (await import('./hydrate.tsx')).hydratePage(main, text);

// A live page locks its own buttons: a button that is drawn again would lose a lock that was set here.
const locked = text ? [] : document.querySelectorAll<HTMLButtonElement>('button.waking');
if (locked.length > 0) (await import('../ui/awake.ts')).lockUntilAwake(locked);

const nearMe = document.querySelector<HTMLButtonElement>('[data-near-me]');
if (nearMe) (await import('./finder/near-me.ts')).offerNearMe(nearMe);

const apiIndex = document.querySelector<HTMLElement>('[data-api-index]');
const languages = document.querySelector<HTMLElement>('[data-languages]');
if (apiIndex || languages) {
  const live = await import('./docs/api/live.ts');
  if (apiIndex) {
    live.followOldAnchor();
    live.filterEntries(apiIndex);
  }
  if (languages) live.rememberLanguage(languages);
}
if (document.getElementById('found')) (await import('./finder/finder-live.ts')).searchWhileTyping();

const back = document.querySelector<HTMLAnchorElement>('[data-back]');
if (back) (await import('./finder/finder-address.ts')).leadBack(back);

const addressField = document.querySelector<HTMLInputElement>('form[action="/sign-in"] input[name=email]');
if (addressField) fillProvenAddress(addressField);

const passkeys = document.querySelectorAll<HTMLFormElement>('form[data-passkey]');
if (passkeys.length > 0) (await import('./sign-in/passkey.ts')).offerPasskeys(passkeys);

const copies = document.querySelectorAll<HTMLElement>('[data-copy]');
if (copies.length > 0) (await import('./copy.ts')).offerCopies(copies);

const draft = document.querySelector<HTMLFormElement>('form[data-draft]');
if (draft) (await import('./add-live.ts')).keepWhileTyping(draft);

const edited = document.querySelector<HTMLFormElement>('form[data-edited]');
if (edited) (await import('./edit-live.ts')).previewWhileTyping(edited);

const regionMap = document.querySelector<HTMLElement>('[data-region-map]');
const regionForm = regionMap?.closest('form');
if (regionMap && regionForm)
  (await import('./region-map/offer-map.tsx')).offerRegionMap(regionMap, regionForm);

const keys = document.querySelector<HTMLElement>('[data-keys]');
if (keys) (await import('./review-keys.ts')).readKeys(keys);

const plots = document.getElementById('plots')?.textContent;
if (plots) (await import('./project/figures/read-plots.tsx')).readPlots(JSON.parse(plots) as PlotsToRead);

const waiting = document.querySelector<HTMLFormElement>('form[data-waiting]');
if (waiting) await (await import('./sign-in/waiting.ts')).waitForDigits(waiting);

const zone = document.querySelector<HTMLFormElement>('form[data-first-zone]');
if (zone) await (await import('./sign-in/first-zone.ts')).tellZone(zone);

/** The message's link to us has the address that was just proven as its fragment, which no server gets. */
function fillProvenAddress(field: HTMLInputElement): void {
  const address = new URLSearchParams(`address=${location.hash.slice(1)}`).get('address') ?? '';
  if (!address.includes('@')) return;
  field.value = address;
  history.replaceState(null, '', location.pathname + location.search);
}
