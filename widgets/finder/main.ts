/** The script embed: puts a finder where the script stands. `mark` is part of the file's name. */
import { drawAtScripts } from '../lib/draw-at-scripts.ts';
import type { Surface } from '../lib/mount.ts';
import { baseUrl } from '../lib/placeholders.ts';
import { defineFinder, tagName } from './element.ts';
import { finderSettings } from '../../src/attributes/finder.ts';

export function finder(mark: string, surface: Surface) {
  defineFinder(surface);
  drawAtScripts(mark, tagName, finderSettings, (script) => {
    takeLink(script);
    // A script without `async` runs before what stands behind it is there.
    if (document.readyState === 'loading')
      document.addEventListener('DOMContentLoaded', () => takeLink(script));
  });
}

/** Removes the plain link to our site that the snippets have after the script: the finder takes its place. */
function takeLink(script: HTMLScriptElement) {
  let next = script.nextElementSibling;
  if (next?.localName === tagName) next = next.nextElementSibling;
  if (next instanceof HTMLAnchorElement && next.href.startsWith(`${baseUrl}/finder`)) next.remove();
}
