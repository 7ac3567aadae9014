/** Where an embed draws: in a shadow root of its own with our style sheet, or in the page for the page's own. */
import { options, render, type ComponentChild } from 'preact';
import { focusPressed, followFocus } from './follow-focus.ts';

/** Gives an element a surface; the function that it returns draws a view there. */
export type Surface = (host: HTMLElement) => (view: ComponentChild) => void;

/**
 * A shadow root with a sheet. Constructable style sheets only: they need no exception in the page's CSP.
 * A host with `delegatesFocus` and a `tabIndex` stands for its controls: a dialog of the page, which counts what may have
 * the focus, sees only the host.
 */
export function sheltered(host: HTMLElement, css: string, delegatesFocus = false): ShadowRoot {
  const root = host.attachShadow({ mode: 'open', delegatesFocus });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [sheet];
  return root;
}

function drawIn(root: HTMLElement | ShadowRoot) {
  root.addEventListener('click', focusPressed, true);
  return (view: ComponentChild) => followFocus(root, () => render(view, root));
}

/** Tab reaches the page only at the last of our controls, which are one to a dialog of the page. */
export const styled =
  (css: string): Surface =>
  (host) => {
    const root = sheltered(host, css, true);
    host.tabIndex = 0;
    host.addEventListener('keydown', (event) => {
      const edge = [...root.querySelectorAll('a,button,input')].at(event.shiftKey ? 0 : -1);
      if (event.key === 'Tab' && root.activeElement !== edge) event.stopPropagation();
    });
    return drawIn(root);
  };

type NamedNode = { part?: string | undefined; class?: string | undefined };

/** In the page: parts and classes become class names `manyhands-…`. The file has a Preact of its own to set this on. */
export const unstyled: Surface = (host) => {
  options.vnode = ({ type, props }) => {
    const { part = '', class: own = '' } = props as NamedNode;
    if (typeof type !== 'string' || /manyhands-/.test(own)) return;
    const names = `${part} ${own}`.match(/\S+/g);
    if (names)
      Object.assign(props, { part: undefined, class: names.map((name) => `manyhands-${name}`).join(' ') });
  };
  return drawIn(host);
};
