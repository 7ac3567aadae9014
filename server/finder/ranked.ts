/**
 * Ranks the results of a search in two phases: the index finds candidates tier by tier, first projects with the words
 * in the title, then those with them as tags; only the first candidates are scored, and all other results follow by id.
 */
import { lexeme, type LexemeQuery } from './words/lexemes.ts';
import { fewAreas, isAboutAreas, narrowing, type Filters } from './filters.ts';
import { counted, type CachedLookup } from './directory-cache.ts';
import { scorerFor, type Weighed } from './score.ts';
import { allWanted, wanted, type ExpandedWord } from './words/query-words.ts';
import { type CandidateProject, type FinderStore } from './store.ts';

/** At most this many candidates are scored. */
const maxScored = 200;

/** Only this many results are ranked: nobody turns that many pages. */
const maxRank = 10_000;

/** If fewer projects have all the words of a search, projects with most of the words follow them. */
const fewResults = 10;
/** Projects with a smaller share of the words' weight are left out, unless no project has all the words. */
const minCoverage = 0.4;

/** The first ids in their order; `total` is counted up to one more than `maxCounted`; `areas` of small sets only. */
export type Ranked = { ids: number[]; total: number; areas?: Map<number, number> };

/** `isLoose`: no project has all of the words, whatever the filters. */
export type Closest = Ranked & { isLoose: boolean };

/** `whole`: all words of the search, stop words included: a title may consist of them. Its stems in each language. */
type Ranking = {
  filters: Filters;
  sought: ExpandedWord[];
  whole: string[][];
  max: number;
  kept: CachedLookup;
};

/** The scored results, and the query of all others. */
type Best = Ranked & { others?: LexemeQuery };

function ranked(candidates: CandidateProject[], sought: Weighed[], least = 0): number[] {
  const scoreOf = scorerFor(sought);
  return candidates
    .map(({ id, text }) => ({ id, ...scoreOf(text) }))
    .filter(({ coverage }) => coverage >= least)
    .sort((one, other) => other.score - one.score || one.id - other.id)
    .map(({ id }) => id);
}

/** Projects with all the words; first those that have them in the title, then those that have them in tags. */
async function inTiers(
  store: FinderStore,
  { filters, sought, whole, kept }: Ranking,
  weights: number[],
): Promise<Best> {
  const narrow = narrowing(filters);
  const others: LexemeQuery = { all: [...allWanted(sought, 'anywhere'), ...narrow] };
  const [title, tags] = [allWanted(sought, 'title'), allWanted(sought, 'tags')];
  const tiers: LexemeQuery[] = [
    { all: [{ any: whole.map(lexeme.wholeTitle) }, ...narrow] },
    { all: [...title, lexeme.shortTitle, ...narrow] },
    { all: [...title, ...narrow] },
    ...sought.flatMap(({ name }) =>
      name ? [{ all: [...tags, { any: name.languages.map(lexeme.language) }, ...narrow] }] : [],
    ),
    { all: [...tags, ...narrow] },
    others,
  ];
  const [candidates, total] = await Promise.all([
    store.candidates(tiers, filters, { max: maxScored, headsDecide: true }),
    counted(store, others, filters, kept),
  ]);
  return { ids: ranked(candidates, withWeights(sought, weights)), total, others };
}

/** Projects with most of the words: with all of them, then all but one, down to the rarest words alone. */
async function inParts(
  store: FinderStore,
  filters: Filters,
  { sought, weights, least }: KnownTerms,
): Promise<Best> {
  const narrow = narrowing(filters);
  const tiers = parts(sought, weights).flatMap((part): LexemeQuery[] => [
    { all: [...allWanted(part, 'tags'), ...narrow] },
    { all: [...allWanted(part, 'anywhere'), ...narrow] },
  ]);
  const candidates = await store.candidates(tiers, filters, { max: maxScored, headsDecide: false });
  const ids = ranked(candidates, withWeights(sought, weights), least);
  return { ids, total: ids.length };
}

/** Scores each of the few projects that have these areas. */
async function ofFew(
  store: FinderStore,
  { filters }: Ranking,
  areas: number[],
  wanted: ExpandedWord[][],
  { sought, weights, least }: KnownTerms,
): Promise<Ranked> {
  const few = await store.ofFew(areas, wanted, filters);
  const ids = ranked(few.candidates, withWeights(sought, weights), least);
  return { ids, total: ids.length, areas: few.areas };
}

export function ranker(store: FinderStore) {
  /** The scored results are the same for every page, and for every place if the filters name no areas: cached. */
  const withOthers = async (
    { filters, sought, whole, max, kept }: Ranking,
    find: () => Promise<Best>,
  ): Promise<Ranked> => {
    const { ids, total, others } = await (isAboutAreas(filters)
      ? find()
      : kept(`best ${JSON.stringify([filters, sought, whole])}`, find));
    if (!others || total <= ids.length || ids.length >= max) return { ids, total };
    const among = new Set(ids);
    const further = await store.ids(others, filters, { max: Math.min(max, maxRank), total });
    return { ids: [...ids, ...further.filter((id) => !among.has(id))].slice(0, maxRank), total };
  };

  const ofAll = (ranking: Ranking, weights: number[]): Promise<Ranked> => {
    const { sought, filters } = ranking;
    const areas = fewAreas(filters);
    return areas
      ? ofFew(store, ranking, areas, [sought], { sought, weights, least: 0 })
      : withOthers(ranking, () => inTiers(store, ranking, weights));
  };

  return {
    /** Projects with all these words. */
    ofAll: (ranking: Ranking): Promise<Ranked> =>
      ofAll(
        ranking,
        ranking.sought.map(() => 1),
      ),

    /** Projects with all these words and, if those are few, the closest others. Filters do not change the weights. */
    async closest(ranking: Ranking): Promise<Closest> {
      const { filters, sought, kept } = ranking;
      if (sought.length < 2) return { ...(await ofAll(ranking, [1])), isLoose: false };
      const [having = 0, ...each] = await Promise.all(
        [{ all: allWanted(sought, 'anywhere') }, ...sought.map((word) => wanted(word, 'anywhere'))].map(
          (query) => counted(store, query, {}, kept),
        ),
      );
      const weights = each.map(weightOf);
      const isLoose = having === 0;
      if (having >= fewResults) return { ...(await ofAll(ranking, weights)), isLoose };
      const isKnown = (_: unknown, at: number) => each[at] !== 0;
      const known = {
        sought: sought.filter(isKnown),
        weights: weights.filter(isKnown),
        least: isLoose ? 0 : minCoverage,
      };
      if (known.sought.length === 0) return { ids: [], total: 0, isLoose };
      const areas = fewAreas(filters);
      const ordered = areas
        ? await ofFew(store, ranking, areas, parts(known.sought, known.weights), known)
        : await withOthers(ranking, () => inParts(store, filters, known));
      return { ...ordered, isLoose };
    },
  };
}

/** The words of a search that at least one project has. */
type KnownTerms = { sought: ExpandedWord[]; weights: number[]; least: number };

/** Inverse document frequency: a word that few projects have weighs more. */
const weightOf = (projects: number): number => 1 / Math.log(2 + projects);

const withWeights = (sought: ExpandedWord[], weights: number[]): Weighed[] =>
  sought.map((word, at) => ({ ...word, weight: weights[at] ?? 1 }));

const maxParts = 12;
const maxSingleWords = 4;

/** Subsets of the words, the largest and then the heaviest first; at the end the heaviest words alone. */
function parts(sought: ExpandedWord[], weights: number[]): ExpandedWord[][] {
  const byWeight = sought
    .map((word, at) => ({ word, weight: weights[at] ?? 0 }))
    .sort((one, other) => other.weight - one.weight);
  type WordSet = typeof byWeight;
  const weight = (part: WordSet) => part.reduce((sum, one) => sum + one.weight, 0);
  const sets: WordSet[] = [];
  for (let layer: WordSet[] = [byWeight]; sets.length < maxParts && (layer[0]?.length ?? 0) > 1;) {
    sets.push(...layer.toSorted((one, other) => weight(other) - weight(one)));
    const smaller = layer.flatMap((part) => part.map((_, at) => part.toSpliced(at, 1)));
    layer = [
      ...new Map(
        smaller.map((part) => [
          part.map(({ word }) => byWeight.findIndex((one) => one.word === word)).join(),
          part,
        ]),
      ).values(),
    ];
  }
  return [...sets.slice(0, maxParts), ...byWeight.slice(0, maxSingleWords).map((one) => [one])].map((part) =>
    part.map(({ word }) => word),
  );
}
