/**
 * The rule for the numbers that Stats may show. Every number of a figure is `Disclosed`, and only this file makes one.
 *
 * Numbers of people are rounded to a multiple of 5, and those that are then below 10 are hidden. The count at which one multiple gives
 * way to the next is a secret of the project: an owner who knows that rounding goes up at 8 could report one person
 * together with seven invented ones, and read from the result whether that person is counted. It stays the same from day
 * to day, and in all figures: two roundings of one group could be compared, and a second one would tell more than the
 * first. Percentages are made from rounded numbers only.
 *
 * Rounding each number takes the place of complementary suppression: the difference of two numbers, such as a total less
 * its shown parts, a week less its days, or today less yesterday, is uncertain by 8.
 */

declare const shown: unique symbol;

/** A number that may be shown; null where the group is too small. */
export type Disclosed = (number | null) & { readonly [shown]: true };

const step = 5;
const smallestShown = 2 * step;

/** Too few people. Nobody looks the same: otherwise the last one of a small group could be seen to leave. */
export const hiddenGroup = null as unknown as Disclosed;

/** Rounds numbers of people. */
export type PeopleRounding = (count: number) => Disclosed;

/** `keyFor`: a secret of the project for each multiple, as hexadecimal digits that are the same every time. */
export function peopleRounding(keyFor: (multiple: number) => string): PeopleRounding {
  const thresholds = new Map<number, number>();
  const thresholdOf = (multiple: number): number => {
    const known = thresholds.get(multiple);
    if (known !== undefined) return known;
    const threshold = multiple - (Number.parseInt(keyFor(multiple).slice(0, 8), 16) % step);
    thresholds.set(multiple, threshold);
    return threshold;
  };
  return (count) => {
    const next = Math.floor((count + step - 1) / step) * step;
    const rounded = next > 0 && count < thresholdOf(next) ? next - step : next;
    return rounded < smallestShown ? hiddenGroup : (rounded as unknown as Disclosed);
  };
}

/**
 * A sum over contributions. They were reported for the project and stay in its totals whatever a participant decides
 * later, so that they tell nothing about such a decision.
 */
export const contributed = (sum: number): Disclosed => (Math.round(sum * 100) / 100) as unknown as Disclosed;
