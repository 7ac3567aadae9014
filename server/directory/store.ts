/** The shown projects as search engines and feed readers request them. */
import { sql } from 'kysely';
import { cardIn, type StoredCard } from '../projects/derived/project-text.ts';
import type { FinderResult } from '../../src/contract/api/finder.ts';
import type { Glance } from '../../src/contract/pages/finder.ts';
import type { OutcomeSaid } from '../../src/contract/pages/outcomes.ts';
import { saidOf } from '../outcomes/said.ts';
import type { OutcomeTables } from '../outcomes/schema.ts';
import { shownIn } from '../projects/visibility.ts';
import type { Store } from '../db/store.ts';

/** `translations`: the codes of the languages that it is translated into. */
export type ListedProject = { id: number; name: string; updatedAt: number; translations: string[] };

export type NewestProject = {
  id: number;
  card: FinderResult;
  organisation: string;
  publishedAt: number;
  updatedAt: number;
};

/** An outcome of a project that everybody sees. */
export type NewestOutcome = OutcomeSaid & { projectId: number; name: string; shownAt: number };

export type DirectoryStore = ReturnType<typeof directoryStore>;

const isShown = sql.raw(shownIn('p'));

export function directoryStore({ directory }: Pick<Store, 'directory'>) {
  return {
    async count(): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from projects p where ${isShown}`.execute(directory);
      return Number(rows[0]?.count);
    },

    /** The projects by id, without the first `skipped`. */
    async listed(skipped: number, max: number): Promise<ListedProject[]> {
      const { rows } = await sql<{
        project_id: number;
        name: string;
        updated_at: number;
        card: string | null;
      }>`
        select p.project_id, p.name, p.updated_at,
          case when p.card like '%"translations":{%' then p.card end as card from projects p where ${isShown}
        order by p.project_id limit ${max} offset ${skipped}`.execute(directory);
      return rows.map(({ project_id: id, name, updated_at, card }) => ({
        id,
        name,
        updatedAt: updated_at,
        translations: Object.keys((JSON.parse(card ?? '{}') as Partial<StoredCard>).translations ?? {}),
      }));
    },

    /** The outcomes that were shown last, the newest first, for a reader of a language. */
    async newestOutcomes(max: number, lang: string | undefined): Promise<NewestOutcome[]> {
      const { rows } = await sql<OutcomeTables['outcomes'] & { name: string }>`
        select o.*, p.name from outcomes o join projects p on p.project_id = o.project_id
        where o.state = 'shown' and ${isShown} order by o.shown_at desc limit ${max}`.execute(directory);
      return rows.map(({ name, ...row }) => ({
        ...saidOf(row, lang),
        projectId: row.project_id,
        name,
        shownAt: row.shown_at ?? row.created_at,
      }));
    },

    /** The projects that were published last, the newest first, for a reader of a language. */
    async newest(max: number, lang: string | undefined): Promise<NewestProject[]> {
      const { rows } = await sql<{
        project_id: number;
        card: string;
        glance: string;
        published_at: number;
        updated_at: number;
      }>`
        select p.project_id, p.card, p.glance, p.published_at, p.updated_at from projects p where ${isShown}
        order by p.published_at desc, p.project_id desc limit ${max}`.execute(directory);
      return rows.map((row) => ({
        id: row.project_id,
        card: cardIn(JSON.parse(row.card) as StoredCard, lang),
        organisation: (JSON.parse(row.glance) as Glance).organisation,
        publishedAt: row.published_at,
        updatedAt: row.updated_at,
      }));
    },
  };
}
