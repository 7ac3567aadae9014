/**
 * The second part, which follows the participant's own tap: the forms for e-mail and digits, the unfolded text, and the
 * ways back, with their words and styles. A module of its own, which the message loads on that tap.
 */
import { acts } from './acts.ts';
import { drawWith } from './preact.ts';
import { rows } from './rows.ts';
import { Further } from './further.tsx';

/** In English; the build leaves out those of the first part. */
export { confirmation as words } from '../../../src/messages/en.json';
export { acts, Further, rows, drawWith };
