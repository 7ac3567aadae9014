/**
 * Cross-Origin-Opener-Policy. Any site can open a page of ours in a window and see whether the policy has cut that
 * window off. So the policy of an answer follows from its address alone, never from the visitor: otherwise it would
 * tell the site whether the visitor is signed in.
 */
import { connectPath } from '../../src/contract/site.ts';
import { localPath, pageOf } from '../../src/ui/local-path.ts';
import type { Fields } from './body.ts';

/** Forms that the popup posts; the window must still reach the page that opened it afterwards. */
const popupForms: readonly string[] = [connectPath, '/sign-in', '/sign-out'];

/** Where `/sign-in` leads on to: a path of ours in its normal form, or the participant's page. */
export const pathAfterSignIn = (next: unknown): string => localPath(next, '/me');

/** Whether a path is the popup's, which asks for a sign-in itself. */
export const isPopup = (path: string): boolean => pageOf(path) === connectPath;

/** Whether the window that an answer is shown in stays within reach of the page that opened it. */
export function keepsOpener(method: string, path: string, query: Fields): boolean {
  if (method === 'POST') return popupForms.includes(path);
  if (path === '/sign-in') return isPopup(pathAfterSignIn(query['next']));
  return path === connectPath;
}
