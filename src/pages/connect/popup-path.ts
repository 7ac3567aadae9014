import type { connectPath } from '../../contract/site.ts';

/** The popup's address; typed by the contract, whose module would bring its schemas into the browser. */
export const popupPath: typeof connectPath = '/connect';

/** Whether an address is the popup's own: pages on the way there keep its small frame. */
export const isPopupAddress = (path: string) => path.startsWith(`${popupPath}?`);
