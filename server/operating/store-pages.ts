/** `/operator/store`: backups, and the retention rule. */
import { operatorPath, type OperatorStorePage } from '../../src/contract/operator-pages.ts';
import { type Audit, forOperators, nothingHere, operatorOf, recordAct } from '../http/operators.ts';
import type { PageHandlers } from '../http/pages.ts';
import { type Copies, mostCopies } from './copies.ts';

export type StorePages = {
  copies: Copies;
  /** Engine, place and size. */
  described: () => Promise<string>;
  /** Applies the retention rule; undefined while another process does. */
  purge: (now: number) => Promise<{ events: number; profiles: number; accounts: number } | undefined>;
  lastPurge: () => Promise<number | undefined>;
  audit: Audit;
};

const here = `${operatorPath}/store`;
const iso = (at: number) => new Date(at).toISOString();
const dones = ['begun', 'busy', 'full', 'purging'] as const;

export function storePages({ copies, described, purge, lastPurge, audit }: StorePages): PageHandlers {
  const show = async (more: Pick<OperatorStorePage, 'done' | 'purged'>) => {
    const { making, hasFailed } = await copies.state();
    const [store, made, last] = await Promise.all([described(), copies.list(), lastPurge()]);
    return {
      name: 'operator-store' as const,
      title: 'Store',
      data: {
        ...more,
        store,
        folder: copies.folder,
        mostCopies,
        copies: made.map(({ at, ...copy }) => ({ ...copy, made: iso(at) })),
        ...(making !== undefined && { making: iso(making) }),
        ...(hasFailed && { hasFailed }),
        ...(last !== undefined && { lastPurge: iso(last) }),
      },
    };
  };

  return {
    [`GET ${operatorPath}/store`]: forOperators(({ query }) => {
      const done = dones.find((one) => one === query['done']);
      return show(done ? { done } : {});
    }),

    'POST /operator/store': async (visit) => {
      operatorOf(visit);
      if (visit.fields['act'] === 'backup') {
        const begun = await copies.begin(visit.now, () => recordAct(audit, visit, 'backup'));
        return { to: `${here}?done=${typeof begun === 'string' ? begun : 'begun'}` };
      }
      if (visit.fields['act'] !== 'purge') throw nothingHere();
      const purged = await purge(visit.now);
      if (!purged) return { to: `${here}?done=purging` };
      await recordAct(audit, visit, 'purge');
      return show({ purged });
    },
  };
}
