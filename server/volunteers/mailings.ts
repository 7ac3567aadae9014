/** The mailings of projects: written, read by an editor if it is the first one, and sent. */
import { mostMailings, type TypedMailing } from '../../src/contract/volunteers-page.ts';
import { dayLong } from '../day.ts';
import { randomId } from '../db/ids.ts';
import type { Tables } from '../db/schema.ts';
import type { Database } from '../db/store.ts';
import { faultOf, passed } from './compared-groups.ts';
import type { GroupFault } from './groups.ts';

export type MailingRow = Tables['mailings'];

const perMonth = 30 * dayLong;
const keptFor = 400 * dayLong;
const mostListed = 24;

const counted = ['awaiting_review', 'sending', 'sent'] as const;

type Written = TypedMailing & { projectId: number; accountId: number };
export type MailingFault = GroupFault | 'too_many';
export type MailingStore = ReturnType<typeof mailingStore>;

export function mailingStore(db: Database) {
  return {
    /** Whether an editor must read the next mailing. */
    isFirst: (projectId: number) => isFirst(db, projectId),

    /** The reason why a group may not be written to at present. */
    fault: (projectId: number, filter: MailingRow['filter'], now: number) =>
      faultOf(db, { project_id: projectId, filter, mailing_id: 0 }, now),

    /** Stores a mailing. A form that is sent twice, also at the same time, makes one. */
    create: (written: Written, now: number): Promise<MailingFault | MailingRow> =>
      db.transaction().execute((trx) => create(trx, written, now)),

    /** The newest first. */
    log: (projectId: number): Promise<MailingRow[]> =>
      db
        .selectFrom('mailings')
        .selectAll()
        .where('project_id', '=', projectId)
        .orderBy('created_at', 'desc')
        .orderBy('mailing_id')
        .limit(mostListed)
        .execute(),

    find: (mailingId: number): Promise<MailingRow | undefined> =>
      db.selectFrom('mailings').selectAll().where('mailing_id', '=', mailingId).executeTakeFirst(),

    /** Those that an editor must read, the oldest first. */
    awaiting: () =>
      db
        .selectFrom('mailings as m')
        .innerJoin('projects as p', 'p.project_id', 'm.project_id')
        .select(['m.mailing_id', 'm.subject', 'm.created_at', 'p.name'])
        .where('m.state', '=', 'awaiting_review')
        .orderBy('m.created_at')
        .limit(50)
        .execute(),

    /** Decides about a mailing that awaits review; returns false if somebody else did. */
    async decide(
      { project_id, mailing_id }: Pick<MailingRow, 'project_id' | 'mailing_id'>,
      to: { state: 'sending' | 'rejected' | 'withdrawn'; why?: string; by: number },
      now: number,
    ): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('mailings')
        .set({
          ...{ state: to.state, why: to.why ?? null, decided_at: now, decided_by: to.by },
          next_at: to.state === 'sending' ? now : null,
        })
        .where('project_id', '=', project_id)
        .where('mailing_id', '=', mailing_id)
        .where('state', '=', 'awaiting_review')
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    async sweep(now: number): Promise<void> {
      await db
        .deleteFrom('mailings')
        .where('created_at', '<', now - keptFor)
        .execute();
    },
  };
}

async function isFirst(db: Database, projectId: number): Promise<boolean> {
  const row = await db
    .selectFrom('mailings')
    .select('mailing_id')
    .where('project_id', '=', projectId)
    .where('state', 'in', [...passed, 'too_few'])
    .executeTakeFirst();
  return row === undefined;
}

/** Serializes the mailings of a project; the row is there since its figures were made. */
const lockProject = (trx: Database, projectId: number) =>
  trx
    .updateTable('volunteer_days')
    .set((row) => ({ day: row.ref('day') }))
    .where('project_id', '=', projectId)
    .execute();

async function create(
  trx: Database,
  { projectId, accountId, ...typed }: Written,
  now: number,
): Promise<MailingFault | MailingRow> {
  await lockProject(trx, projectId);
  const known = await trx
    .selectFrom('mailings')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('form', '=', typed.form)
    .executeTakeFirst();
  if (known) return known;
  const recent = await trx
    .selectFrom('mailings')
    .select('mailing_id')
    .where('project_id', '=', projectId)
    .where('state', 'in', counted)
    .where('created_at', '>', now - perMonth)
    .execute();
  if (recent.length >= mostMailings) return 'too_many';
  const filter = JSON.stringify(typed.filter);
  const fault = await faultOf(trx, { project_id: projectId, filter, mailing_id: 0 }, now);
  if (fault) return fault;
  const isHeld = await isFirst(trx, projectId);
  const row: MailingRow = {
    ...{ mailing_id: randomId(), project_id: projectId, account_id: accountId, form: typed.form },
    ...{ subject: typed.subject, body: typed.body, filter, created_at: now, why: null },
    ...{ state: isHeld ? 'awaiting_review' : 'sending', next_at: isHeld ? null : now },
    ...{ decided_at: null, decided_by: null, sent_at: null, sent: 0, done_to: 0, tries: 0 },
  };
  await trx.insertInto('mailings').values(row).execute();
  return row;
}
