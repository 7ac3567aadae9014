/** The tags of the open programmes that list projects, by the project. */
import type { Database } from '../../db/store.ts';
import type { Tag } from './tags.ts';

export async function programmeTags(trx: Database, projects: number[]): Promise<Map<number, Tag[]>> {
  if (projects.length === 0) return new Map();
  const rows = await trx
    .selectFrom('programme_projects as l')
    .innerJoin('programmes as p', 'p.programme_id', 'l.programme_id')
    .select(['l.project_id', 'l.programme_id'])
    .where('l.project_id', 'in', projects)
    .where('l.state', '=', 'listed')
    .where('p.state', '=', 'open')
    .execute();
  const byProject = Map.groupBy(rows, (row) => row.project_id);
  return new Map(
    [...byProject].map(([id, all]) => [
      id,
      all.map((row) => ({ kind: 'programme', name: String(row.programme_id) })),
    ]),
  );
}
