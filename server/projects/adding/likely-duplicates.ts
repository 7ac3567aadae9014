/** Projects that may be the same as another one: of the same page, with the same name, or nearly so on one site. */
import { sql, type SqlBool } from 'kysely';
import type { LikelyDuplicate } from '../../../src/contract/pages/add.ts';
import { nameKey } from '../../../src/contract/fields/same-name.ts';
import { shownIn } from '../visibility.ts';
import type { Store } from '../../db/store.ts';
import { editDistance } from '../../text/misspelling.ts';
import { siteAddress } from '../../text/site-address.ts';
import { projectHead } from '../derived/project-text.ts';

type GivenProject = { name: string; url: string; id?: number };
/** Projects with similar words, from the search; shown projects only. */
type SearchByName = (name: string) => Promise<{ id: number; title: string }[]>;

const max = 5;
/** Longer names are alike up to this many edits per letter. */
const nearName = 0.15;
/** On the same site, names may differ by half: a year or a place is added to many. */
const nearNameOnSite = 0.5;
const longestName = 120;

export type FindLikelyDuplicates = (project: GivenProject, isEditor: boolean) => Promise<LikelyDuplicate[]>;

/** To editors, projects that are not published count as well; nobody else learns of those. */
export function likelyDuplicatesFinder(
  { db }: Pick<Store, 'db'>,
  byName: SearchByName,
): FindLikelyDuplicates {
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
      .limit(max + 1)
      .execute();
    const same = rows.map((row) => ({
      id: row.project_id,
      title: row.name,
      why: site !== '' && row.site === site ? ('site' as const) : ('name' as const),
    }));
    const duplicates = name === '' ? [] : await byName(name);
    const onSite = await ofHost(db, duplicates, hostOf(site));
    const near = duplicates.flatMap((one): Omit<LikelyDuplicate, 'path'>[] => {
      const title = nameKey(one.title);
      if (isNear(title, key, nearName)) return [{ ...one, why: 'name' }];
      const isAlike =
        (key !== '' && title.includes(key)) || key.includes(title) || isNear(title, key, nearNameOnSite);
      return onSite.has(one.id) && isAlike ? [{ ...one, why: 'host' }] : [];
    });
    const all = new Map([...near, ...same].map((one) => [one.id, one]));
    if (id !== undefined) all.delete(id);
    return [...all.values()]
      .slice(0, max)
      .map((one) => ({ ...one, path: projectHead(one.id, one.title).path }));
  };
}

const isNear = (one: string, other: string, max: number): boolean => {
  const longest = Math.max(one.length, other.length);
  return longest <= longestName && editDistance(one, other) <= longest * max;
};

const hostOf = (site: string): string => site.split(/[/?]/, 1)[0] ?? '';

/** Those of the given projects whose page is on this host. */
async function ofHost(db: Store['db'], projects: { id: number }[], host: string): Promise<Set<number>> {
  if (projects.length === 0 || host === '') return new Set();
  const rows = await db
    .selectFrom('projects')
    .select(['project_id', 'site'])
    .where(
      'project_id',
      'in',
      projects.map(({ id }) => id),
    )
    .execute();
  return new Set(rows.filter(({ site }) => hostOf(site) === host).map((row) => row.project_id));
}
