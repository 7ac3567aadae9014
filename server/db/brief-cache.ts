/**
 * Caches rows that every request of a client needs, such as its API key, for half a second: a change by another process
 * counts within this time, one by this process at once.
 */
import { LRUCache } from 'lru-cache';

/** Milliseconds. */
export const goodFor = 500;
const maxRows = 10_000;

export function brieflyCached<Row extends object>(find: (id: string) => Promise<Row | undefined>) {
  const cached = new LRUCache<string, { row: Row; until: number }>({ max: maxRows });
  return {
    forget: () => cached.clear(),

    async find(id: string, now: number): Promise<Row | undefined> {
      const known = cached.get(id);
      if (known && now < known.until && now >= known.until - goodFor) return known.row;
      const row = await find(id);
      if (!row) return undefined;
      cached.set(id, { row, until: now + goodFor });
      return row;
    },
  };
}
