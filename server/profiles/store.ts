/** Profiles in the database: found by a keyed digest of the address, never by the address. */
import { sql } from 'kysely';
import { dayLong, dayOf } from '../text/day.ts';
import type { PostgresQuery } from '../db/postgres/connections.ts';
import { groupCommit } from '../db/group-commit.ts';
import { randomId } from '../db/ids.ts';
import type { Store } from '../db/store.ts';
import type { Peppers } from '../pepper/live.ts';
import type { Forms } from '../pepper/ring.ts';
import type { NewProfile } from './open-sqlite.ts';

export type ProfileRow = { profile_id: number; account_id: number | null; used_day: string };
export type ProfileStore = ReturnType<typeof profileStore>;

export function profileStore(store: Store, peppers: Peppers) {
  const { db } = store;
  const find = finder(store);
  const open = groupCommit<NewProfile, number | null>((profiles) =>
    store.engine === 'sqlite'
      ? store.sqlite.write('openProfiles', profiles)
      : openProfiles(store.query, profiles),
  );

  return {
    find,

    /**
     * Returns the profile of an address's digest, and opens one if there is none; concurrent first look-ups get one id.
     * `formsOf` is called again if the pepper was changed in between.
     */
    async findOrOpen(
      formsOf: () => Forms,
      now: number,
    ): Promise<{ profileId: number; accountId: number | undefined }> {
      const guard = peppers.guard();
      const forms = formsOf();
      const row = await find(forms);
      if (!row) {
        const [digest] = forms;
        const profileId = await open({ digest, profileId: randomId(), day: dayOf(now), now, guard });
        if (profileId !== null) return { profileId, accountId: undefined };
        await peppers.refresh();
        return this.findOrOpen(formsOf, now);
      }
      // Mappings that were not used for long are deleted; a month's precision is enough for that.
      if (row.used_day < dayOf(now - 30 * dayLong))
        await db
          .updateTable('profiles')
          .set({ used_day: dayOf(now) })
          .where('profile_id', '=', row.profile_id)
          .execute();
      return { profileId: row.profile_id, accountId: row.account_id ?? undefined };
    },

    async exists(profileId: number): Promise<boolean> {
      const row = await db
        .selectFrom('profiles')
        .select('profile_id')
        .where('profile_id', '=', profileId)
        .executeTakeFirst();
      return row !== undefined;
    },

    /**
     * Whether an account may look up an address on a day: only the first `max` different ones. A refused address takes
     * no place, so earlier addresses can still be looked up again.
     */
    mayTry: (accountId: number, day: string, digest: string, max: number): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        // Serialized per account, so that the last place is given once. SQLite has one writer anyway.
        if (store.engine === 'postgres')
          await sql`select 1 from accounts where account_id = ${accountId} for update`.execute(trx);
        await sql`insert into trial_lookups (account_id, day, digest)
          select cast(${accountId} as bigint), ${day}, ${digest} where
          (select count(*) from trial_lookups where account_id = ${accountId} and day = ${day}) < ${max}
          on conflict do nothing`.execute(trx);
        const row = await trx
          .selectFrom('trial_lookups')
          .select('digest')
          .where('account_id', '=', accountId)
          .where('day', '=', day)
          .where('digest', '=', digest)
          .executeTakeFirst();
        return row !== undefined;
      }),
  };
}

/**
 * Finds all profiles of one event-loop turn at once, even where a single look-up takes microseconds: requests that are
 * read and answered together cost half as much.
 */
function finder(store: Store): (forms: Forms) => Promise<ProfileRow | undefined> {
  if (store.engine === 'sqlite') {
    // One statement, so that a row that is being moved to another pepper is found in one form or the other.
    const statement = (places: string) =>
      store.sqlite.reading(`select p.profile_id, p.account_id, p.used_day from digests d
        join profiles p on p.profile_id = d.profile_id where d.digest in (${places})`);
    const [ofOne, ofTwo, ofThree] = [statement('?'), statement('?, ?'), statement('?, ?, ?')];
    const { together } = store.sqlite;
    return groupCommit(async (all: Forms[]) =>
      together(() => all.map((forms) => [ofOne, ofTwo, ofThree][forms.length - 1]?.get(...forms))),
    ) as (forms: Forms) => Promise<ProfileRow | undefined>;
  }
  const { query } = store;
  return groupCommit(async (all: Forms[]) => {
    const { rows } = await query<ProfileRow & { digest: string }>(
      `select d.digest, p.profile_id, p.account_id, p.used_day from digests d
      join profiles p on p.profile_id = d.profile_id where d.digest = any($1::text[])`,
      [[...new Set(all.flat())]],
    );
    const byDigest = new Map<string, ProfileRow | undefined>(rows.map((row) => [row.digest, row]));
    return all.map((forms) => forms.map((form) => byDigest.get(form)).find((row) => row !== undefined));
  }) as (forms: Forms) => Promise<ProfileRow | undefined>;
}

/**
 * Returns null for a digest whose guard no longer holds. The lock keeps the pepper from being changed before the row is
 * committed: two processes would otherwise open two profiles of one address, under two peppers.
 */
async function openProfiles(query: PostgresQuery, profiles: NewProfile[]): Promise<(number | null)[]> {
  const guards = profiles.flatMap(({ guard }) => guard ?? []);
  await query(
    `with given as (
      select distinct on (digest) * from json_to_recordset($1::text::json)
        as g(digest text, "profileId" bigint, day text, now bigint, guard text) order by digest
    )${guards.length === 0 ? '' : `, held as (select value from settings where name = 'pepper_check' for share)`}
    , opened as (
      insert into digests (digest, profile_id) select digest, "profileId" from given
      ${guards.length === 0 ? '' : 'where guard is null or guard in (select value from held)'}
      on conflict do nothing returning profile_id
    )
    insert into profiles (profile_id, account_id, created_at, used_day)
    select "profileId", null, now, day from given where "profileId" in (select profile_id from opened)`,
    [JSON.stringify(profiles)],
  );
  const { rows } = await query<{ digest: string; profile_id: number }>(
    'select digest, profile_id from digests where digest = any($1::text[])',
    [profiles.map(({ digest }) => digest)],
  );
  const idOf = new Map(rows.map(({ digest, profile_id }) => [digest, profile_id]));
  return profiles.map(({ digest }) => idOf.get(digest) ?? null);
}
