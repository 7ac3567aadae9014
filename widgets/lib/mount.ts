/** Draws into a shadow root. Constructable style sheets only: they need no exception in the page's CSP. */
import { become } from './draw.ts';

export function mount(host: HTMLElement, css: string): (view: HTMLElement) => void {
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [sheet];
  // Safari does not focus a clicked button; without that nobody would know that the focus was here.
  root.addEventListener('click', ({ target }) => (target as Element).closest('button')?.focus(), true);
  return (view) => {
    const focused = root.activeElement;
    if (root.firstChild) become(root.firstChild, view);
    else root.append(view);
    // Focus follows the participant: from what their click took away to the new title, and to a field that
    // needs another look. On load nothing here has it, and nothing takes it.
    if (!focused) return;
    const wrong = root.querySelector<HTMLElement>('[aria-invalid]');
    if (wrong) wrong.focus();
    else if (!focused.isConnected) root.querySelector('h2')?.focus();
  };
}
