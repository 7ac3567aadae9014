/**
 * The script embed: draws a message at the position of its script element. `mark`: the part of the file name by which
 * the script finds that element.
 */
import { drawAtScripts } from '../lib/draw-at-scripts.ts';
import type { Surface } from '../lib/mount.ts';
import { defineConfirmation, tagName } from './element.ts';
import { confirmationSettings } from '../../src/attributes/confirmation-message.ts';

export function confirmationMessage(mark: string, surface: Surface) {
  defineConfirmation(surface);
  drawAtScripts({ mark, tagName, rows: confirmationSettings, linksTo: '/confirm/' });
}
