/** Asks outside of this page who the participant is: by the browser's own dialog, or in a window of ours. */
import { call } from '../../lib/call.ts';
import { askBrowser, hasFedcm } from '../../lib/fedcm.ts';
import { askInPopup, newProof, openWindow } from '../../lib/popup.ts';
import type { Around } from '../participation.ts';

export function asking({ dispatch, stateNow, lang, takeWindow }: Around) {
  let under = new AbortController();
  /** One failed try: the click is used up, and the next one may open a window. */
  let mayFederate = hasFedcm();
  /** Exchanged for the grant by one call. */
  let redemption: { project_id: number; code: string; verifier: string };

  return {
    async ask() {
      const { project } = stateNow();
      if (!project) return;
      const { project_id, fedcm } = project;
      const { signal } = (under = new AbortController());
      const isFederated = fedcm && mayFederate;
      // Within the click, before anything is awaited.
      const opened = takeWindow();
      const popup = isFederated || opened !== undefined ? opened : openWindow();
      const proof = await newProof();
      // Undefined when the participant said no, null where no window opens.
      const code = isFederated
        ? await askBrowser(project_id, proof, signal)
        : await askInPopup(popup, project_id, proof, lang(), signal);
      mayFederate &&= !!code;
      if (!code) return dispatch({ on: 'closed', isWindowless: code === null });
      redemption = { project_id, code, verifier: proof.verifier };
      dispatch({ on: 'coded' });
    },

    redeem: () =>
      call('POST /embed/connect', redemption).then(
        ({ grant }) => dispatch({ on: 'granted', grant }),
        () => dispatch({ on: 'stumbled', isOnline: navigator.onLine }),
      ),

    stopAsking: () => under.abort(),
  };
}
