/** The empty window of ours that a click has opened, until the second part of the message leads it somewhere. */
import { hasFedcm } from '../lib/fedcm.ts';
import { openWindow } from '../lib/popup.ts';
import type { State } from './states.ts';

export function clickedWindow(stateNow: () => State) {
  let opened: Window | null | undefined;
  return {
    /** Opens the window within the click, unless the browser's own dialog is used. */
    openWindow() {
      if (!(stateNow().project?.fedcm && hasFedcm())) opened = openWindow();
    },
    /** Returns the window, once; null if none opened, undefined if none was needed. */
    takeWindow() {
      const taken = opened;
      opened = undefined;
      return taken;
    },
  };
}
