/** The script embeds: an element for each script element of the page, where it stands, with the settings that are written on it. */
import { consoleLine } from './console-line.ts';
import { hostScripts, scriptAttribute } from './host-script.ts';
import type { Rows } from '../../src/attributes/kinds.ts';

/** `mark` is part of the file's name; `prepare` runs before an element is put in. */
export function drawAtScripts(
  mark: string,
  tagName: string,
  rows: Rows,
  prepare?: (script: HTMLScriptElement) => void,
) {
  for (const script of hostScripts(mark)) {
    const element = document.createElement(tagName);
    for (const name of Object.keys(rows)) {
      const text = scriptAttribute(script, `data-${name}`);
      if (text !== null) element.setAttribute(`data-${name}`, text);
    }
    // A script without a setting only brings the element.
    if (!element.attributes.length && document.querySelector(tagName)) continue;
    const put = () => {
      prepare?.(script);
      place(element, script);
    };
    if (document.readyState === 'loading' && (element.dataset.target || script.closest('head')))
      document.addEventListener('DOMContentLoaded', put);
    else put();
  }
}

function place(element: HTMLElement, script: HTMLScriptElement) {
  const { target } = element.dataset;
  if (target) {
    const found = matching(target);
    if (found) return found.append(element);
    consoleLine(`data-target="${target}" finds nothing: drawn at the script.`);
  }
  if (script.closest('head') || !script.isConnected) document.body.append(element);
  else script.after(element);
}

/** A selector that cannot be read finds nothing. */
function matching(selector: string) {
  try {
    return document.querySelector(selector);
  } catch {
    return null;
  }
}
