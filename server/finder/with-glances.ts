/** Cards of our own pages: finder results with the further facts on a card. */
import type { ProjectCardData } from '../../src/contract/pages/finder.ts';
import type { FinderResult } from '../../src/contract/api/finder.ts';
import type { Directory } from './directory.ts';

export async function withGlances(
  directory: Directory,
  results: FinderResult[],
  lang: string | undefined,
): Promise<ProjectCardData[]> {
  const ids = results.map(({ id }) => id);
  const glances = await directory.glances(ids, lang);
  return results.flatMap((result) => {
    const glance = glances.get(result.id);
    return glance ? [{ ...result, glance }] : [];
  });
}
