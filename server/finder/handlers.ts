/** GET /finder?format=json and /finder/metadata. */
import type { z } from 'zod';
import activities from '../../src/catalogue/activities.json' with { type: 'json' };
import topics from '../../src/catalogue/topics.json' with { type: 'json' };
import { finderInput, finderLimit } from '../../src/contract/finder.ts';
import { badField, badFields } from '../http/refusal.ts';
import { ppsrOf } from './ppsr.ts';
import { askedNames, type Asked } from './read-query.ts';
import type { Search } from './search.ts';

export function finderHandlers(search: Search) {
  return {
    'GET /finder': async ({
      format,
      limit = finderLimit,
      cursor,
      ...asked
    }: z.output<typeof finderInput>) => {
      if (askedNames.every((name) => asked[name] === undefined))
        throw badField('q', `or one of ${others} is required; an empty q finds every project`);
      const found = await search.find(asked, { limit, cursor });
      if ('faults' in found) throw badFields(found.faults);
      return format === 'ppsr' ? { ...found, results: found.results.map(ppsrOf) } : found;
    },

    'GET /finder/metadata': () => ({ topics, activities }),
  };
}

/** What more is wrong with fields that the contract refuses: a refusal names every fault at once. */
export const finderFaults = (search: Search) => (fields: Record<string, unknown>) => {
  const asked: Asked = {};
  const unreadable = new Set<string>();
  for (const name of askedNames) {
    const read = finderInput.shape[name].safeParse(fields[name]);
    if (read.success) Object.assign(asked, { [name]: read.data });
    else unreadable.add(name);
  }
  return search.faultsOf(asked).filter(({ field }) => !unreadable.has(field));
};

const others = askedNames.filter((name) => name !== 'q').join(', ');
