/**
 * The last signs of a project's embeds on each site, for the owner's "Check my page": when one asked us for the project,
 * reported a contribution, and was refused, with the code of the refusal. Nothing about a person: of a site, which anybody
 * can forge, only a digest is stored.
 */
import { LRUCache } from 'lru-cache';
import { webUrl } from '../../src/contract/fields/web-url.ts';
import { dayLong } from '../text/day.ts';
import { inTurn } from '../db/in-turn.ts';
import type { Facts } from '../http/facts.ts';
import type { Database } from '../db/store.ts';
import type { StoredBytes } from '../limits/stored-bytes.ts';
import type { Keyed } from '../secrets/secrets.ts';

export type EmbedSign = { kind: 'loaded' | 'recorded' } | { kind: 'refused'; code: string };
export type LastSigns = {
  loaded_at: number | null;
  recorded_at: number | null;
  refused_at: number | null;
  refused_code: string | null;
};

/** Milliseconds in which the same sign is written once: a busy site must not cost a write for each visitor. */
const restsFor = 60_000;
/** Sites of one project with a row: anybody can forge an origin, and so fill the table. */
const maxSites = 50;
const longestOrigin = 255;
const keptFor = 90 * dayLong;

export type EmbedActivity = ReturnType<typeof embedActivity>;

export function embedActivity(db: Database, keyed: Keyed, storing: Pick<StoredBytes, 'mayStore'>) {
  let cache: LRUCache<string, true> | undefined;
  /** Made late: it takes room for all at once. */
  const written = () => (cache ??= new LRUCache({ max: 5000, ttl: restsFor }));

  return {
    async note(
      projectId: number,
      { origin, ip, now }: Pick<Facts, 'origin' | 'ip' | 'now'>,
      sign: EmbedSign,
    ): Promise<void> {
      if (origin === undefined || !isOfASite(origin)) return;
      const key = JSON.stringify([projectId, origin, sign]);
      if (written().has(key)) return;
      written().set(key, true);
      const site = keyed('site-sign', projectId, origin);
      const seen =
        sign.kind === 'refused'
          ? { refused_at: now, refused_code: sign.code, seen_at: now }
          : { [`${sign.kind}_at`]: now, seen_at: now };
      const { numUpdatedRows } = await db
        .updateTable('site_signs')
        .set(seen)
        .where('project_id', '=', projectId)
        .where('site', '=', site)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows > 0) return;
      // Somebody may forge an origin for each of all projects.
      if (!storing.mayStore('signs', ip, 0, now)) return;
      await inTurn(db, { project: projectId }, async (trx, hasRoom) => {
        const others = trx.selectFrom('site_signs').where('project_id', '=', projectId);
        if (!(await hasRoom(others.where('site', '!=', site), maxSites))) return;
        await trx
          .insertInto('site_signs')
          .values({ project_id: projectId, site, ...none, ...seen, seen_at: now })
          .onConflict((conflict) => conflict.columns(['project_id', 'site']).doUpdateSet(seen))
          .execute();
      });
    },

    at: (projectId: number, origin: string): Promise<LastSigns | undefined> =>
      db
        .selectFrom('site_signs')
        .select(['loaded_at', 'recorded_at', 'refused_at', 'refused_code'])
        .where('project_id', '=', projectId)
        .where('site', '=', keyed('site-sign', projectId, origin))
        .executeTakeFirst(),

    async sweep(now: number): Promise<void> {
      await db
        .deleteFrom('site_signs')
        .where('seen_at', '<', now - keptFor)
        .execute();
    },
  };
}

const none = { loaded_at: null, recorded_at: null, refused_at: null, refused_code: null };

/** Whether an Origin header names a site, as browsers write it. */
const isOfASite = (origin: string): boolean =>
  origin.length <= longestOrigin && /^https?:/.test(origin) && webUrl(origin)?.origin === origin;
