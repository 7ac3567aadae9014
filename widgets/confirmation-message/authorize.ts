/** Who the participant is, asked outside of this page: by the browser's own dialog, or in a window of ours. */
import { call, type Reply } from '../lib/call.ts';
import { askBrowser, hasFedcm } from '../lib/fedcm.ts';
import { askInPopup, newProof, type Proof } from '../lib/popup.ts';

export function asking() {
  let proof: Proof;
  let under = new AbortController();
  /** One failed try: the click is used up, and the next one may open a window. */
  let mayFederate = hasFedcm();

  return {
    /** Before the click: the window must open inside its handler. */
    async prepare() {
      proof = await newProof();
    },

    /** What becomes the grant, for one call; undefined when the participant said no, null where no window opens. */
    async ask({ project_id, fedcm }: Reply<'GET /embed/project'>, lang: string) {
      const { verifier } = proof;
      under = new AbortController();
      const by = fedcm && mayFederate ? askBrowser : askInPopup;
      const code = await by(project_id, proof, lang, under.signal);
      mayFederate &&= !!code;
      proof = await newProof();
      return code && (() => call('POST /embed/connect', { project_id, code, verifier }));
    },

    stop: () => under.abort(),
  };
}
