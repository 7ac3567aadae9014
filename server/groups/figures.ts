/** Sums of a group's contributions by project and by week, with the odd days. */
import type { DailyShare } from '../certificates/statement.ts';
import { addWho, whoOf } from '../db/who.ts';
import type { Keyed } from '../secrets/secrets.ts';
import { peopleRounding, sumRounding } from '../stats/disclosure.ts';
import { dayLong, dayOf } from '../text/day.ts';
import type { GroupPage, GroupWeek } from '../../src/contract/pages/groups.ts';

type Sum = { contributions: number; hours: number };

const hoursOf = (seconds: number) => Math.round(seconds / 36) / 100;

export const totalOf = (shares: DailyShare[]): Sum => ({
  contributions: shares.reduce((sum, { events }) => sum + events, 0),
  hours: hoursOf(shares.reduce((sum, { seconds }) => sum + seconds, 0)),
});

/** By project, those with most contributions first. */
export const byProject = (shares: DailyShare[]): (Sum & { projectId: number })[] =>
  [...Map.groupBy(shares, ({ project_id }) => project_id)]
    .map(([projectId, some]) => ({ projectId, ...totalOf(some) }))
    .sort((one, other) => other.contributions - one.contributions || one.projectId - other.projectId);

/** Sums of members with an account: rounded, and hidden where they are few. */
export function roundedMembers(
  keyed: Keyed,
  groupId: number,
  members: { account: number; contributions: number }[],
): GroupPage['members'] {
  const scope = `group ${groupId}`;
  const who = members.reduce((sum, { account }) => addWho(sum, whoOf(account)), 0);
  const group = { people: members.length, who };
  const all = members.reduce((sum, { contributions }) => sum + contributions, 0);
  return {
    people: peopleRounding(keyed, scope)(group),
    contributions: sumRounding(keyed, scope)(group, all),
  };
}

/** Day 0 of 1970 was a Thursday. */
const mondayBefore = (day: number) => day - ((day + 3) % 7);

/** A day with this many times the usual is odd: a leaked code, or a mistake. */
const oddTimes = 10;
const fewest = 20;

/**
 * By week, from Monday; the newest first. `oddDays`: those with ten times the median of all days with contributions, and
 * not few.
 */
export function byWeek(shares: DailyShare[]): GroupWeek[] {
  const days = [...Map.groupBy(shares, ({ day }) => day)]
    .map(([day, some]) => ({ day, contributions: totalOf(some).contributions }))
    .sort((one, other) => one.contributions - other.contributions);
  const usual = days[Math.floor((days.length - 1) / 2)]?.contributions ?? 0;
  const odd = days
    .filter(({ contributions }) => days.length > 1 && contributions >= Math.max(fewest, usual * oddTimes))
    .sort((one, other) => one.day - other.day);
  return [...Map.groupBy(shares, ({ day }) => mondayBefore(day))]
    .sort(([one], [other]) => other - one)
    .map(([monday, some]) => ({
      from: dayOf(monday * dayLong),
      ...totalOf(some),
      oddDays: odd
        .filter(({ day }) => mondayBefore(day) === monday)
        .map(({ day, contributions }) => ({ day: dayOf(day * dayLong), contributions })),
    }));
}
