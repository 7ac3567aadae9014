/**
 * The rule against singling out a person by mailings. Two mailings to groups that differ by one person tell that person
 * apart: a link in the second mail that only they did not get before, an answer that only they can give.
 */
import { fewestRecipients } from '../../src/contract/volunteers-page.ts';

/**
 * Divides everybody by which of the groups they are in, and returns the size of the smallest part; people in no group
 * do not count. Comparing the groups in pairs would not be enough: of {1…5}, {6…10} and {1…11}, no two differ by less
 * than five, and only one person gets the third mail alone.
 */
export function smallestPart(groups: readonly (readonly number[])[]): number {
  const memberships = new Map<number, string>();
  groups.forEach((group, index) => {
    for (const one of group) memberships.set(one, `${memberships.get(one) ?? ''},${index}`);
  });
  const sizes = new Map<string, number>();
  for (const membership of memberships.values()) sizes.set(membership, (sizes.get(membership) ?? 0) + 1);
  return sizes.size === 0 ? 0 : Math.min(...sizes.values());
}

export type GroupFault = 'too_few' | 'too_close';

/** `before`: the groups of earlier mailings, as their filters choose today, so that people who came or left do not count. */
export function groupFault(
  group: readonly number[],
  before: readonly (readonly number[])[],
): GroupFault | undefined {
  if (group.length < fewestRecipients) return 'too_few';
  return smallestPart([group, ...before]) < fewestRecipients ? 'too_close' : undefined;
}

/** A number that single people do not change visibly. */
export const rounded = (count: number): number => count - (count % fewestRecipients);
