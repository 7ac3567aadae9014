/** The words of all projects, hidden ones included: used to correct spellings, and never sent as they are. */
import { sql } from 'kysely';
import type { Store } from '../../db/store.ts';

export type Terms = ReturnType<typeof finderTerms>;

/** Prefix expansion: a prefix stands for at most this many words. */
export const maxBeginnings = 50;
const maxCandidates = 200;
/** Shorter prefixes expand to too many words, and match stems by themselves. */
const minPrefixLength = 4;

export function finderTerms({ directory }: Store) {
  return {
    /** Words with this prefix, the commonest first; undefined if the prefix is too short. */
    async beginning(letters: string): Promise<string[] | undefined> {
      if (letters.length < minPrefixLength) return undefined;
      const { rows } = await sql<{ term: string }>`
        select term from search_terms where term > ${letters} and term < ${`${letters}\u{10ffff}`} and projects > 0
        order by projects desc, term limit ${maxBeginnings}`.execute(directory);
      return rows.map(({ term }) => term);
    },

    /** Words that share one of these keys of misspellings (symmetric deletes), the commonest first. */
    async spelledLike(keys: string[]): Promise<{ term: string; projects: number }[]> {
      if (keys.length === 0) return [];
      const { rows } = await sql<{ term: string; projects: number }>`
        select distinct t.term, t.projects from search_slips s join search_terms t on t.term = s.term
        where s.slip in (${sql.join(keys)}) and t.projects > 0
        order by t.projects desc, t.term limit ${maxCandidates}`.execute(directory);
      return rows.map(({ term, projects }) => ({ term, projects: Number(projects) }));
    },
  };
}
