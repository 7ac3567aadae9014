/**
 * Cross-Origin-Opener-Policy. Any site can open one of our pages in a window and see whether the policy has cut that
 * window off. So the policy of a reply depends on its address alone, never on the visitor: otherwise the site could
 * learn whether the visitor is signed in.
 */
import { connectPath } from '../../src/contract/site.ts';
import { localPath, pageOf } from '../../src/ui/local-path.ts';
import type { RequestFields } from './body.ts';

/** Forms that the popup posts; afterwards, the window must still reach the page that opened it. */
const popupForms: readonly string[] = [connectPath, '/sign-in', '/sign-in/passkey', '/sign-out'];

/** The path after `/sign-in`: a path of ours in its normal form, or the participant's page. */
export const pathAfterSignIn = (next: unknown): string => localPath(next, '/me');

/** Whether a path is the popup's, which has its own sign-in step. */
export const isPopup = (path: string): boolean => pageOf(path) === connectPath;

/** Whether the window that shows a reply keeps its connection to the page that opened it. */
export function keepsOpener(method: string, path: string, query: RequestFields): boolean {
  if (method === 'POST') return popupForms.includes(path);
  if (path === '/sign-in') return isPopup(pathAfterSignIn(query['next']));
  return path === connectPath;
}
