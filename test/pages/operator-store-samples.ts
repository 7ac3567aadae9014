/** Samples of the operator's store page: backups, and each step of a change of the pepper. */
import type {
  DistributionShown,
  LongActShown,
  OperatorStorePage,
  PepperShown,
} from '../../src/contract/pages/operator.ts';
import type { Page } from '../../src/contract/pages.ts';

export function operatorStoreSamples(text: string): Record<string, Page> {
  const last = (state: LongActShown['state']): LongActShown => ({ state, begun: text, at: text, says: text });
  const first: PepperShown = { step: 'first', opensFormer: false, hasBefore: false };
  const place = { store: text, folder: text, maxCopies: 7, lastPurge: text, copies: [] };
  const fault: DistributionShown = { fault: text };
  const page = (more: Partial<OperatorStorePage>): Page => ({
    name: 'operator-store',
    title: text,
    data: { ...place, pepper: first, distribution: fault, ...more },
  });
  const changing = { opensFormer: false, hasBefore: true, rows: 1234 };
  const workers = { workers: [text, text], rows: 5000, bytes: 5_000_000 };
  return {
    'operator-store': page({
      copies: [{ name: text, bytes: 5, made: text }],
      making: text,
      done: 'begun',
      purged: { events: 1, profiles: 2, accounts: 3 },
    }),
    'operator-store, without copies': page({ hasFailed: true, fault: text }),
    'operator-store, a new pepper is known': page({
      pepper: { ...changing, step: 'change' },
      distribution: { ...workers, already: [text], remaining: [text, text] },
    }),
    'operator-store, a change of the pepper is under way': page({
      done: 'acting',
      pepper: { ...changing, step: 'move', changed: text, last: last('running') },
      distribution: { ...workers, already: [text], remaining: [] },
    }),
    'operator-store, a change of the pepper was interrupted': page({
      pepper: { ...changing, step: 'move', changed: text, last: last('interrupted') },
    }),
    'operator-store, a change of the pepper failed': page({
      pepper: { ...changing, step: 'move', changed: text, last: last('failed') },
    }),
    'operator-store, the pepper was changed': page({
      pepper: { step: 'moved', changed: text, opensFormer: true, hasBefore: true, last: last('done') },
    }),
    'operator-store, former peppers have ended': page({
      done: 'ended',
      pepper: { step: 'moved', changed: text, opensFormer: false, hasBefore: false },
    }),
    'operator-store, an old pepper is given': page({ pepper: { ...changing, step: 'reused' } }),
  };
}
