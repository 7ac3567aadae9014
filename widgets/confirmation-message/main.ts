/** The script embed: puts a message where the script stands. `mark` is part of the file's name. */
import { drawAtScripts } from '../lib/draw-at-scripts.ts';
import type { Surface } from '../lib/mount.ts';
import { defineConfirmation, tagName } from './element.ts';
import { confirmationSettings } from '../../src/attributes/confirmation-message.ts';

export function confirmationMessage(mark: string, surface: Surface) {
  defineConfirmation(surface);
  drawAtScripts({ mark, tagName, rows: confirmationSettings, linksTo: '/confirm/' });
}
