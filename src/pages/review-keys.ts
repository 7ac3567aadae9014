/** Single keys on an editor's page: next, approve, ask, turn down. They can be turned off, and do nothing in a field. */
const storedAs = 'review-keys';

export function readKeys(shown: HTMLElement): void {
  const box = shown.querySelector<HTMLInputElement>('input');
  if (!box) return;
  shown.hidden = false;
  box.checked = stored() !== 'off';
  box.addEventListener('change', () => store(box.checked ? 'on' : 'off'));
  document.addEventListener('keydown', (event) => {
    const { key, target } = event;
    if (!box.checked || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    const isWriting =
      target instanceof Element &&
      target.closest('textarea, select, input:not([type=checkbox], [type=radio])');
    if (isWriting || !/^[a-z]$/.test(key)) return;
    const element = document.querySelector<HTMLElement>(`[data-key="${key}"]`);
    if (!element) return;
    event.preventDefault();
    act(element);
  });
}

/** A link is followed; a decision is only gone to, so that one key alone decides nothing. */
function act(element: HTMLElement): void {
  if (element instanceof HTMLAnchorElement) element.click();
  else if (element.parentElement instanceof HTMLDetailsElement) {
    element.parentElement.open = true;
    element.parentElement.querySelector('textarea')?.focus();
  } else element.focus();
}

// Storage may be forbidden.
function stored(): string | null {
  try {
    return localStorage.getItem(storedAs);
  } catch {
    return null;
  }
}

function store(value: string): void {
  try {
    localStorage.setItem(storedAs, value);
  } catch {
    // The choice holds for this page only.
  }
}
