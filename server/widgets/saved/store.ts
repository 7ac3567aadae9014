/** Saved finder widgets: their settings, made and changed by the people who manage them. */
import { sql } from 'kysely';
import { dayLong } from '../../text/day.ts';
import { type HasRoom, inTurn } from '../../db/in-turn.ts';
import type { Database } from '../../db/store.ts';
import type { Saved } from './settings.ts';

/** Widgets that an account may manage as their owner. */
export const maxWidgets = 200;
/** Milliseconds in which a deleted widget can be put back. */
export const restorable = 30 * dayLong;

export type WidgetRow = {
  widget_id: number;
  name: string;
  built: Saved;
  updated_at: number;
  version: number;
  deleted_at: number | null;
  is_owner: number;
};

/** `form`: of the page's form, so that one that is sent twice makes one widget. */
type Maker = { accountId: number; form: string; now: number };
type NamedSettings = { name: string; built: Saved };

export type SavedWidgets = ReturnType<typeof savedWidgets>;

const columns = [
  'w.widget_id',
  'w.name',
  'w.built',
  'w.updated_at',
  'w.version',
  'w.deleted_at',
  'm.is_owner',
] as const;

export function savedWidgets(db: Database) {
  const managed = (accountId: number) =>
    db
      .selectFrom('widget_managers as m')
      .innerJoin('saved_widgets as w', 'w.widget_id', 'm.widget_id')
      .select(columns)
      .where('m.account_id', '=', accountId);

  return {
    /** Returns the number of the new widget, or of the one that the same form made; undefined if there are too many. */
    make: (maker: Maker, widget: NamedSettings): Promise<number | undefined> =>
      inTurn(db, { account: maker.accountId }, (trx, hasRoom) => make(trx, hasRoom, maker, widget)),

    /** The settings of a widget, for everybody; undefined if it is deleted or never was. */
    async find(id: number): Promise<(Saved & { version: number }) | undefined> {
      const row = await db
        .selectFrom('saved_widgets')
        .select(['built', 'version'])
        .where('widget_id', '=', id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      return row && { ...read(row.built), version: row.version };
    },

    /** The name of a widget; undefined if it is deleted. */
    async nameOf(id: number): Promise<string | undefined> {
      const row = await db
        .selectFrom('saved_widgets')
        .select('name')
        .where('widget_id', '=', id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      return row?.name;
    },

    /** A widget for a person who manages it. */
    async managedBy(accountId: number, id: number): Promise<WidgetRow | undefined> {
      const row = await managed(accountId).where('m.widget_id', '=', id).executeTakeFirst();
      return row && { ...row, built: read(row.built) };
    },

    /** The widgets that a person manages, the last changed first. */
    async ofAccount(accountId: number): Promise<WidgetRow[]> {
      const rows = await managed(accountId)
        .orderBy('w.updated_at', 'desc')
        .orderBy('w.widget_id', 'desc')
        .execute();
      return rows.map((row) => ({ ...row, built: read(row.built) }));
    },

    /**
     * Changes a widget that is not deleted, if `version` is its present one or absent. Returns whether it now is as
     * given: a form that is sent twice has changed it already.
     */
    async save(
      id: number,
      { name, built }: NamedSettings,
      version: number | undefined,
      now: number,
    ): Promise<boolean> {
      const changed = { name, built: JSON.stringify(built) };
      const { numUpdatedRows } = await db
        .updateTable('saved_widgets')
        .set((row) => ({ ...changed, updated_at: now, version: row('version', '+', 1) }))
        .where('widget_id', '=', id)
        .where('deleted_at', 'is', null)
        .$if(version !== undefined, (query) => query.where('version', '=', version as number))
        .executeTakeFirstOrThrow();
      if (numUpdatedRows > 0) return true;
      const row = await db
        .selectFrom('saved_widgets')
        .select(['name', 'built'])
        .where('widget_id', '=', id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      return row?.name === changed.name && row.built === changed.built;
    },

    /** Deletes a widget, or puts it back. */
    async setDeleted(id: number, at: number | null): Promise<void> {
      await db
        .updateTable('saved_widgets')
        .set({ deleted_at: at })
        .where('widget_id', '=', id)
        .where('deleted_at', at === null ? 'is not' : 'is', null)
        .execute();
    },

    sweep: (now: number) => sweep(db, now),
  };
}

/** Deletes for good what was deleted too long ago to be put back, and counts of more than two years. */
async function sweep(db: Database, now: number): Promise<void> {
  const gone = db
    .selectFrom('saved_widgets')
    .select('widget_id')
    .where('deleted_at', '<', now - restorable);
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('widget_counts').where('widget_id', 'in', gone).execute();
    await trx.deleteFrom('widget_managers').where('widget_id', 'in', gone).execute();
    await trx
      .deleteFrom('saved_widgets')
      .where('deleted_at', '<', now - restorable)
      .execute();
  });
  const oldest = new Date(now - 2 * 365 * dayLong).toISOString().slice(0, 10);
  await db.deleteFrom('widget_counts').where('day', '<', oldest).execute();
}

async function make(
  trx: Database,
  hasRoom: HasRoom,
  { accountId, form, now }: Maker,
  { name, built }: NamedSettings,
): Promise<number | undefined> {
  const made = await trx
    .selectFrom('saved_widgets')
    .select('widget_id')
    .where('made_by', '=', accountId)
    .where('form', '=', form)
    .executeTakeFirst();
  if (made) return made.widget_id;
  const owned = trx.selectFrom('widget_managers').where('account_id', '=', accountId);
  if (!(await hasRoom(owned.where('is_owner', '=', 1), maxWidgets))) return undefined;
  const widget_id = await takeId(trx);
  const times = { created_at: now, updated_at: now, deleted_at: null };
  await trx
    .insertInto('saved_widgets')
    .values({ widget_id, name, built: JSON.stringify(built), version: 1, form, made_by: accountId, ...times })
    .execute();
  await trx.insertInto('widget_managers').values({ widget_id, account_id: accountId, is_owner: 1 }).execute();
  return widget_id;
}

const read = (built: string) => JSON.parse(built) as Saved;

async function takeId(trx: Database): Promise<number> {
  const { rows } = await sql<{ value: number }>`
    insert into counters (name, value) values ('widget', 1)
    on conflict (name) do update set value = counters.value + 1
    returning value`.execute(trx);
  return Number(rows[0]?.value);
}
