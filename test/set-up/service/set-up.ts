/** The set-up of `quick`: Node.js is all that it needs. */
export { startRun as default } from '../run-folder.ts';
