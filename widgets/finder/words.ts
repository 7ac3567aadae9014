/** The words of the finder widget. */
import { finder } from '../../src/messages/en.json';
import { speaker } from '../lib/messages.ts';

export type FinderMessageKey = keyof typeof finder;
export const { speak, say } = speaker('finder', finder);
