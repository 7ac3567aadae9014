/** Projects that may be the same as another one: of the same site and page, or with the same name. */
import { sql, type SqlBool } from 'kysely';
import type { Alike } from '../../../src/contract/add-page.ts';
import { nameKey } from '../../../src/contract/same-name.ts';
import { shownIn } from '../../db/standing.ts';
import type { Store } from '../../db/store.ts';
import { editDistance } from '../../text/misspelling.ts';
import { siteAddress } from '../../text/site-address.ts';
import { projectHead } from '../project-text.ts';

type GivenProject = { name: string; url: string; id?: number };
/** Projects with similar words, from the search; shown projects only. */
type SearchByName = (name: string) => Promise<{ id: number; title: string }[]>;

const most = 5;
/** Longer names are alike up to this many edits per letter. */
const nearName = 0.15;
const longestName = 120;

export type FindAlike = (given: GivenProject, isEditor: boolean) => Promise<Alike[]>;

/** To editors, projects that are not published count as well; nobody else learns of those. */
export function alikeFinder({ db }: Pick<Store, 'db'>, byName: SearchByName): FindAlike {
  return async ({ name, url, id }, isEditor) => {
    const key = nameKey(name.slice(0, 300));
    const site = siteAddress(url) ?? '';
    if (key === '' && site === '') return [];
    const rows = await db
      .selectFrom('projects as p')
      .select(['p.project_id', 'p.name', 'p.site'])
      .where((of) =>
        of.or([
          ...(key === '' ? [] : [of('p.name_key', '=', key)]),
          ...(site === '' ? [] : [of('p.site', '=', site)]),
        ]),
      )
      .$if(!isEditor, (query) => query.where(sql.raw<SqlBool>(shownIn('p'))))
      .orderBy('p.project_id')
      .limit(most + 1)
      .execute();
    const same = rows.map((row) => ({
      id: row.project_id,
      title: row.name,
      why: site !== '' && row.site === site ? ('site' as const) : ('name' as const),
    }));
    const near = (name === '' ? [] : await byName(name))
      .filter((found) => isNear(nameKey(found.title), key))
      .map((found) => ({ ...found, why: 'name' as const }));
    const all = new Map([...near, ...same].map((found) => [found.id, found]));
    if (id !== undefined) all.delete(id);
    return [...all.values()]
      .slice(0, most)
      .map((found) => ({ ...found, path: projectHead(found.id, found.title).path }));
  };
}

const isNear = (one: string, other: string): boolean => {
  const longest = Math.max(one.length, other.length);
  return longest <= longestName && editDistance(one, other) <= longest * nearName;
};
