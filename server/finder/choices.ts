/** The choices that narrow a search, each with the number of projects that it would leave. */
import activities from '../../src/catalogue/activities.json' with { type: 'json' };
import topics from '../../src/catalogue/topics.json' with { type: 'json' };
import unRegions from '../../src/catalogue/un-regions.json' with { type: 'json' };
import {
  listFilterNames,
  listFilterRows,
  type Choice,
  type FinderAsked,
  type FinderPage,
  type ListFilterName,
} from '../../src/contract/pages/finder.ts';
import { regionCodes, regionName } from '../places/gazetteer.ts';
import { isPlain, type PageRead } from './read-page.ts';
import type { SearchResult } from './result-page.ts';
import type { Search } from './search.ts';

/** Above this many results, choices have no counts: counting would take too long. */
const maxCounted = 2000;
/** The same for a search without words and place, whose counts are cached: as many as results are counted. */
const maxPlainCounted = 10_000;

/** The tags that are counted, each with the field of the form that chooses it. */
type ChoiceKind = 'topic' | 'activity' | 'un' | 'in' | 'programme' | 'home' | 'open' | ListFilterName;
const fieldOf = {
  topic: 'topic',
  activity: 'activity',
  un: 'UN',
  in: 'in',
  programme: 'programme',
  home: 'home',
  open: 'ended',
  ...(Object.fromEntries(listFilterNames.map((name) => [name, name])) as {
    [Name in ListFilterName]: Name;
  }),
} satisfies Record<ChoiceKind, keyof FinderAsked>;
const kinds = Object.keys(fieldOf) as ChoiceKind[];

/** How many projects each choice would leave; undefined for kinds that were not counted. */
export type ChoiceCounts = (kind: ChoiceKind) => Map<string, number> | undefined;

/** Counts each list without its own filter, and with all others. */
export async function countsOf(search: Search, read: PageRead): Promise<ChoiceCounts> {
  if (!isPlain(read)) return countUpTo(maxCounted, search, read);
  const { asked, more } = read;
  const keeping = await search.kept();
  return keeping(`counts ${JSON.stringify([asked, { ...more, sort: undefined }])}`, () =>
    countUpTo(maxPlainCounted, search, read),
  );
}

async function countUpTo(max: number, search: Search, read: PageRead): Promise<ChoiceCounts> {
  const isChosen = (kind: ChoiceKind) => (kind === 'open') === (read.typed[fieldOf[kind]] === '');
  const chosen = kinds.filter(isChosen);
  const others = kinds.filter((kind) => !isChosen(kind));
  const counted = new Map<ChoiceKind, Map<string, number>>();
  const count = async (counting: ChoiceKind[], { asked, more }: Pick<PageRead, 'asked' | 'more'>) => {
    const { ids, total } = await search.idsOf(asked, more, max);
    if (total > ids.length) return;
    for (const kind of counting) counted.set(kind, new Map());
    for (const { kind, name, projects } of await search.directory.tagCounts(ids, counting))
      counted.get(kind as ChoiceKind)?.set(name, projects);
  };
  await Promise.all([count(others, read), ...chosen.map((kind) => count([kind], without(kind, read)))]);
  return (kind) => counted.get(kind);
}

/** The results of a search that have ended; they are counted like results where the choices have no counts. */
export async function endedOf(
  search: Search,
  { asked, more }: PageRead,
  counts: ChoiceCounts,
): Promise<Pick<SearchResult, 'total' | 'total_at_least'>> {
  const counted = counts('open');
  if (counted) return { total: counted.get('no') ?? 0 };
  const tags = more.tags?.filter(({ kind }) => kind !== 'open') ?? [];
  return search.countOf(asked, { ...more, tags: [...tags, { kind: 'open', name: 'no' }] });
}

function without(kind: ChoiceKind, { asked, more }: PageRead): Pick<PageRead, 'asked' | 'more'> {
  const tags = more.tags?.filter((tag) => tag.kind !== kind);
  const field = fieldOf[kind];
  const left = { ...asked, [field]: undefined };
  return { asked: left, more: { ...more, tags: tags?.length ? tags : undefined } };
}

/** Leaves out choices without results, unless they are chosen. */
export async function choicesOf(
  search: Search,
  typed: FinderAsked,
  counts: ChoiceCounts,
): Promise<FinderPage['choices']> {
  const keeping = await search.kept();
  const listed = (kind: 'un' | 'in', codes: string[]) =>
    keeping(`listed ${kind}`, () => search.directory.listed(kind, codes));
  const choices = (kind: ChoiceKind, all: { value: string; text: string }[]): Choice[] => {
    const counted = counts(kind);
    if (!counted) return all;
    return all
      .map((choice) => ({ ...choice, count: counted.get(choice.value) ?? 0 }))
      .filter(({ value, count }) => count > 0 || value === typed[fieldOf[kind]]);
  };
  const named = (list: { name: string }[]) => list.map(({ name }) => ({ value: name, text: name }));
  const un = await listed(
    'un',
    unRegions.map(({ code }) => code),
  );
  return {
    topic: choices('topic', named(topics)),
    activity: choices('activity', named(activities)),
    UN: choices(
      'un',
      unRegions
        .filter(({ code }) => un.includes(code))
        .map(({ code, name }) => ({ value: code, text: name })),
    ),
    programme: choices(
      'programme',
      (await keeping('programmes', () => search.directory.programmes())).all.map(({ id, name }) => ({
        value: String(id),
        text: name,
      })),
    ),
    in: choices('in', regionChoices(await listed('in', regionCodes()))),
    ...(Object.fromEntries(
      listFilterRows.map(([name, { values, mayTellNothing }]) => {
        const offered = choices(name, named(values.map((value) => ({ name: value }))));
        return [name, mayTellNothing && typed[name] === '' ? telling(offered) : offered];
      }),
    ) as Record<ListFilterName, Choice[]>),
  };
}

/** No choices where each leaves as many projects as the others. */
const telling = (choices: Choice[]): Choice[] => {
  const isCounted = choices.every(({ count }) => count !== undefined);
  return isCounted && new Set(choices.map(({ count }) => count)).size < 2 ? [] : choices;
};

/** Countries by name, each followed by its states. */
function regionChoices(codes: string[]): { value: string; text: string }[] {
  const full = (code: string) => {
    const [country = '', state] = code.split('-');
    return [regionName(country) ?? country, ...(state ? [regionName(code) ?? code] : [])];
  };
  return codes
    .map((code) => ({ value: code, text: full(code).join(': ') }))
    .sort((one, other) => (one.text < other.text ? -1 : 1));
}
