/** The script embed: puts a message where the script stands, with the settings that are written on it. `mark` is part of the file's name. */
import { consoleLine } from '../lib/console-line.ts';
import { hostScripts, scriptAttribute } from '../lib/host-script.ts';
import type { Surface } from '../lib/mount.ts';
import { defineConfirmation, tagName } from './element.ts';
import { confirmationSettings } from './settings.ts';

export function confirmationMessage(mark: string, surface: Surface) {
  defineConfirmation(surface);
  for (const script of hostScripts(mark)) {
    const element = document.createElement(tagName);
    for (const name of Object.keys(confirmationSettings)) {
      const text = scriptAttribute(script, `data-${name}`);
      if (text !== null) element.setAttribute(`data-${name}`, text);
    }
    // A script without a setting only brings the element.
    if (!element.attributes.length && document.querySelector(tagName)) continue;
    if (document.readyState === 'loading' && (element.dataset.target || script.closest('head')))
      document.addEventListener('DOMContentLoaded', () => place(element, script));
    else place(element, script);
  }
}

function place(element: HTMLElement, script: HTMLScriptElement) {
  const { target } = element.dataset;
  if (target) {
    const found = matching(target);
    if (found) return found.append(element);
    consoleLine(`data-target="${target}" finds nothing on this page: drawn where the script stands.`);
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
