/** The empty window of ours that a click has opened, until the second part of the message leads it somewhere. */
import { hasFedcm } from '../lib/fedcm.ts';
import { openWindow } from '../lib/popup.ts';
import type { State } from './states.ts';

export function clickedWindow(stateNow: () => State) {
  let opened: Window | null | undefined;
  return {
    /** Within the click. The browser's own dialog needs none. */
    openWindow() {
      if (!(stateNow().project?.fedcm && hasFedcm())) opened = openWindow();
    },
    /** Once; null where none opened, undefined where none was wanted. */
    takeWindow() {
      const taken = opened;
      opened = undefined;
      return taken;
    },
  };
}
