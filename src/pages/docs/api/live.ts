/** The scripts of the API reference. Without them, each page can be read and searched as well. */
import { foundText, hasWords } from './search.ts';

/** Follows an address of the time when the reference was a single page: `/docs/api#post-api-record-event`. */
export function followOldAnchor(): void {
  const follow = () => {
    const anchor = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const target = anchor?.dataset['movedTo'];
    // Replaced, so that the way back does not lead here again.
    if (target !== undefined) location.replace(target);
  };
  follow();
  addEventListener('hashchange', follow);
}

/** Shows the entries that match while somebody types. */
export function filterEntries(index: HTMLElement): void {
  const field = index.querySelector<HTMLInputElement>('input[type=search]');
  const status = index.querySelector<HTMLElement>('[data-found]');
  if (!field || !status) return;
  field.addEventListener('input', () => {
    const search = field.value.trim();
    let count = 0;
    for (const section of index.querySelectorAll('section')) {
      const entries = [...section.querySelectorAll<HTMLElement>('[data-searched]')];
      for (const entry of entries) {
        entry.hidden = !hasWords(entry.dataset['searched'] ?? '', search);
        if (!entry.hidden) count += 1;
      }
      section.hidden = entries.every((entry) => entry.hidden);
    }
    status.textContent = search === '' ? '' : foundText(count);
  });
}

const remembered = 'manyhands-docs-language';

/** Chooses the language of the examples that the reader chose last. */
export function rememberLanguage(tabs: HTMLElement): void {
  const radios = [...tabs.querySelectorAll<HTMLInputElement>('input[type=radio]')];
  try {
    const last = localStorage.getItem(remembered);
    for (const radio of radios) if (radio.value === last) radio.checked = true;
  } catch {
    // Storage is turned off: the first language is shown.
  }
  tabs.addEventListener('change', ({ target }) => {
    try {
      localStorage.setItem(remembered, (target as HTMLInputElement).value);
    } catch {
      // As above.
    }
  });
}
