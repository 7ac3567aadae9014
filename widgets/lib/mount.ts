/** Draws into a shadow root. Constructable style sheets only: they need no exception in the page's CSP. */
import { become } from './draw.ts';

export function mount(host: HTMLElement, css: string): (view: HTMLElement) => void {
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [sheet];
  return (view) => (root.firstChild ? become(root.firstChild, view) : root.append(view));
}
