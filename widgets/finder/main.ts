/** The script embed: puts a finder where the script stands. `mark` is part of the file's name. */
import { drawAtScripts } from '../lib/draw-at-scripts.ts';
import type { Surface } from '../lib/mount.ts';
import { keepTyping } from '../lib/typing.ts';
import { defineFinder, tagName } from './element.ts';
import { finderSettings } from '../../src/attributes/finder.ts';

export function finder(mark: string, surface: Surface) {
  defineFinder(surface);
  keepTyping();
  drawAtScripts({ mark, tagName, rows: finderSettings, linksTo: '/finder' });
}
