/**
 * The finder's script: it searches while people type or choose, and appends further results. It fetches the page that
 * the form or the link leads to and takes the results from it, so that nothing is drawn in two ways; the address always
 * leads to what is shown, also when somebody comes back to it.
 */
import { rememberResults } from './finder-address.ts';
import { hideFault, showFaults } from './finder-faults.ts';

/** Milliseconds without a key press until a search begins. */
const pause = 350;

export function searchWhileTyping(): void {
  const form = document.querySelector<HTMLFormElement>('#finder-form');
  const list = document.getElementById('found');
  if (!form || !list) return;
  rememberResults();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: AbortController | undefined;
  // Typed or chosen before this script was there: the results are not those of these fields yet.
  const early = changedFields(form);
  let shown = early.length > 0 ? undefined : addressOf(form);
  const stop = () => {
    clearTimeout(timer);
    running?.abort();
  };
  /** `isDone`: the field was left, so that what is in it is meant. */
  const search = async (isDone: boolean) => {
    stop();
    const { signal } = (running = new AbortController());
    const address = addressOf(form);
    const page = await fetched(address, signal);
    if (signal.aborted) return;
    sayProblem('status' in page ? page.status : undefined);
    if ('status' in page) return;
    form.querySelector('#places-begun')?.replaceChildren(...childrenOf(page, 'places-begun'));
    // A half-typed place or number is no fault yet: the last results stay until the search can be read.
    if (page.querySelector('.field-fault')) {
      if (isDone) say(showFaults(form, page));
      return;
    }
    showFaults(form, page);
    shown = address;
    list.replaceChildren(...childrenOf(page, 'found'));
    document.getElementById('map-drawing')?.replaceChildren(...childrenOf(page, 'map-drawing'));
    renewChoices(page, form);
    showAddress(address);
    say(list.querySelector('.result-count strong, .empty h2')?.textContent ?? '');
  };
  form.addEventListener('input', ({ target }) => {
    stop();
    const isTyped = target instanceof HTMLInputElement && target.type !== 'checkbox';
    if (isTyped) hideFault(target);
    timer = setTimeout(() => void search(!isTyped), isTyped ? pause : 0);
  });
  form.addEventListener('change', () => {
    if (addressOf(form) !== shown) void search(true);
  });
  if (early.length > 0)
    timer = setTimeout(() => void search(!early.some((field) => field === document.activeElement)), pause);
  form.addEventListener('submit', stop);
  addEventListener('pagehide', stop);
  list.addEventListener('click', (event) => {
    const { target } = event;
    if (!(target instanceof Element)) return;
    rememberResults(target.closest<HTMLElement>('[data-address]')?.dataset['address']);
    const link = target.closest<HTMLAnchorElement>('a[rel=next]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    stop();
    void append(list, link);
  });
}

/** The fields that no longer have what the page came with. */
function changedFields(form: HTMLFormElement): HTMLElement[] {
  const inputs = [...form.querySelectorAll('input')].filter(
    (input) => input.value !== input.defaultValue || input.checked !== input.defaultChecked,
  );
  const selects = [...form.querySelectorAll('select')].filter((select) => {
    const initial = [...select.options].find((option) => option.defaultSelected) ?? select.options[0];
    return select.value !== initial?.value;
  });
  return [...inputs, ...selects];
}

/** The address of a form without its empty fields. */
function addressOf(form: HTMLFormElement): string {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form))
    if (typeof value === 'string' && value.trim() !== '') query.set(name, value);
  return query.size > 0 ? `/finder?${query}` : '/finder';
}

/** Where there is no page, the status of the refusal; 0 without a network. */
async function fetched(address: string, signal?: AbortSignal): Promise<Document | { status: number }> {
  try {
    const response = await fetch(address, { ...(signal && { signal }) });
    if (!response.ok) return { status: response.status };
    return new DOMParser().parseFromString(await response.text(), 'text/html');
  } catch {
    return { status: 0 };
  }
}

const childrenOf = (page: Document, id: string) => [...(page.getElementById(id)?.childNodes ?? [])];

/** The numbers of each choice; the list that somebody is in stays as it is. */
function renewChoices(page: Document, form: HTMLFormElement): void {
  for (const select of form.querySelectorAll('select')) {
    if (select === document.activeElement) continue;
    const { value } = select;
    const options = childrenOf(page, select.id);
    if (options.length > 0) select.replaceChildren(...options);
    select.value = value;
  }
  for (const part of ['#home-text', '.filters > summary']) {
    const renewed = page.querySelector(part)?.textContent;
    const shown = form.querySelector(part);
    if (shown && typeof renewed === 'string') shown.textContent = renewed;
  }
}

function showAddress(address: string): void {
  history.replaceState(history.state, '', address);
  rememberResults();
}

function say(text: string): void {
  const status = document.getElementById('found-status');
  if (status) status.textContent = text;
}

/** Says that the results are those of an earlier search, until one succeeds. */
function sayProblem(status: number | undefined): void {
  const problem = document.getElementById('search-problem');
  if (!problem) return;
  const { many, failed } = problem.dataset;
  problem.textContent = (status === undefined ? '' : status === 429 ? many : failed) ?? '';
}

/** Appends the results that the page behind the link has in addition, and moves the focus to the first of them. */
async function append(listing: HTMLElement, link: HTMLAnchorElement): Promise<void> {
  if (link.ariaDisabled === 'true') return;
  link.ariaDisabled = 'true';
  const page = await fetched(link.href);
  const list = listing.querySelector('.cards');
  const further =
    'status' in page
      ? []
      : [...page.querySelectorAll<HTMLElement>('#found .cards > li')].filter(
          ({ id }) => !document.getElementById(id),
        );
  const [first] = further;
  if ('status' in page || !list || !first) {
    location.assign(link.href);
    return;
  }
  const { pathname, search } = new URL(link.href);
  const address = pathname + search;
  // Such a page has these results only: each card leads back to the page that has it.
  if (search.includes('cursor=')) {
    for (const card of list.querySelectorAll<HTMLElement>(':scope > li:not([data-address])'))
      card.dataset['address'] = location.pathname + location.search;
    for (const card of further) card.dataset['address'] = address;
  }
  list.append(...further);
  const next = page.querySelector<HTMLAnchorElement>('#found a[rel=next]');
  const range = page.getElementById('shown-range')?.textContent;
  const shown = document.getElementById('shown-range');
  if (next) link.replaceWith(next);
  else link.parentElement?.remove();
  const total = range ?? listing.querySelector('.result-count strong')?.textContent ?? '';
  if (shown) shown.textContent = range ?? '';
  showAddress(address);
  const more = document.getElementById('found-status')?.dataset['more'] ?? '';
  say(`${more.replace('{n}', String(further.length))} ${total}`);
  first.querySelector<HTMLAnchorElement>('a')?.focus();
}
