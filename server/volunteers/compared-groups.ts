/** The group of a mailing as the store has it now, compared with those of earlier mailings. */
import { fewestRecipients } from '../../src/contract/volunteers-page.ts';
import { dayLong } from '../day.ts';
import type { Tables } from '../db/schema.ts';
import type { Database } from '../db/store.ts';
import { storedFilter } from './filter.ts';
import { groupFault, type GroupFault } from './groups.ts';
import { groupOf } from './store.ts';

/** Groups of mailings this old still count. */
const comparedFor = 90 * dayLong;

export const passed = ['sending', 'sent'] as const;

/** `mailing_id`: 0 for one that is not stored yet. */
type Grouped = Pick<Tables['mailings'], 'project_id' | 'mailing_id' | 'filter'>;

export async function groupNow(
  db: Database,
  { project_id: projectId, filter }: Omit<Grouped, 'mailing_id'>,
  now: number,
): Promise<number[]> {
  const figures = await db
    .selectFrom('volunteer_days')
    .select('day')
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return figures ? groupOf(db, { projectId, day: figures.day, filter: storedFilter(filter) }, now) : [];
}

/** The filters of the mailings that a new one is compared with. */
export async function earlierFilters(
  db: Database,
  { project_id: projectId, mailing_id: mailingId }: Omit<Grouped, 'filter'>,
  now: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('mailings')
    .select('filter')
    .distinct()
    .where('project_id', '=', projectId)
    .where('mailing_id', '!=', mailingId)
    .where('state', 'in', passed)
    .where('created_at', '>', now - comparedFor)
    .orderBy('filter')
    .execute();
  return rows.map(({ filter }) => filter);
}

/**
 * The reason why a group may not be written to. Earlier groups are chosen again from the people of today, so that only
 * the filters make a difference, and not who came or left meanwhile. Never within a transaction: with many volunteers,
 * choosing a group takes long.
 */
export async function faultOf(
  db: Database,
  mailing: Grouped,
  now: number,
): Promise<{ fault: GroupFault | undefined; group: number[]; earlier: string[] }> {
  const earlier = await earlierFilters(db, mailing, now);
  const group = await groupNow(db, mailing, now);
  if (group.length < fewestRecipients) return { fault: 'too_few', group, earlier };
  const groups: number[][] = [];
  for (const filter of earlier) groups.push(await groupNow(db, { ...mailing, filter }, now));
  return { fault: groupFault(group, groups), group, earlier };
}
