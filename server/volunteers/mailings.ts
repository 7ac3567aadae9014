/** The mailings of projects and programmes: written, read by an editor if it is the first one, and sent. */
import { sql } from 'kysely';
import { memberName } from '../db/member-name.ts';
import {
  maxMailings,
  type Sender,
  type TypedMailing,
  type VolunteerFilter,
} from '../../src/contract/pages/volunteers.ts';
import { dayLong } from '../text/day.ts';
import { randomId } from '../db/ids.ts';
import { type HasRoom, inTurn } from '../db/in-turn.ts';
import type { Tables } from '../db/schema.ts';
import type { Database, Store } from '../db/store.ts';
import {
  compared,
  type ComparedGroup,
  earlierFilters,
  mailingsOf,
  passed,
  type SizeShown,
  sizeNow,
} from './compared-groups.ts';
import { openIn } from '../projects/visibility.ts';
import type { GroupFault } from './groups.ts';

export type MailingRow = Tables['mailings'];

const perMonth = 30 * dayLong;
const keptFor = 400 * dayLong;
const maxListed = 24;

const counted = ['awaiting_review', 'sending', 'sent'] as const;

type Written = TypedMailing & { sender: Sender; accountId: number };
export type MailingFault = GroupFault | 'too_many';
export type MailingStore = ReturnType<typeof mailingStore>;

/** Groups are chosen where long reads are. */
export function mailingStore({ db, searching }: Pick<Store, 'db' | 'searching'>, sizeShown: SizeShown) {
  return {
    /** Whether an editor must read the next mailing. */
    isFirst: (sender: Sender) => isFirst(db, sender),

    /** How many people a group has at present, and the reason why it may not be written to. */
    async compared(sender: Sender, filter: VolunteerFilter, now: number): Promise<ComparedGroup> {
      const group = await compared(searching, newMailing({ sender, filter }), now);
      return { ...group, size: await sizeShown(sender, group.size) };
    },

    /** How many people a mailing would go to at present. */
    size: async (mailing: Pick<MailingRow, 'kind' | 'project_id' | 'filter'>, now: number): Promise<number> =>
      sizeShown(senderOf(mailing), await sizeNow(searching, mailing, now)),

    /** Stores a mailing. A form that is sent twice, also at the same time, makes one. */
    async create(written: Written, now: number): Promise<MailingFault | MailingRow> {
      for (;;) {
        const about = newMailing(written);
        const group = await compared(searching, about, now);
        const { kind, id } = written.sender;
        const owner = kind === 'project' ? { project: id } : { programme: id };
        const made = await inTurn(db, owner, (trx, hasRoom) =>
          create(trx, hasRoom, { written, found: group, now }),
        );
        if (made !== 'changed') return made ?? 'too_few';
      }
    },

    /** The newest first. */
    log: (sender: Sender, max = maxListed): Promise<MailingRow[]> =>
      mailingsOf(db, sender)
        .selectAll()
        .orderBy('created_at', 'desc')
        .orderBy('mailing_id')
        .limit(max)
        .execute(),

    find: (mailingId: number): Promise<MailingRow | undefined> =>
      db.selectFrom('mailings').selectAll().where('mailing_id', '=', mailingId).executeTakeFirst(),

    /** Those of open senders that an editor must read, the oldest first. */
    awaiting: () =>
      db
        .selectFrom('mailings as m')
        .leftJoin('projects as p', (on) =>
          on.onRef('p.project_id', '=', 'm.project_id').on('m.kind', '=', 'project'),
        )
        .leftJoin('programmes as g', (on) =>
          on.onRef('g.programme_id', '=', 'm.project_id').on('m.kind', '=', 'programme'),
        )
        .select((row) => [
          ...(['m.mailing_id', 'm.subject', 'm.created_at'] as const),
          row.fn.coalesce('p.name', 'g.name').as('name'),
        ])
        .where('m.state', '=', 'awaiting_review')
        .where(sql<boolean>`(${sql.raw(openIn('p'))} or g.state = 'open')`)
        .orderBy('m.created_at')
        .limit(50)
        .execute(),

    /** Decides about a mailing that awaits review; returns false if somebody else did. */
    async decide(
      { kind, project_id, mailing_id }: Pick<MailingRow, 'kind' | 'project_id' | 'mailing_id'>,
      to: { state: 'sending' | 'rejected' | 'withdrawn'; why?: string; by: number },
      now: number,
    ): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('mailings')
        .set({
          state: to.state,
          why: to.why ?? null,
          decided_at: now,
          decided_by: to.by,
          next_at: to.state === 'sending' ? now : null,
        })
        .where('kind', '=', kind)
        .where('project_id', '=', project_id)
        .where('mailing_id', '=', mailing_id)
        .where('state', '=', 'awaiting_review')
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    /** The decision about a mailing, with the name of who took it. */
    async decision(
      mailingId: number,
    ): Promise<{ by: string; at: number | null; state: MailingRow['state'] }> {
      const row = await db
        .selectFrom('mailings as m')
        .leftJoin('accounts as a', 'a.account_id', 'm.decided_by')
        .select(['m.decided_at', 'm.state', memberName('a').as('name')])
        .where('m.mailing_id', '=', mailingId)
        .executeTakeFirstOrThrow();
      return { by: row.name ?? 'A former member', at: row.decided_at, state: row.state };
    },

    async sweep(now: number): Promise<void> {
      await db
        .deleteFrom('mailings')
        .where('created_at', '<', now - keptFor)
        .execute();
      // Mailings of the release before kept the number of their last recipient.
      await db
        .updateTable('mailings')
        .set({ done_to: 0 })
        .where('done_to', '!=', 0)
        .where('state', '!=', 'sending')
        .execute();
    },
  };
}

/** The project or programme of a mailing. */
export const senderOf = ({ kind, project_id: id }: Pick<MailingRow, 'kind' | 'project_id'>): Sender => ({
  kind,
  id: Number(id),
});

async function isFirst(db: Database, sender: Sender): Promise<boolean> {
  const row = await mailingsOf(db, sender)
    .select('mailing_id')
    .where('state', 'in', [...passed, 'too_few', 'too_close'])
    .executeTakeFirst();
  return row === undefined;
}

const newMailing = ({ sender: { kind, id }, filter }: Pick<Written, 'sender' | 'filter'>) => ({
  kind,
  project_id: id,
  mailing_id: 0,
  filter: JSON.stringify(filter),
});

/** `found`: also with which earlier mailings it was compared; if there are others now, it must be compared again. */
async function create(
  trx: Database,
  hasRoom: HasRoom,
  { written, found, now }: { written: Written; found: ComparedGroup; now: number },
): Promise<MailingFault | MailingRow | 'changed'> {
  const { sender, accountId, ...typed } = written;
  const known = await mailingsOf(trx, sender).selectAll().where('form', '=', typed.form).executeTakeFirst();
  if (known) return known;
  const recent = mailingsOf(trx, sender)
    .where('state', 'in', counted)
    .where('created_at', '>', now - perMonth);
  if (!(await hasRoom(recent, maxMailings))) return 'too_many';
  const about = newMailing(written);
  const earlier = await earlierFilters(trx, about, now);
  if (earlier.join() !== found.earlier.join()) return 'changed';
  if (found.fault) return found.fault;
  const isHeld = await isFirst(trx, sender);
  const row: MailingRow = {
    ...about,
    mailing_id: randomId(),
    account_id: accountId,
    form: typed.form,
    subject: typed.subject,
    body: typed.body,
    created_at: now,
    why: null,
    state: isHeld ? 'awaiting_review' : 'sending',
    next_at: isHeld ? null : now,
    decided_at: null,
    decided_by: null,
    sent_at: null,
    sent: 0,
    done_to: 0,
    tries: 0,
  };
  await trx.insertInto('mailings').values(row).execute();
  return row;
}
