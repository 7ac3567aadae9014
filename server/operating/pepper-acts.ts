/** The pepper on the operator's page: its state, and the same acts as the command. */
import type { PepperShown } from '../../src/contract/pages/operator.ts';
import type { Store } from '../db/store.ts';
import { type Peppers, readState } from '../pepper/live.ts';
import {
  changePepper,
  endFormerPeppers,
  mustBeChangeable,
  PepperFault,
  pepperRowCount,
  pepperStep,
} from '../pepper/operate.ts';
import type { PepperAct } from './pepper-change.ts';

export type PepperActs = ReturnType<typeof pepperActs>;

/** `hasBefore`: whether this process was given PEPPER_BEFORE. No pepper comes from a form (docs/decisions). */
export function pepperActs(store: Store, peppers: Peppers, hasBefore: boolean) {
  return {
    async shown(): Promise<PepperShown> {
      // Another process may have changed it within the last second.
      const { rows } = await peppers.refresh();
      const ring = peppers.ring();
      const step = pepperStep(ring, rows);
      return {
        step,
        ...((step === 'change' || step === 'move') && { rows: await pepperRowCount(store) }),
        ...(rows.pepper_changed !== undefined && {
          changed: new Date(Number(rows.pepper_changed)).toISOString(),
        }),
        opensFormer: ring.peppers.slice(0, ring.current).some(({ opens }) => opens),
        hasBefore,
      };
    },

    /** Why there is nothing to change; undefined if there is. */
    changeFault: async (): Promise<string | undefined> =>
      sentence(async () => mustBeChangeable(pepperStep(peppers.ring(), await readState(store.db)))),

    change:
      (now: number): PepperAct =>
      async (onProgress) => {
        const { rows } = await changePepper(store, peppers, now, {
          onAnnounce: () => onProgress('Announced to the processes of the service.'),
          onRows: (moved) => onProgress(`${moved} rows were moved.`),
        });
        return `The store is in PEPPER; ${rows} rows were moved to it.`;
      },

    /** Ends former peppers; returns why that is not possible. */
    end: (): Promise<string | undefined> => sentence(() => endFormerPeppers(store, peppers)),
  };
}

async function sentence(act: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await act();
    return undefined;
  } catch (error) {
    if (error instanceof PepperFault) return error.message;
    throw error;
  }
}
