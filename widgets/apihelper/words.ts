/** The texts of the browser helper. */
import { apihelper } from '../../src/messages/en.json';
import { speaker } from '../lib/messages.ts';

export type ApihelperMessageKey = keyof typeof apihelper;
export const { speak, say } = speaker('apihelper', apihelper);
