/**
 * The rule for the numbers that Stats may show. Every number of a figure is `Disclosed`, and only this file makes one.
 *
 * Numbers of people are rounded to the nearest multiple of 5, and those below 5 are hidden. Rounding each number
 * takes the place of complementary suppression: the difference of two numbers, such as a total less its shown parts, a
 * week less its days, or today less yesterday, is uncertain by 4, so that it never singles out a group below 5.
 * Percentages are made from rounded numbers only.
 */

declare const shown: unique symbol;

/** A number that may be shown; null where the group is too small. */
export type Disclosed = (number | null) & { readonly [shown]: true };

const smallestGroup = 5;

/** A number of people. Nobody is hidden, too: otherwise the last one of a small group could be seen to leave. */
export const people = (count: number): Disclosed =>
  (count < smallestGroup ? null : Math.round(count / smallestGroup) * smallestGroup) as unknown as Disclosed;

/**
 * A sum over contributions. They were reported for the project and stay in its totals whatever a participant decides
 * later, so that they tell nothing about such a decision.
 */
export const contributed = (sum: number): Disclosed => (Math.round(sum * 100) / 100) as unknown as Disclosed;
