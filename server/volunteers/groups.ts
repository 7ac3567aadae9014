/**
 * The rule against singling out a person by mailings. Two mailings to groups that differ by one person tell that person
 * apart: a link in the second mail that only they did not get before, an answer that only they can give.
 */
import { fewestRecipients } from '../../src/contract/pages/volunteers.ts';
import type { GroupParts } from './parts.ts';

export type GroupFault = 'too_few' | 'too_close';

/**
 * `parts`: everybody divided by which of the groups they are in, of the new mailing (the first) and of earlier ones. No
 * part may be small. Comparing the groups in pairs would not be enough: of {1…5}, {6…10} and {1…11}, no two differ by
 * less than five, and only one person gets the third mail alone.
 */
export function groupFault({ size, sizes }: GroupParts): GroupFault | undefined {
  if (size < fewestRecipients) return 'too_few';
  return sizes.some((part) => part < fewestRecipients) ? 'too_close' : undefined;
}
