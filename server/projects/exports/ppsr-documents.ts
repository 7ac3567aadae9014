/** Reads stored projects as documents of PPSR Core, as many as fit into one reply. */
import type { PpsrResult } from '../../../src/contract/ppsr/result.ts';
import type { Store } from '../../db/store.ts';
import { chunks } from '../chunks.ts';
import { ppsrDocument } from './ppsr-document.ts';

/** Characters of stored fields in one reply: outlines are long, and parsing them blocks the event loop. */
const maxCharacters = 2_000_000;

export function ppsrDocuments({ directory }: Pick<Store, 'directory'>, baseUrl: string) {
  return {
    /** Returns how many of these projects, in order, fit into one reply (at least one). */
    async countFitting(ids: number[]): Promise<number> {
      let left = maxCharacters;
      let fit = 0;
      for (const some of chunks(ids)) {
        const rows = await directory
          .selectFrom('projects')
          .select((of) => ['project_id', of.fn<number>('length', ['fields']).as('length')])
          .where('project_id', 'in', some)
          .execute();
        const lengths = new Map(rows.map(({ project_id, length }) => [project_id, Number(length)]));
        for (const id of some) {
          left -= lengths.get(id) ?? 0;
          if (left < 0) return Math.max(1, fit);
          fit += 1;
        }
      }
      return fit;
    },

    /** Documents by id; a project that was deleted since is left out. */
    async read(ids: number[]): Promise<Map<number, PpsrResult>> {
      const documents = new Map<number, PpsrResult>();
      for (const some of chunks(ids)) {
        const rows = await directory
          .selectFrom('projects')
          .select(['project_id', 'fields', 'picture', 'created_at', 'updated_at'])
          .where('project_id', 'in', some)
          .execute();
        for (const row of rows) documents.set(row.project_id, ppsrDocument(row, baseUrl));
      }
      return documents;
    },
  };
}
