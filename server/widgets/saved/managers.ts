/** The people who manage a saved widget: its owner, and those who accepted an invitation. */
import { sql } from 'kysely';
import { dayLong } from '../../day.ts';
import type { Database } from '../../db/store.ts';
import { type MailAddress, mailAddress } from '../../mail-address.ts';
import type { Sealer } from '../../secrets.ts';

/** People who may manage one widget. */
export const maxManagers = 20;
const invitedFor = 7 * dayLong;

export type Manager = { account_id: number; is_owner: number; name: string };
type Invited = { id: number; address: MailAddress };
export type WidgetManagers = ReturnType<typeof widgetManagers>;

export function widgetManagers(db: Database, { seal, open }: Sealer) {
  const of = async (trx: Database, id: number): Promise<Manager[]> =>
    trx
      .selectFrom('widget_managers as m')
      .innerJoin('accounts as a', 'a.account_id', 'm.account_id')
      .select(['m.account_id', 'm.is_owner', 'a.name'])
      .where('m.widget_id', '=', id)
      .orderBy('m.is_owner', 'desc')
      .orderBy('m.account_id')
      .execute();

  const idsOf = (managers: Manager[]) => managers.map(({ account_id }) => account_id).join();

  /** Undefined also for an invitation of an earlier release, which named no address: it was good for a week. */
  const read = (token: string, now: number): (Invited & { ids: string }) | undefined => {
    const said = open(token);
    if (!Array.isArray(said)) return undefined;
    const [id, ids, ends, given] = said as [number, string, number, unknown];
    const address = typeof given === 'string' ? mailAddress(given) : undefined;
    return address !== undefined && ends > now ? { id, ids, address } : undefined;
  };

  return {
    of: (id: number) => of(db, id),

    /**
     * An invitation for the account that has an address: a link that ends after a week, or once the managers of the
     * widget change.
     */
    invite: async (id: number, address: MailAddress, now: number): Promise<string> =>
      seal([id, idsOf(await of(db, id)), now + invitedFor, address]),

    /** The widget of an invitation that is still good, and the address that was invited. */
    async invitedTo(token: string, now: number): Promise<Invited | undefined> {
      const said = read(token, now);
      return said && idsOf(await of(db, said.id)) === said.ids ? said : undefined;
    },

    /** Makes a person a manager; if two accept one invitation at the same time, only the first becomes one. */
    accept: (token: string, accountId: number, now: number): Promise<number | undefined> =>
      db.transaction().execute(async (trx) => {
        const said = read(token, now);
        if (!said) return undefined;
        const { id, ids } = said;
        await lockWidget(trx, id);
        const managers = await of(trx, id);
        if (idsOf(managers) !== ids || managers.length >= maxManagers) return undefined;
        await trx
          .insertInto('widget_managers')
          .values({ widget_id: id, account_id: accountId, is_owner: 0 })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        return id;
      }),

    /** Ends that a person manages a widget; its owner must hand it over first. */
    async remove(id: number, accountId: number): Promise<void> {
      await db
        .deleteFrom('widget_managers')
        .where('widget_id', '=', id)
        .where('account_id', '=', accountId)
        .where('is_owner', '=', 0)
        .execute();
    },

    /** Makes another manager the owner, if `from` still is. */
    handOver: (id: number, from: number, to: number): Promise<void> =>
      db.transaction().execute(async (trx) => {
        await lockWidget(trx, id);
        const managers = await of(trx, id);
        const owner = managers.find(({ is_owner }) => is_owner === 1);
        if (owner?.account_id !== from || !managers.some(({ account_id }) => account_id === to)) return;
        await trx
          .updateTable('widget_managers')
          .set({ is_owner: sql<number>`case when account_id = ${to} then 1 else 0 end` })
          .where('widget_id', '=', id)
          .execute();
      }),
  };
}

/** Locks a widget's row until the transaction ends: decisions about its managers are taken one after the other. */
async function lockWidget(trx: Database, id: number): Promise<void> {
  await trx
    .updateTable('saved_widgets')
    .set((widget) => ({ name: widget.ref('name') }))
    .where('widget_id', '=', id)
    .execute();
}
