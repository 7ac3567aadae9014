/** Where the sign-in leads, and whether the popup of an embed opened it. */
import { startPath } from '../../src/contract/pages/sign-in.ts';
import { connectPath } from '../../src/contract/site.ts';
import { localPath, pageOf } from '../../src/ui/local-path.ts';

/** The path after `/sign-in`: a path of ours in its normal form, or where the visitor's role begins. */
export const pathAfterSignIn = (next: unknown): string => localPath(next, startPath);

/** Whether a path is the popup's, which has its own sign-in step. */
export const isPopup = (path: string): boolean => pageOf(path) === connectPath;
