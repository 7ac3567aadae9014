/** GET /finder?format=json and /finder/metadata. */
import type { z } from 'zod';
import activities from '../../src/catalogue/activities.json' with { type: 'json' };
import topics from '../../src/catalogue/topics.json' with { type: 'json' };
import { finderLimit, type finderInput } from '../../src/contract/finder.ts';
import { badField, badFields } from '../http/refusal.ts';
import type { Search } from './search.ts';

export function finderHandlers(search: Search) {
  return {
    'GET /finder': async ({
      q,
      topic,
      activity,
      limit = finderLimit,
      cursor,
    }: z.output<typeof finderInput>) => {
      if (q === undefined && topic === undefined && activity === undefined)
        throw badField('q', 'or topic or activity is required; an empty q finds every project');
      const found = await search.find({ q, topic, activity, limit, cursor });
      if ('faults' in found) throw badFields(found.faults);
      return found;
    },

    'GET /finder/metadata': () => ({ topics, activities }),
  };
}
