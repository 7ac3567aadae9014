/**
 * The people who wait for a project's start. Addresses are encrypted: a stolen table does not reveal who waits for
 * what.
 */
import { whoSum } from '../db/who.ts';
import { sql } from 'kysely';
import { dayLong } from '../text/day.ts';
import { takeDue, type LeaseQueue } from '../db/lease-queue.ts';
import { shownIn } from '../projects/visibility.ts';
import type { Database, Store } from '../db/store.ts';
import { mailAddress, type MailAddress } from '../text/mail-address.ts';
import type { Keyed, Sealer } from '../secrets/secrets.ts';

export type StartNotice = {
  project_id: number;
  subject: string;
  address: string;
  tries: number;
  lang: string | null;
};

const queue: LeaseQueue = {
  table: 'start_notices',
  key: 'subject',
  columns: 'project_id, subject, address, tries, lang',
  leaseMilliseconds: 300_000,
};

export type StartNotices = ReturnType<typeof startNotices>;

async function remove(db: Database, projectId: number, subject: string): Promise<void> {
  await db
    .deleteFrom('start_notices')
    .where('project_id', '=', projectId)
    .where('subject', '=', subject)
    .execute();
}

export function startNotices({ db, searching, engine }: Store, keyed: Keyed, sealed: Sealer) {
  const subjectOf = (address: MailAddress) => keyed('start-notice', address);
  /** Under this pepper and others, as rows may be during a change of it. */
  const subjectsOf = (address: MailAddress) => keyed.all('start-notice', address);
  const rowOf = (projectId: number, address: MailAddress) =>
    ({ project_id: projectId, subject: subjectOf(address) }) as const;
  return {
    async add(projectId: number, address: MailAddress, lang: string, now: number): Promise<void> {
      if (await this.has(projectId, address)) return;
      await db
        .insertInto('start_notices')
        .values({
          ...rowOf(projectId, address),
          address: sealed.seal(address),
          created_at: now,
          next_at: now,
          tries: 0,
          lang,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    remove: (projectId: number, subject: string): Promise<void> => remove(db, projectId, subject),

    /** Takes a notice off the list together with what `act` does in the same transaction. */
    handOver: ({ project_id, subject }: StartNotice, act: (trx: Database) => Promise<void>): Promise<void> =>
      db.transaction().execute(async (trx) => {
        await act(trx);
        await remove(trx, project_id, subject);
      }),

    /** Takes an address off the list of one project, or of all. */
    async removeAddress(address: MailAddress, projectId?: number): Promise<void> {
      await db
        .deleteFrom('start_notices')
        .where('subject', 'in', subjectsOf(address))
        .$if(projectId !== undefined, (these) => these.where('project_id', '=', projectId ?? 0))
        .execute();
    },

    /** The projects for whose start the reader of an address waits. */
    ofAddress: (address: MailAddress) =>
      db
        .selectFrom('start_notices')
        .select(['project_id', 'lang', 'created_at'])
        .where('subject', 'in', subjectsOf(address))
        .orderBy('project_id')
        .execute(),

    /** The address of a notice; undefined if it was encrypted with another pepper. */
    addressOf: ({ address }: StartNotice): MailAddress | undefined => {
      const contents = sealed.open(address);
      return typeof contents === 'string' ? mailAddress(contents) : undefined;
    },

    async has(projectId: number, address: MailAddress): Promise<boolean> {
      const row = await db
        .selectFrom('start_notices')
        .select('project_id')
        .where('project_id', '=', projectId)
        .where('subject', 'in', subjectsOf(address))
        .executeTakeFirst();
      return row !== undefined;
    },

    /** How many people wait; `who` changes with them. */
    async count(projectId: number) {
      const row = await db
        .selectFrom('start_notices')
        .select((of) => [of.fn.countAll<number>().as('people'), whoSum(sql`created_at`).as('who')])
        .where('project_id', '=', projectId)
        .executeTakeFirst();
      return { people: Number(row?.people ?? 0), who: String(row?.who) };
    },

    /** The shown and active projects that people wait for. */
    async started(): Promise<number[]> {
      // Inside a JSON text of the project, the quotes would be escaped.
      const { rows } = await sql<{ project_id: number }>`select p.project_id from projects p
        where p.project_id in (select distinct project_id from start_notices)
        and ${sql.raw(shownIn('p'))} and p.fields like '%"status":"active"%'`.execute(searching);
      return rows.map(({ project_id }) => project_id);
    },

    /** Takes a notice that is due, under a lease. */
    take: (projectId: number, now: number) =>
      takeDue<StartNotice>({ db, engine }, queue, now, sql`project_id = ${projectId}`),

    /** Deletes entries that are older than a year. */
    async sweep(now: number): Promise<void> {
      await db
        .deleteFrom('start_notices')
        .where('created_at', '<', now - 365 * dayLong)
        .execute();
    },
  };
}
