/** Where an embed draws: in a shadow root of its own with our style sheet, or in the page for the page's own. */
import { become } from './draw.ts';

/** Gives an element a surface; what it answers draws a view there. */
export type Surface = (host: HTMLElement) => (view: HTMLElement) => void;

function drawing(root: ShadowRoot | HTMLElement, focusedIn: () => Element | null) {
  // Safari does not focus a clicked button; without that nobody would know that the focus was here.
  root.addEventListener('click', ({ target }) => (target as Element).closest('button')?.focus(), true);
  return (view: HTMLElement) => {
    const focused = focusedIn();
    if (root.firstChild) become(root.firstChild as ChildNode, view);
    else root.append(view);
    // Focus follows the participant: from what their click took away to the new title, and to a field that
    // needs another look. On load nothing here has it, and nothing takes it.
    if (!focused) return;
    const wrong = root.querySelector<HTMLElement>('[aria-invalid]');
    if (wrong) wrong.focus();
    else if (!focused.isConnected) root.querySelector('h2')?.focus();
  };
}

/** In a shadow root. Constructable style sheets only: they need no exception in the page's CSP. */
export const styled =
  (css: string): Surface =>
  (host) => {
    const root = host.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    root.adoptedStyleSheets = [sheet];
    return drawing(root, () => root.activeElement);
  };

let hosts = 0;

/** In the page: parts and classes become class names `manyhands-…`, and ids are told apart from the page's. */
export const unstyled: Surface = (host) => {
  const prefix = `manyhands-${++hosts}-`;
  const draw = drawing(host, () => {
    const { activeElement } = host.getRootNode() as Document;
    return host.contains(activeElement) ? activeElement : null;
  });
  return (view) => {
    for (const element of [view, ...view.querySelectorAll('*')]) {
      const names = `${element.getAttribute('part') ?? ''} ${element.getAttribute('class') ?? ''}`.match(
        /\S+/g,
      );
      element.removeAttribute('part');
      if (names) element.setAttribute('class', names.map((name) => `manyhands-${name}`).join(' '));
      for (const attribute of ['id', 'aria-labelledby', 'aria-describedby']) {
        const value = element.getAttribute(attribute);
        if (value) element.setAttribute(attribute, prefix + value);
      }
    }
    draw(view);
  };
};
