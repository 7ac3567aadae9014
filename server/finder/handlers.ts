/** GET /finder?format=json and /finder/metadata. */
import type { z } from 'zod';
import activities from '../../src/catalogue/activities.json' with { type: 'json' };
import topics from '../../src/catalogue/topics.json' with { type: 'json' };
import { type finderInput, finderLimit } from '../../src/contract/api/finder.ts';
import type { PpsrResult } from '../../src/contract/ppsr/result.ts';
import type { RequestFields } from '../http/bodies/body.ts';
import type { Facts } from '../http/facts.ts';
import { badFields, type FieldFault, refuse } from '../http/refusal.ts';
import type { FilterTag } from './filters.ts';
import { askedNames, type More, type SearchFields } from './read-query.ts';
import type { SearchResult } from './result-page.ts';
import type { Search } from './search.ts';
import { placeInEnglishWords } from './words/place-in-words.ts';

/** Projects in the names of PPSR Core: how many of them one reply carries, and each by its id. */
export type Documents = {
  countFitting: (ids: number[]) => Promise<number>;
  read: (ids: number[]) => Promise<Map<number, PpsrResult>>;
};

export function finderHandlers(search: Search, documents: Documents) {
  /** As many as fit; the rest is on the next page. */
  const inPpsr = async (whole: SearchResult, find: (limit: number) => ReturnType<Search['find']>) => {
    const fit = await documents.countFitting(whole.results.map(({ id }) => id));
    const result = fit < whole.results.length ? await find(fit) : whole;
    if ('faults' in result) throw badFields(result.faults);
    const read = await documents.read(result.results.map(({ id }) => id));
    const results = result.results.flatMap(({ id, distance_km }) => {
      const document = read.get(id);
      return document ? [{ ...document, ...(distance_km !== undefined && { distance_km }) }] : [];
    });
    return { ...result, results };
  };

  return {
    'GET /finder': {
      furtherFaults: (read: SearchFields, _facts: Facts, sent: RequestFields) => [
        ...emptyFaults(sent),
        ...search.faultsOf(Object.fromEntries(askedNames.map((name) => [name, read[name]]))),
      ],
      answer: async ({
        format,
        limit = finderLimit,
        cursor,
        lang,
        language,
        programme,
        ...asked
      }: z.output<typeof finderInput>) => {
        refuse(emptyFaults(asked));
        const tags: FilterTag[] = [
          ...(language === undefined ? [] : [{ kind: 'language' as const, name: language }]),
          ...(programme === undefined ? [] : [{ kind: 'programme' as const, name: String(programme) }]),
        ];
        const more: More = tags.length === 0 ? {} : { tags };
        const find = (most: number) => search.find(asked, { limit: most, cursor, lang }, more);
        const result = await find(limit);
        if ('faults' in result) throw badFields(result.faults);
        const reply = format === 'ppsr' ? await inPpsr(result, find) : result;
        return { ...reply, ...meantBy(asked.q) };
      },
    },

    'GET /finder/metadata': () => ({ topics, activities }),
  };
}

/** The place that q names: reported, never applied. Most searches name none, and cost nothing more. */
function meantBy(q = '') {
  const meant = placeInEnglishWords(q);
  if (!meant) return {};
  const { name, lat, lng } = meant.near;
  return { understood: { q: meant.q, near: { name, lat, lng } } };
}

const others = askedNames.filter((name) => name !== 'q').join(', ');

const emptyFaults = (fields: Record<string, unknown>): FieldFault[] =>
  askedNames.every((name) => fields[name] === undefined)
    ? [{ field: 'q', message: `or one of ${others} is required; an empty q finds every project` }]
    : [];
