/** The origins that published projects have by their own address. */
import { sql, type SqlBool, type Transaction } from 'kysely';
import type { Tables } from '../db/schema.ts';
import { publishedIn } from './visibility.ts';
import { ownOrigin } from './origins.ts';
import { chunks } from './chunks.ts';

/** Registers the origins of published projects' addresses, and removes those of earlier addresses. */
export async function registerUrls(trx: Transaction<Tables>, ids: number[], now: number): Promise<void> {
  for (const some of chunks(ids)) {
    const published = await trx
      .selectFrom('projects')
      .select(['project_id', 'url'])
      .where('project_id', 'in', some)
      .where(sql.raw<SqlBool>(publishedIn('projects')))
      .execute();
    const rows = published.flatMap(({ project_id, url }) => {
      const origin = ownOrigin(url);
      return origin === undefined ? [] : [{ project_id, origin, how: 'url' as const, created_at: now }];
    });
    await trx
      .deleteFrom('project_origins')
      .where('how', '=', 'url')
      .where('project_id', 'in', some)
      .execute();
    if (rows.length === 0) continue;
    // An origin that an editor registered stays.
    await trx
      .insertInto('project_origins')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}
