/** Where the sign-in leads, and whether the popup of an embed opened it. */
import { meAddress } from '../../src/contract/pages/sign-in.ts';
import { connectPath } from '../../src/contract/site.ts';
import { localPath, pageOf } from '../../src/ui/local-path.ts';

/** The path after `/sign-in`: a path of ours in its normal form, or the participant's page. */
export const pathAfterSignIn = (next: unknown): string => localPath(next, meAddress);

/** Whether a path is the popup's, which has its own sign-in step. */
export const isPopup = (path: string): boolean => pageOf(path) === connectPath;
