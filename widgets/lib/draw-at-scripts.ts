/** The script embeds: an element for each script element of the page, where it stands, with the settings that are written on it. */
import { consoleLine } from './console-line.ts';
import { hostScripts, scriptAttribute } from './host-script.ts';
import { baseUrl } from './placeholders.ts';
import type { Rows } from '../../src/attributes/kinds.ts';

export type Drawing = {
  /** A part of the file's name. */
  mark: string;
  tagName: string;
  rows: Rows;
  /** The path on our site that the plain link of the snippet leads to. */
  linksTo: string;
};

export function drawAtScripts({ mark, tagName, rows, linksTo }: Drawing) {
  for (const script of hostScripts(mark)) {
    const element = document.createElement(tagName);
    for (const [name, { read }] of Object.entries(rows)) {
      const text = scriptAttribute(script, `data-${name}`, read);
      if (text !== null) element.setAttribute(`data-${name}`, text);
    }
    const { attributes, dataset } = element;
    const isInHead = script.closest('head');
    // A script without a setting only brings the element.
    if (!attributes.length && (isInHead || document.querySelector(tagName))) continue;
    // Marks the element, so that it is recognised in a copy of the page.
    dataset['drawn'] = element.outerHTML;
    const put = () => {
      const placed = element.isConnected ? element : place(element, script);
      for (const near of [placed.previousElementSibling, placed.nextElementSibling])
        if (near instanceof HTMLAnchorElement && near.href.startsWith(baseUrl + linksTo)) near.remove();
    };
    if (document.readyState === 'loading') {
      document.addEventListener('DOMContentLoaded', put);
      // Otherwise it is drawn at the script, and the plain link after the script is removed.
      if (dataset['target'] || isInHead) continue;
    }
    put();
  }
}

/** Puts the element in, unless it is there: a library may have put back a copy of the page. Returns the one that is. */
function place(element: HTMLElement, script: HTMLScriptElement): Element {
  const { target, placement, drawn } = element.dataset;
  const host = target && matching(target);
  const isLoose = !script.isConnected || script.closest('head');
  if (target && !host) consoleLine(`data-target="${target}" finds nothing: drawn at the script.`);
  else if (isLoose && !host && placement !== 'corner' && script.isConnected)
    consoleLine(
      `In the head: drawn at the end of the page. Move the script, add data-target or, in React, write <${element.localName}>.`,
    );
  const parent = host || (isLoose && document.body);
  const is = (parent ? [...parent.children] : [script.nextElementSibling]).find(
    (each) => (each as HTMLElement | null)?.dataset['drawn'] === drawn,
  );
  if (is) return is;
  if (parent) parent.append(element);
  else script.after(element);
  return element;
}

/** A selector that cannot be read finds nothing. */
function matching(selector: string) {
  try {
    return document.querySelector(selector);
  } catch {
    return null;
  }
}
