/** Programmes in the database, with the projects that they list. */
import type { Transaction } from 'kysely';
import type { Tables } from '../db/schema.ts';
import type { Listing, ProgrammeRule, ProgrammeTexts } from '../../src/contract/pages/programmes.ts';
import { randomId } from '../db/ids.ts';
import { inTurn, lockOwner } from '../db/in-turn.ts';
import type { Database } from '../db/store.ts';
import { dayOf } from '../text/day.ts';
import type { ProgrammeForm } from './form.ts';
import type { Listed } from './rule.ts';
import type { ProgrammeTables } from './schema.ts';

/** Programmes that one account may have requested. */
export const maxProgrammes = 20;
/** Projects of one programme. */
export const maxListed = 500;

type Row = ProgrammeTables['programmes'];
/** The state of a project in a programme. `none`: it is in no list. */
type Place = ProgrammeTables['programme_projects']['state'] | 'none';

/** The moves of a project that leaves a programme, or is removed from it. */
export const leaving = { listed: 'left', asked: 'none', invited: 'none' } as const;

const requested = { state: 'requested', logo: null, reason: null, pending: null } as const;

/** A form that waits, with the logo. */
export type Pending = ProgrammeForm & { logo: string | null };

export type Programme = ProgrammeForm &
  Pick<Row, 'programme_id' | 'state' | 'reason' | 'made_by' | 'created_at'> & {
    logo: string | undefined;
    pending: Pending | undefined;
  };

const programmeOf = ({ texts, rule, ground, ink, logo, link, search, pending, ...row }: Row): Programme => ({
  ...row,
  texts: JSON.parse(texts) as ProgrammeTexts,
  rule: JSON.parse(rule) as ProgrammeRule,
  colours: ground === null || ink === null ? undefined : { ground, ink },
  logo: logo ?? undefined,
  link: link ?? undefined,
  search: search ?? undefined,
  pending: pending === null ? undefined : (JSON.parse(pending) as Pending),
});

const columnsOf = ({ name, texts, rule, colours, link, search }: ProgrammeForm) => ({
  name,
  texts: JSON.stringify(texts),
  rule: JSON.stringify(rule),
  ground: colours?.ground ?? null,
  ink: colours?.ink ?? null,
  link: link ?? null,
  search: search ?? null,
});

export type ProgrammeStore = ReturnType<typeof programmeStore>;

const byId = (db: Database, id: number) =>
  db.selectFrom('programmes').selectAll().where('programme_id', '=', id);

/** `reindex`: writes the search index of projects whose programmes changed. */
export function programmeStore(
  db: Database,
  reindex: (trx: Transaction<Tables>, projectIds: number[]) => Promise<void>,
) {
  const some = async (state?: Row['state']): Promise<Programme[]> => {
    const rows = await db
      .selectFrom('programmes')
      .selectAll()
      .$if(state !== undefined, (all) => all.where('state', '=', state as Row['state']))
      .orderBy('created_at', 'desc')
      .limit(200)
      .execute();
    return rows.map(programmeOf);
  };
  const reindexListed = async (trx: Transaction<Tables>, id: number) => {
    const rows = await trx
      .selectFrom('programme_projects')
      .select('project_id')
      .where('programme_id', '=', id)
      .where('state', '=', 'listed')
      .execute();
    await reindex(
      trx,
      rows.map(({ project_id }) => project_id),
    );
  };

  return {
    all: some,
    open: () => some('open'),

    async find(id: number): Promise<Programme | undefined> {
      const row = await byId(db, id).executeTakeFirst();
      return row && programmeOf(row);
    },

    async managedBy(accountId: number): Promise<Programme[]> {
      const rows = await db
        .selectFrom('programme_managers as m')
        .innerJoin('programmes as p', 'p.programme_id', 'm.programme_id')
        .selectAll('p')
        .where('m.account_id', '=', accountId)
        .orderBy('p.created_at', 'desc')
        .execute();
      return rows.map(programmeOf);
    },

    /** Stores a request; undefined if the account has made too many. */
    request: (
      accountId: number,
      asked: ProgrammeForm,
      form: string,
      now: number,
    ): Promise<number | undefined> =>
      inTurn(db, { account: accountId }, async (trx, hasRoom) => {
        const theirs = trx.selectFrom('programmes').where('made_by', '=', accountId);
        const same = await theirs.select('programme_id').where('form', '=', form).executeTakeFirst();
        if (same) return same.programme_id;
        if (!(await hasRoom(theirs, maxProgrammes))) return undefined;
        const programme_id = randomId();
        await trx
          .insertInto('programmes')
          .values({
            programme_id,
            ...columnsOf(asked),
            ...requested,
            made_by: accountId,
            form,
            created_at: now,
          })
          .execute();
        await trx
          .insertInto('programme_managers')
          .values({ programme_id, account_id: accountId, is_owner: 1 })
          .execute();
        return programme_id;
      }),

    /** Changes a programme that no operator has looked at; of another one, the change waits for an operator. */
    change: async ({ programme_id: id, state }: Programme, asked: Pending): Promise<void> => {
      const { logo } = asked;
      const set = state === 'requested' ? { ...columnsOf(asked), logo } : { pending: JSON.stringify(asked) };
      await db.updateTable('programmes').set(set).where('programme_id', '=', id).execute();
    },

    /** Applies the change that waits, or drops it. Returns the programme as it is then; undefined if none waits. */
    answerChange: (id: number, isGood: boolean): Promise<Programme | undefined> =>
      db.transaction().execute(async (trx) => {
        await lockOwner(trx, { programme: id });
        const row = await byId(trx, id).executeTakeFirst();
        const pending = row && programmeOf(row).pending;
        if (!pending) return undefined;
        const set = { pending: null, ...(isGood && { ...columnsOf(pending), logo: pending.logo }) };
        await trx.updateTable('programmes').set(set).where('programme_id', '=', id).execute();
        await reindexListed(trx, id);
        return programmeOf(await byId(trx, id).executeTakeFirstOrThrow());
      }),

    /** An operator's decision. Returns the programme if it changed its state. */
    decide: (id: number, state: Row['state'], reason: string | null): Promise<Programme | undefined> =>
      db.transaction().execute(async (trx) => {
        const row = await trx
          .updateTable('programmes')
          .set({ state, reason })
          .where('programme_id', '=', id)
          .where('state', '!=', state)
          .returningAll()
          .executeTakeFirst();
        if (row) await reindexListed(trx, id);
        return row && programmeOf(row);
      }),

    /** The projects of a programme; those that count, with those that left. */
    listings: (id: number) =>
      db
        .selectFrom('programme_projects as l')
        .innerJoin('projects as p', 'p.project_id', 'l.project_id')
        .select(['l.project_id', 'l.state', 'p.name'])
        .where('l.programme_id', '=', id)
        .orderBy('p.name')
        .execute(),

    async counting(id: number, from = db): Promise<Listed> {
      const rows = await from
        .selectFrom('programme_projects')
        .select(['project_id', 'until_day'])
        .where('programme_id', '=', id)
        .where('state', 'in', ['listed', 'left'])
        .execute();
      return new Map(rows.map(({ project_id, until_day }) => [project_id, until_day]));
    },

    /** The open programmes that list a project, or also those that invited it or that it asked. */
    async ofProject(projectId: number, states: Listing[] = ['listed']) {
      const rows = await db
        .selectFrom('programme_projects as l')
        .innerJoin('programmes as p', 'p.programme_id', 'l.programme_id')
        .selectAll('p')
        .select('l.state as listing')
        .where('l.project_id', '=', projectId)
        .where('l.state', 'in', states)
        .where('p.state', '=', 'open')
        .orderBy('p.name')
        .execute();
      return rows.map(({ listing, ...row }) => ({ ...programmeOf(row), listing: listing as Listing }));
    },

    /**
     * Changes what a project is in a programme: `moves` says what each state becomes. Returns what it is then, and
     * undefined if nothing changed: of two acts at once, the second finds what the first did.
     */
    list: <To extends Place>(
      id: number,
      projectId: number,
      moves: Partial<Record<Place, To>>,
      now: number,
    ): Promise<To | undefined> =>
      inTurn(db, { programme: id }, async (trx, hasRoom) => {
        const all = trx.selectFrom('programme_projects').where('programme_id', '=', id);
        const row = await all.select('state').where('project_id', '=', projectId).executeTakeFirst();
        const before = row?.state ?? 'none';
        const to = moves[before];
        if (!to || (before === 'none' && !(await hasRoom(all, maxListed)))) return undefined;
        await trx
          .deleteFrom('programme_projects')
          .where('programme_id', '=', id)
          .where('project_id', '=', projectId)
          .execute();
        if (to !== 'none')
          await trx
            .insertInto('programme_projects')
            .values({
              programme_id: id,
              project_id: projectId,
              state: to,
              until_day: to === 'left' ? dayOf(now) : null,
              changed_at: now,
            })
            .execute();
        if (before === 'listed' || to === 'listed') await reindex(trx, [projectId]);
        return to;
      }),
  };
}
