/** Owners' requests for OAuth clients, at rest. */
import type { Scope } from '../../src/contract/api/user-info.ts';
import { randomId } from '../db/ids.ts';
import { inTurn } from '../db/in-turn.ts';
import type { OauthTables } from './schema.ts';
import type { Database } from '../db/store.ts';
import type { ClientForm } from './client-form.ts';
import { insertClient } from './clients.ts';

/** Requests of one account that wait: nobody needs more clients at once. */
export const maxWaiting = 5;

export type RequestRow = OauthTables['oauth_requests'];
export type RequestStore = ReturnType<typeof requestStore>;

type NewRequest = ClientForm & { accountId: number; projectId: number; form: string };

export function requestStore(db: Database) {
  return {
    /** Stores a request; a form that is sent twice makes one. False if too many of this account wait. */
    add: async (request: NewRequest, now: number): Promise<boolean> =>
      (await inTurn(db, { account: request.accountId }, async (trx, hasRoom) => {
        const theirs = trx.selectFrom('oauth_requests').where('account_id', '=', request.accountId);
        const same = theirs.select('request_id').where('form', '=', request.form);
        if (await same.executeTakeFirst()) return true;
        if (!(await hasRoom(theirs.where('decided_at', 'is', null), maxWaiting))) return false;
        await trx.insertInto('oauth_requests').values(newRow(request, now)).execute();
        return true;
      })) ?? false,

    /** Requests of an account that wait or were refused, newest first. */
    ofAccount: (accountId: number): Promise<RequestRow[]> =>
      db
        .selectFrom('oauth_requests')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('client_id', 'is', null)
        .orderBy('created_at', 'desc')
        .limit(20)
        .execute(),

    /** All that wait, the oldest first. */
    waiting: (): Promise<RequestRow[]> =>
      db
        .selectFrom('oauth_requests')
        .selectAll()
        .where('decided_at', 'is', null)
        .orderBy('created_at')
        .limit(200)
        .execute(),

    /** Deletes a request of an account that waits or was refused. */
    async withdraw(accountId: number, requestId: number): Promise<void> {
      await db
        .deleteFrom('oauth_requests')
        .where('request_id', '=', requestId)
        .where('account_id', '=', accountId)
        .where('client_id', 'is', null)
        .execute();
    },

    ...decisions(db),
  };
}

const newRow = (request: NewRequest, now: number): RequestRow => ({
  request_id: randomId(),
  account_id: request.accountId,
  project_id: request.projectId,
  name: request.name,
  redirect_uris: JSON.stringify(request.redirectUris),
  scopes: request.scopes.join(' '),
  is_public: request.isPublic ? 1 : 0,
  form: request.form,
  created_at: now,
  decided_at: null,
  decided_by: null,
  client_id: null,
  reason: null,
});

/** Decides a request that waits; undefined if somebody else decided or withdrew it first. */
const decide = (
  trx: Database,
  requestId: number,
  decision: Partial<Pick<RequestRow, 'client_id' | 'reason'>> & { by: number; now: number },
): Promise<RequestRow | undefined> =>
  trx
    .updateTable('oauth_requests')
    .set({ decided_at: decision.now, decided_by: decision.by, reason: decision.reason ?? null })
    .where('request_id', '=', requestId)
    .where('decided_at', 'is', null)
    .returningAll()
    .executeTakeFirst();

/** The decisions of operators. */
function decisions(db: Database) {
  return {
    /** Grants a request: makes its client, whose secret the owner makes. Returns the request as it was. */
    grant: (requestId: number, by: number, now: number): Promise<RequestRow | undefined> =>
      db.transaction().execute(async (trx) => {
        const row = await decide(trx, requestId, { by, now });
        if (!row) return undefined;
        const clientId = await insertClient(
          trx,
          {
            name: row.name,
            ownerId: row.account_id,
            redirectUris: JSON.parse(row.redirect_uris) as string[],
            scopes: row.scopes.split(' ') as Scope[],
            isLegacy: false,
            isPublic: row.is_public === 1,
            projectId: row.project_id,
          },
          now,
        );
        await trx
          .updateTable('oauth_requests')
          .set({ client_id: clientId })
          .where('request_id', '=', requestId)
          .execute();
        return row;
      }),

    /** A request that was decided; undefined if it was withdrawn. */
    decided: (requestId: number): Promise<RequestRow | undefined> =>
      db
        .selectFrom('oauth_requests')
        .selectAll()
        .where('request_id', '=', requestId)
        .where('decided_at', 'is not', null)
        .executeTakeFirst(),

    refuse: (requestId: number, by: number, reason: string, now: number) =>
      decide(db, requestId, { by, now, reason }),
  };
}
