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

/**
 * The reason why a group may not be written to. Earlier groups are chosen again from the people of today, so that only
 * the filters make a difference, and not who came or left meanwhile.
 */
export async function faultOf(db: Database, mailing: Grouped, now: number): Promise<GroupFault | undefined> {
  const group = await groupNow(db, mailing, now);
  if (group.length < fewestRecipients) return 'too_few';
  const earlier = await db
    .selectFrom('mailings')
    .select('filter')
    .distinct()
    .where('project_id', '=', mailing.project_id)
    .where('mailing_id', '!=', mailing.mailing_id)
    .where('state', 'in', passed)
    .where('created_at', '>', now - comparedFor)
    .execute();
  const groups: number[][] = [];
  for (const { filter } of earlier) groups.push(await groupNow(db, { ...mailing, filter }, now));
  return groupFault(group, groups);
}
