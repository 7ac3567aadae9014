/** `/operator/store`: backups, the retention rule, the pepper, and what Citus finds. */
import {
  type DistributionShown,
  operatorPath,
  type OperatorStorePage,
} from '../../src/contract/pages/operator.ts';
import { ownEntry } from '../../src/contract/fields/own-entry.ts';
import { onSeveralServers } from '../db/postgres/distribution.ts';
import { type Audit, forOperators, nothingHere, operatorForm, recordAct } from '../http/operators.ts';
import { doneIn, type PageAnswer, type PageHandlers, type Visit } from '../http/pages.ts';
import { type Copies, maxCopies } from './copies.ts';
import type { PepperActs } from './pepper-acts.ts';
import type { PepperChange } from './pepper-change.ts';

export type StorePages = {
  copies: Copies;
  pepper: PepperActs;
  pepperChange: PepperChange;
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

const areSeveral = (shown: DistributionShown) => 'already' in shown && shown.already.length > 0;

type ActOutcome = Pick<OperatorStorePage, 'done' | 'purged' | 'fault'>;

export function storePages(deps: StorePages): PageHandlers {
  const { copies, pepper, pepperChange, audit } = deps;
  const show = async (more: ActOutcome): Promise<PageAnswer> => {
    const { making, hasFailed } = await copies.state();
    const [store, made, last, peppers, changing, distribution] = await Promise.all([
      deps.described(),
      copies.list(),
      deps.lastPurge(),
      pepper.shown(),
      pepperChange.shown(),
      deps.distribution(),
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
        distribution,
        ...(areSeveral(distribution) && { noBackup: onSeveralServers }),
      },
    };
  };
  const isSure = ({ fields }: Visit) => fields['sure'] === 'yes';

  const forms: Record<string, (visit: Visit) => Promise<PageAnswer>> = {
    backup: async (visit) => {
      if (areSeveral(await deps.distribution())) return show({ fault: onSeveralServers });
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
      const isBegun = await pepperChange.begin(pepper.change(visit.now), visit);
      return { to: `${here}?done=${isBegun ? 'acting' : 'acting-already'}#pepper` };
    },

    'pepper-end': async (visit) => {
      if (!isSure(visit)) return show({ fault: notSure });
      const fault = await pepper.end();
      if (fault !== undefined) return show({ fault });
      await recordAct(audit, visit, 'pepper --end');
      return { to: `${here}?done=ended` };
    },
  };

  return {
    [`GET ${operatorPath}/store`]: forOperators((visit) => show(doneIn(visit, dones))),

    'POST /operator/store': operatorForm(async (visit) => {
      const form = ownEntry(forms, visit.fields['act']);
      if (!form) throw nothingHere();
      return form(visit);
    }),
  };
}
