/**
 * Caches keys for a second: an owner's server calls many times a second with one key. The consequence is in the
 * reference: a revoked key stops within a second, and at once in this process.
 */
import { LRUCache } from 'lru-cache';
import type { KeyRow } from './store.ts';

const goodFor = 1000;
const mostKept = 10_000;

export function remembered(find: (digest: string) => Promise<KeyRow | undefined>) {
  const kept = new LRUCache<string, { row: KeyRow; until: number }>({ max: mostKept });
  return {
    forget: () => kept.clear(),

    async find(digest: string, now: number): Promise<KeyRow | undefined> {
      const known = kept.get(digest);
      if (known && now < known.until && now >= known.until - goodFor) return known.row;
      const row = await find(digest);
      if (!row) return undefined;
      kept.set(digest, { row, until: now + goodFor });
      return row;
    },
  };
}
