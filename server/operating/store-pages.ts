/** `/operator/store`: backups, the retention rule, the pepper, and moving the store. */
import {
  type DistributionShown,
  operatorPath,
  type OperatorStorePage,
} from '../../src/contract/operator-pages.ts';
import { type Audit, forOperators, nothingHere, operatorOf, recordAct } from '../http/operators.ts';
import type { PageAnswer, PageHandlers, Visit } from '../http/pages.ts';
import { type Copies, maxCopies } from './copies.ts';
import type { LongActs } from './long-acts.ts';
import type { MoveActs } from './move-acts.ts';
import type { PepperActs } from './pepper-acts.ts';

export type StorePages = {
  copies: Copies;
  acts: LongActs;
  pepper: PepperActs;
  move: MoveActs;
  distribution: () => Promise<DistributionShown>;
  /** Engine, place and size. */
  described: () => Promise<string>;
  /** Applies the retention rule; undefined while another process does. */
  purge: (now: number) => Promise<{ events: number; profiles: number; accounts: number } | undefined>;
  lastPurge: () => Promise<number | undefined>;
  audit: Audit;
};

const here = `${operatorPath}/store`;
const iso = (at: number) => new Date(at).toISOString();
const dones = ['begun', 'busy', 'full', 'purging', 'acting', 'acting-already', 'ended'] as const;
const notSure = 'Nothing was done: tick the box above the button first.';

type ActOutcome = Pick<OperatorStorePage, 'done' | 'purged' | 'fault'>;

export function storePages(deps: StorePages): PageHandlers {
  const { copies, acts, pepper, move, audit } = deps;
  const show = async (more: ActOutcome): Promise<PageAnswer> => {
    const { making, hasFailed } = await copies.state();
    const [store, made, last, peppers, moving, distribution, changing, trying] = await Promise.all([
      ...([deps.described(), copies.list(), deps.lastPurge(), pepper.shown(), move.shown()] as const),
      ...([deps.distribution(), acts.shown('pepper'), acts.shown('trial')] as const),
    ]);
    return {
      name: 'operator-store',
      title: 'Store',
      ...(more.fault !== undefined && { status: 400 }),
      data: {
        ...more,
        store,
        folder: copies.folder,
        maxCopies,
        copies: made.map(({ at, ...copy }) => ({ ...copy, made: iso(at) })),
        ...(making !== undefined && { making: iso(making) }),
        ...(hasFailed && { hasFailed }),
        ...(last !== undefined && { lastPurge: iso(last) }),
        pepper: { ...peppers, ...(changing && { last: changing }) },
        move: { ...moving, ...(trying && { last: trying }) },
        distribution,
      },
    };
  };
  const isSure = ({ fields }: Visit) => fields['sure'] === 'yes';

  const forms: Record<string, (visit: Visit) => Promise<PageAnswer>> = {
    backup: async (visit) => {
      const begun = await copies.begin(visit.now, () => recordAct(audit, visit, 'backup'));
      return { to: `${here}?done=${typeof begun === 'string' ? begun : 'begun'}` };
    },

    purge: async (visit) => {
      const purged = await deps.purge(visit.now);
      if (!purged) return { to: `${here}?done=purging` };
      await recordAct(audit, visit, 'purge');
      return show({ purged });
    },

    pepper: async (visit) => {
      const fault = await pepper.changeFault();
      if (fault !== undefined) return show({ fault });
      if (!isSure(visit)) return show({ fault: notSure });
      return begun(await acts.begin(pepper.change(visit.now), visit), '#pepper');
    },

    'pepper-end': async (visit) => {
      if (!isSure(visit)) return show({ fault: notSure });
      const fault = await pepper.end();
      if (fault !== undefined) return show({ fault });
      await recordAct(audit, visit, 'pepper --end');
      return { to: `${here}?done=ended` };
    },

    trial: async (visit) => {
      const act = move.trial();
      if (!act) return show({ fault: 'COPY_TO is not set: the service knows no place to copy to.' });
      if (!isSure(visit)) return show({ fault: notSure });
      return begun(await acts.begin(act, visit), '#move');
    },
  };

  return {
    [`GET ${operatorPath}/store`]: forOperators(({ query }) => {
      const done = dones.find((one) => one === query['done']);
      return show(done ? { done } : {});
    }),

    'POST /operator/store': async (visit) => {
      operatorOf(visit);
      const act = visit.fields['act'];
      const form = typeof act === 'string' && Object.hasOwn(forms, act) ? forms[act] : undefined;
      if (!form) throw nothingHere();
      return form(visit);
    },
  };
}

const begun = (isBegun: boolean, anchor: string): PageAnswer => ({
  to: `${here}?done=${isBegun ? 'acting' : 'acting-already'}${anchor}`,
});
