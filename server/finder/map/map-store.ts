/** Where projects are on the map of the finder. */
import { sql } from 'kysely';
import type { Store } from '../../db/store.ts';
import { amongFor } from '../../db/among.ts';
import { linesFor } from '../store.ts';

/** A point, and the number of projects that it stands for. */
export type ProjectPoint = { lng: number; lat: number; projects: number };

export type MapStore = ReturnType<typeof mapStore>;

export function mapStore({ directory, engine }: Store) {
  const lines = linesFor(engine);
  return {
    /** The middles of the areas of these projects; projects without an area on the map are left out. */
    async points(ids: number[]): Promise<ProjectPoint[]> {
      if (ids.length === 0) return [];
      const line = lines(sql`m.lng || '|' || m.lat || '|' || g.projects`);
      const { rows } = await sql<{ lines: string | null }>`select ${line} as lines
        from (select a.area_id, count(*) as projects from project_areas a
          where ${amongFor(engine)(sql`a.project_id`, ids)} group by a.area_id) g
        join area_middles m on m.area_id = g.area_id`.execute(directory);
      const serialised = rows[0]?.lines?.split('\n') ?? [];
      return serialised.map((text) => {
        const [lng = NaN, lat = NaN, projects = NaN] = text.split('|').map(Number);
        return { lng, lat, projects };
      });
    },
  };
}
