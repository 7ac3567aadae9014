import type { connectPath, signInPath } from '../../contract/site.ts';
import { pageOf } from '../../ui/local-path.ts';

/** The popup's address; typed by the contract, whose module would bring its schemas into the browser. */
export const popupPath: typeof connectPath = '/connect';

/** Where the browser's own dialog sends people to sign in. */
const fedcmSignIn: typeof signInPath = '/connect/fedcm';

/** Whether an address is the popup's own: pages on the way there keep its small frame. */
export const isPopupAddress = (path: string) => [popupPath, fedcmSignIn].some((own) => own === pageOf(path));

/** Whether an address is the page where a site asks to know somebody: pages on the way there keep the small frame, too. */
export const isConsentAddress = (path: string) => /^\/authorize\/[^/]+\/consent$/.test(pageOf(path) ?? '');
