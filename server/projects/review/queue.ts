/** The review queue, oldest first. It is one indexed column, so ten thousand entries stay fast. */
import { sql, type SqlBool } from 'kysely';
import type { QueueFilter } from '../../../src/contract/pages/review.ts';
import { namePattern } from '../project-queries.ts';
import { publishedIn } from '../visibility.ts';
import type { Store } from '../../db/store.ts';

export type QueueRow = {
  project_id: number;
  name: string;
  origin: string;
  review_since: number;
  /** The change that awaits review; null for a new project. */
  fields: string | null;
  is_asked: number;
  is_answered: number;
};

type QueueQuery = { filter: QueueFilter; q: string };

/** A question of this stay in the queue that has no answer yet, or one that has. */
const isAsked = sql`exists (select 1 from project_acts a where a.project_id = p.project_id
  and a.act = 'asked' and a.about is null and a.at >= p.review_since)`;
const isAnswered = sql`exists (select 1 from project_acts a where a.project_id = p.project_id
  and a.act = 'answered' and a.at >= p.review_since)`;

const conditions: Record<QueueFilter, ReturnType<typeof sql>> = {
  all: sql`p.review_since is not null`,
  new: sql`p.review_since is not null and not (${sql.raw(publishedIn('p'))})`,
  changes: sql`p.review_since is not null and ${sql.raw(publishedIn('p'))}`,
  asked: sql`p.review_since is not null and ${isAsked}`,
  answered: sql`p.review_since is not null and ${isAnswered}`,
};

const where = ({ filter, q }: QueueQuery) => {
  const pattern = namePattern(q.slice(0, 200));
  return pattern === undefined
    ? conditions[filter]
    : sql`${conditions[filter]} and p.name_key like ${pattern} escape '\\'`;
};

export function reviewQueue({ db }: Pick<Store, 'db'>) {
  return {
    async list(query: QueueQuery, limit: number, offset: number): Promise<QueueRow[]> {
      const { rows } = await sql<QueueRow>`
        select p.project_id, p.name, p.origin, p.review_since, v.fields,
          case when ${isAsked} then 1 else 0 end as is_asked,
          case when ${isAnswered} then 1 else 0 end as is_answered
        from (select * from projects p where ${where(query)}
          order by p.review_since, p.project_id limit ${limit} offset ${offset}) p
        left join project_versions v on v.project_id = p.project_id and v.state = 'awaiting_review'
        order by p.review_since, p.project_id`.execute(db);
      return rows;
    },

    async count(query: QueueQuery): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from projects p where ${where(query)}`.execute(db);
      return Number(rows[0]?.count ?? 0);
    },

    /** Counts the entries that have waited since before a moment. */
    async late(before: number): Promise<number> {
      const row = await db
        .selectFrom('projects')
        .select((of) => of.fn.countAll<number>().as('count'))
        .where('review_since', '<', before)
        .executeTakeFirst();
      return Number(row?.count ?? 0);
    },

    /** The project after another one in the filtered queue; the first if there is none after it. */
    async next(id: number, since: number | null, filter: QueueFilter): Promise<number | undefined> {
      const first = (after: ReturnType<typeof sql<SqlBool>>) =>
        db
          .selectFrom('projects as p')
          .select('p.project_id')
          .where(sql<SqlBool>`${conditions[filter]}`)
          .where('p.project_id', '!=', id)
          .where(after)
          .orderBy('p.review_since')
          .orderBy('p.project_id')
          .limit(1)
          .executeTakeFirst();
      const later =
        since === null
          ? undefined
          : await first(sql<SqlBool>`(p.review_since, p.project_id) > (${since}, ${id})`);
      return (later ?? (await first(sql<SqlBool>`1 = 1`)))?.project_id;
    },
  };
}

export type ReviewQueueStore = ReturnType<typeof reviewQueue>;
