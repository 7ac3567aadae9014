/** The receivers of projects' notices. Address and secrets are encrypted: neither a copy of the store nor a log has them. */
import type { Database } from '../db/store.ts';
import { type Sealer, sha256 } from '../secrets/secrets.ts';
import { newSecret } from './signature.ts';

/** Milliseconds in which messages carry the signature of the replaced secret, too. */
const overlap = 24 * 3_600_000;

type Kept = {
  address: string;
  secret: string;
  former?: { secret: string; until: number };
  /** The address that a permanent redirect named. */
  movedTo?: string;
};
type Row = {
  created_at: number;
  failing_since: number | null;
  ended_at: number | null;
  ended_why: 'gone' | 'failing' | null;
};
/** `version`: names these settings; every change of them makes another. */
export type Hook = Kept & Row & { form: string; version: string };

/** Says that the settings are others than those that were seen. */
export class OtherSettings extends Error {}

export type WebhookStore = ReturnType<typeof webhookStore>;

export function webhookStore(db: Database, { seal, open }: Sealer) {
  const find = async (projectId: number, from: Database = db): Promise<Hook | undefined> => {
    const row = await from
      .selectFrom('webhooks')
      .select(['sealed', 'form', 'created_at', 'failing_since', 'ended_at', 'ended_why'])
      .where('project_id', '=', projectId)
      .executeTakeFirst();
    const contents = row && (open(row.sealed) as Kept | undefined);
    if (!row || !contents) return undefined;
    const { form, created_at, failing_since, ended_at, ended_why } = row;
    const version = sha256(row.sealed).slice(0, 16);
    return { ...contents, version, form, created_at, failing_since, ended_at, ended_why };
  };

  /** Locks the row, so that of two changes at once the second sees the first. */
  const change = <Answer>(
    projectId: number,
    seen: string | undefined,
    act: (
      hook: Hook,
      save: (contents: Kept, more?: Partial<Row & { form: string }>) => Promise<void>,
      trx: Database,
    ) => Promise<Answer>,
  ): Promise<Answer> =>
    db.transaction().execute(async (trx) => {
      await trx
        .updateTable('webhooks')
        .set((row) => ({ form: row.ref('form') }))
        .where('project_id', '=', projectId)
        .execute();
      const save = async ({ address, secret, former, movedTo }: Kept, more: object = {}) => {
        const sealed = seal({ address, secret, ...(former && { former }), ...(movedTo && { movedTo }) });
        await trx
          .updateTable('webhooks')
          .set({ sealed, ...more })
          .where('project_id', '=', projectId)
          .execute();
      };
      const hook = await find(projectId, trx);
      if (!hook || (seen ?? hook.version) !== hook.version) throw new OtherSettings();
      return act(hook, save, trx);
    });

  return {
    find,

    /** Sets the address up with a new secret; undefined if there is one already. */
    async make(projectId: number, address: string, form: string, now: number): Promise<string | undefined> {
      const secret = newSecret();
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('webhooks')
        .values({
          project_id: projectId,
          sealed: seal({ address, secret }),
          form,
          created_at: now,
          failing_since: null,
          ended_at: null,
          ended_why: null,
          withdrawn_from: now,
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows === 1n ? secret : undefined;
    },

    /** Notices go to another address from now on, also those that wait; it begins without failures. */
    move: (projectId: number, address: string, seen: string | undefined): Promise<void> =>
      change(projectId, seen, ({ movedTo: _, ...hook }, save) =>
        save({ ...hook, address }, { failing_since: null, ended_at: null, ended_why: null }),
      ),

    /** Notes where the receiver at an address says that it is now. */
    noteMove: (projectId: number, address: string, movedTo: string): Promise<void> =>
      change(projectId, undefined, async (hook, save) => {
        if (hook.address === address && hook.movedTo !== movedTo) await save({ ...hook, movedTo });
      }),

    rotate: (projectId: number, seen: string | undefined, form: string, now: number): Promise<string> =>
      change(projectId, seen, async (hook, save) => {
        const secret = newSecret();
        const former = { secret: hook.secret, until: now + overlap };
        await save({ address: hook.address, secret, former }, { form });
        return secret;
      }),

    /** Deletes the receiver and its notices. */
    remove: (projectId: number, seen: string | undefined): Promise<void> =>
      change(projectId, seen, async (_hook, _save, trx) => {
        await trx.deleteFrom('webhooks').where('project_id', '=', projectId).execute();
        await trx.deleteFrom('webhook_deliveries').where('project_id', '=', projectId).execute();
      }),
  };
}
