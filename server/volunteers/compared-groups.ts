/** The group of a mailing as the store has it now, compared with those of earlier mailings. */
import type { Sender } from '../../src/contract/pages/volunteers.ts';
import { dayLong } from '../text/day.ts';
import type { Tables } from '../db/schema.ts';
import type { Database } from '../db/store.ts';
import { storedFilter } from './filter.ts';
import { groupFault, type GroupFault } from './groups.ts';
import { type DividedBy, groupMembers, groupParts, type GroupParts } from './parts.ts';

/** Groups of mailings this old still count. */
const comparedFor = 90 * dayLong;

export const passed = ['sending', 'sent'] as const;

/** `mailing_id`: 0 for one that is not stored yet. */
type Grouped = Pick<Tables['mailings'], 'kind' | 'project_id' | 'mailing_id' | 'filter'>;

/** The size of a group as managers may read it, from how many people it has. */
export type SizeShown = (sender: Sender, size: number) => Promise<number> | number;

export const mailingsOf = (db: Database, { kind, id }: Sender) =>
  db.selectFrom('mailings').where('kind', '=', kind).where('project_id', '=', id);

/** Undefined before the first figures of the project's volunteers. */
async function chosen(
  db: Database,
  { kind, project_id: projectId, filter }: Omit<Grouped, 'mailing_id'>,
  earlier: string[] = [],
): Promise<DividedBy | undefined> {
  if (kind === 'programme') return { programmeId: projectId };
  const figures = await db
    .selectFrom('volunteer_days')
    .select('day')
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  const filters = [...new Set([filter, ...earlier])].map(storedFilter);
  return figures && { projectId, day: figures.day, filters };
}

/** The accounts that a mailing goes to now, in order. */
export async function groupNow(
  db: Database,
  mailing: Omit<Grouped, 'mailing_id'>,
  now: number,
): Promise<number[]> {
  const choice = await chosen(db, mailing);
  return choice ? (await groupMembers(db, choice, now)).members : [];
}

/** How many people the group has now, those who ended mail included. */
export async function sizeNow(
  db: Database,
  mailing: Omit<Grouped, 'mailing_id'>,
  now: number,
): Promise<number> {
  const choice = await chosen(db, mailing);
  return choice ? (await groupParts(db, choice, now)).size : 0;
}

/** The filters of the mailings that a new one is compared with. */
export async function earlierFilters(
  db: Database,
  { kind, project_id: id, mailing_id: mailingId }: Omit<Grouped, 'filter'>,
  now: number,
): Promise<string[]> {
  const rows = await mailingsOf(db, { kind, id })
    .select('filter')
    .distinct()
    .where('mailing_id', '!=', mailingId)
    .where('state', 'in', passed)
    .where('created_at', '>', now - comparedFor)
    .orderBy('filter')
    .execute();
  return rows.map(({ filter }) => filter);
}

export type ComparedGroup = { fault: GroupFault | undefined; size: number; earlier: string[] };

/**
 * The reason why a group may not be written to. Earlier groups are chosen again from the people of today, so that only
 * the filters make a difference, and not who came or left meanwhile. Never within a transaction: with many volunteers,
 * choosing a group takes long.
 */
export async function compared(db: Database, mailing: Grouped, now: number): Promise<ComparedGroup> {
  const earlier = await earlierFilters(db, mailing, now);
  const choice = await chosen(db, mailing, earlier);
  const parts = choice ? await groupParts(db, choice, now) : nobody;
  return { fault: groupFault(parts), size: parts.size, earlier };
}

/** The same at the time of sending, with the accounts of the group: all from one look. */
export async function recipients(
  db: Database,
  mailing: Grouped,
  now: number,
): Promise<{ fault: GroupFault | undefined; size: number; members: number[] }> {
  const choice = await chosen(db, mailing, await earlierFilters(db, mailing, now));
  const { members, ...parts } = choice ? await groupMembers(db, choice, now) : { ...nobody, members: [] };
  return { fault: groupFault(parts), size: parts.size, members };
}

const nobody: GroupParts = { size: 0, sizes: [] };
