/**
 * Project grants in the database: opaque tokens, stored hashed, each bound to profile, project and origin. Every use
 * returns a newer token; the used one stays valid until a newer one is used, because a reply can be lost.
 */
import { sql } from 'kysely';
import { dayLong, dayOf } from '../text/day.ts';
import { randomId } from '../db/ids.ts';
import { summedCommit } from '../db/group-commit.ts';
import type { Database } from '../db/store.ts';
import { newToken, sha256 } from '../secrets/secrets.ts';

export type Grant = { grantId: number; profileId: number; projectId: number; agreedAt: number };
export type Issued = { token: string; expiresAt: number };
type Shown = { project_id: number; origin: string; day: string; last_at: number };
export type GrantStore = ReturnType<typeof grantStore>;

/** A grant that was given by email code lives shorter: a mailbox is shared more often than a signed-in browser. */
const lifeDays = { popup: 90, email: 30 } as const;

/**
 * Several tabs may use one token at once: each gets a newer one, and the last of these stay valid, as does the used
 * one.
 */
const tokensKept = 20;

export function grantStore(db: Database) {
  // Each visit of each partner's page is counted.
  const countShown = summedCommit<Shown>(
    ({ project_id, origin, day }) => JSON.stringify([project_id, origin, day]),
    async (sums) => {
      await db
        .insertInto('shown')
        .values(sums)
        .onConflict((conflict) =>
          conflict.columns(['project_id', 'origin', 'day']).doUpdateSet((row) => ({
            count: sql`shown.count + excluded.count`,
            last_at: row.ref('excluded.last_at'),
          })),
        )
        .execute();
    },
  );

  return {
    ...grantQueries(db),

    issue: (
      bound: {
        profileId: number;
        projectId: number;
        origin: string;
        how: 'popup' | 'email';
        isTold: boolean;
      },
      now: number,
    ) =>
      db.transaction().execute(async (trx): Promise<Issued> => {
        const grantId = randomId();
        const expiresAt = now + lifeDays[bound.how] * dayLong;
        await trx
          .insertInto('grants')
          .values({
            grant_id: grantId,
            profile_id: bound.profileId,
            project_id: bound.projectId,
            origin: bound.origin,
            how: bound.how,
            created_at: now,
            used_at: now,
            expires_at: expiresAt,
            revoked_at: null,
            is_told: bound.isTold ? 1 : 0,
          })
          .execute();
        return { token: await addToken(trx, grantId, 1), expiresAt };
      }),

    /** Like `find`, and rotates the token. */
    use: (token: string, projectId: number, origin: string, now: number) =>
      db.transaction().execute(async (trx): Promise<{ grant: Grant; token: string } | undefined> => {
        const row = await find(trx, token, projectId, origin, now);
        if (!row) return undefined;
        const { grantId } = row.grant;
        const newest = await trx
          .selectFrom('grant_tokens')
          .select((of) => of.fn.max('serial').as('serial'))
          .where('grant_id', '=', grantId)
          .executeTakeFirstOrThrow();
        const serial = Number(newest.serial) + 1;
        await trx
          .deleteFrom('grant_tokens')
          .where('grant_id', '=', grantId)
          .where('serial', '<', Math.max(row.serial, serial - tokensKept))
          // The token that the page used stays, however many replies were lost to closed tabs.
          .where('serial', '<>', row.serial)
          .execute();
        await trx
          .updateTable('grants')
          .set({ used_at: now, expires_at: now + lifeDays[row.how] * dayLong })
          .where('grant_id', '=', grantId)
          .execute();
        return { grant: row.grant, token: await addToken(trx, grantId, serial) };
      }),

    async revoke(grantId: number, now: number): Promise<void> {
      await db.updateTable('grants').set({ revoked_at: now }).where('grant_id', '=', grantId).execute();
      await db.deleteFrom('grant_tokens').where('grant_id', '=', grantId).execute();
    },

    /** Ends the grants that e-mail codes led to: all of a profile that were given by mail. */
    async revokeMailed(profileId: number, now: number): Promise<void> {
      await db
        .updateTable('grants')
        .set({ revoked_at: now })
        .where('profile_id', '=', profileId)
        .where('how', '=', 'email')
        .where('revoked_at', 'is', null)
        .execute();
    },

    /** Counts that the message was shown; nothing about a person. */
    shown: (projectId: number, origin: string, now: number): Promise<void> =>
      countShown({ project_id: projectId, origin, day: dayOf(now), last_at: now }),
  };
}

/** Reads grants, and changes nothing. */
function grantQueries(db: Database) {
  return {
    /** Finds the grant of a token, if it is for this project and origin; changes nothing. */
    find: (token: string, projectId: number, origin: string, now: number) =>
      find(db, token, projectId, origin, now).then((row) => row?.grant),

    /** Whether a grant is neither revoked nor expired. */
    async isAlive(grantId: number, now: number): Promise<boolean> {
      const row = await db
        .selectFrom('grants')
        .select('grant_id')
        .where('grant_id', '=', grantId)
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', now)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** The valid grants of these profiles, for the person's own page. */
    ofProfiles: (profileIds: number[], now: number) =>
      db
        .selectFrom('grants')
        .innerJoin('projects', 'projects.project_id', 'grants.project_id')
        .select([
          'grant_id',
          'grants.project_id',
          'projects.name',
          'projects.state',
          'projects.is_withheld',
          'grants.origin',
          'how',
          'used_at',
          'expires_at',
        ])
        .where('profile_id', 'in', profileIds)
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', now)
        .orderBy('used_at', 'desc')
        .execute(),
  };
}

async function find(db: Database, token: string, projectId: number, origin: string, now: number) {
  const row = await db
    .selectFrom('grant_tokens')
    .innerJoin('grants', 'grants.grant_id', 'grant_tokens.grant_id')
    .select([
      'grants.grant_id',
      'profile_id',
      'project_id',
      'origin',
      'how',
      'serial',
      'grants.created_at',
      'expires_at',
      'revoked_at',
    ])
    .where('digest', '=', sha256(token))
    .executeTakeFirst();
  const isGood =
    row &&
    row.project_id === projectId &&
    row.origin === origin &&
    row.revoked_at === null &&
    row.expires_at > now;
  return isGood
    ? {
        grant: { grantId: row.grant_id, profileId: row.profile_id, projectId, agreedAt: row.created_at },
        how: row.how,
        serial: row.serial,
      }
    : undefined;
}

async function addToken(trx: Database, grantId: number, serial: number): Promise<string> {
  const token = newToken();
  await trx
    .insertInto('grant_tokens')
    .values({ digest: sha256(token), grant_id: grantId, serial })
    .execute();
  return token;
}
