/**
 * The one rule for numbers that leave for owners: on pages, in files, exports, notices and mails. They accept `Disclosed`
 * only, and only this file makes one.
 *
 * Numbers of people are rounded to a multiple of 5, and those that are then below 10 are hidden. The count at which one
 * multiple gives way to the next is a secret of the group: an owner who knows that rounding goes up at 8 could report one
 * person together with seven invented ones, and read from the result whether that person is counted. With a secret of
 * the project, groups of invented people only would show it. The same group is rounded the same way on all days and in
 * all figures: two roundings of one group could be compared, and a second one would tell more than the first.
 * Percentages are made from rounded numbers only.
 *
 * Rounding each number takes the place of complementary suppression: the difference of two numbers, such as a total less
 * its shown parts, a week less its days, or today less yesterday, is uncertain by 8.
 */
import type { Disclosed, DisclosedPeople } from '../../src/contract/api/disclosed.ts';
import { fewestRecipients } from '../../src/contract/pages/volunteers.ts';
import type { Keyed } from '../secrets/secrets.ts';

const step = 5;
const smallestShown = 2 * step;

/** Too few people. Nobody looks the same: otherwise the last one of a small group could be seen to leave. */
export const hiddenGroup = null;

/** A number of people; `who` is the same for the same people, and another one for others. */
type PeopleGroup = { people: number; who: number | string };

/** Rounds numbers of people. */
export type PeopleRounding = (group: PeopleGroup) => DisclosedPeople;

/** Rounds the numbers of people of a project, or of an OAuth client. */
export const peopleRounding =
  (keyed: Keyed, scope: number | string): PeopleRounding =>
  ({ people, who }) => {
    const next = Math.ceil(people / step) * step;
    if (next < smallestShown) return hiddenGroup;
    const secret = Number.parseInt(keyed('people-rounding', scope, next, who).slice(0, 8), 16);
    const rounded = people < next - (secret % step) ? next - step : next;
    return rounded < smallestShown ? hiddenGroup : disclosed(rounded);
  };

/** The next of 1, 2, 5, 10, 20, 50 … that is not smaller. */
function roundStep(least: number): number {
  const ten = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  return [1, 2, 5, 10].map((times) => times * ten).find((each) => each >= least) ?? 10 * ten;
}

/**
 * Rounds what a group of people did together to steps of at least what five of them did on average, and hides it where
 * the group is hidden: the part of one person is within the uncertainty, unless they did far more than the others. The
 * secret is of the group and of the sum, so that nobody finds a step by adding contributions of their own.
 */
export const sumRounding = (keyed: Keyed, scope: number | string) => {
  const shown = peopleRounding(keyed, scope);
  return (group: PeopleGroup, sum: number): DisclosedPeople => {
    if (shown(group) === null) return hiddenGroup;
    const part = roundStep((step * sum) / group.people);
    const secret = Number.parseInt(keyed('sum-rounding', scope, group.who, sum).slice(0, 8), 16) / 2 ** 32;
    return disclosed(Math.floor(sum / part + secret) * part);
  };
};

/**
 * A sum over contributions, or over displays, tests and refusals, which are about nobody. Contributions were reported for
 * the project and stay in its totals whatever a participant decides later, so that they tell nothing about it.
 */
export const contributed = (sum: number): Disclosed => disclosed(Math.round(sum * 100) / 100);

/** A row of such sums, or a contribution without its person, exactly as stored. */
export const contributedRow = <Row extends object>(row: Row) =>
  row as { [Name in keyof Row]: DisclosedIn<Row[Name]> };
type DisclosedIn<Value> = Value extends number ? Disclosed : Value;

/** The figures of somebody who lets the managers see them: they read on their page what is shown. */
export const shownByChoice = (figure: number): Disclosed => disclosed(figure);

/** A group that gets a mail, rounded down: people whom the managers see in their list, whether or not they want mail. */
export const groupSize = (count: number): Disclosed => disclosed(count - (count % fewestRecipients));

const disclosed = (number: number) => number as Disclosed;
