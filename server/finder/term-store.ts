/** The words that projects have, whether shown or not: never answered as they are. */
import { sql } from 'kysely';
import type { Store } from '../db/store.ts';

export type Terms = ReturnType<typeof finderTerms>;

/** More words than these may begin as the last word of a search does. */
export const mostBeginnings = 50;
const mostCandidates = 200;
/** Shorter beginnings have more words than anybody wants, and their stems begin with them. */
const leastBeginning = 4;

export function finderTerms({ directory }: Store) {
  return {
    /** Words that begin so, the commonest first; undefined where that would be too many. */
    async beginning(letters: string): Promise<string[] | undefined> {
      if (letters.length < leastBeginning) return undefined;
      const { rows } = await sql<{ term: string }>`
        select term from search_terms where term > ${letters} and term < ${`${letters}\u{10ffff}`} and projects > 0
        order by projects desc, term limit ${mostBeginnings}`.execute(directory);
      return rows.map(({ term }) => term);
    },

    /** Words that share one of these slips, the commonest first. */
    async slipping(slips: string[]): Promise<{ term: string; projects: number }[]> {
      if (slips.length === 0) return [];
      const { rows } = await sql<{ term: string; projects: number }>`
        select distinct t.term, t.projects from search_slips s join search_terms t on t.term = s.term
        where s.slip in (${sql.join(slips)}) and t.projects > 0
        order by t.projects desc, t.term limit ${mostCandidates}`.execute(directory);
      return rows.map(({ term, projects }) => ({ term, projects: Number(projects) }));
    },
  };
}
