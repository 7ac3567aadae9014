/**
 * A change of the pepper by the operator's page. It may take minutes: it goes on in the background when the page is
 * closed, one at a time in all processes. How far it has come, and how it ended, is a row that every process can show.
 */
import type { LongActShown } from '../../src/contract/pages/operator.ts';
import type { Database } from '../db/store.ts';
import { recordAct, type Audit } from '../http/operators.ts';
import type { Visit } from '../http/pages.ts';
import { PepperFault } from '../pepper/operate.ts';

/** `alone`: runs work that one process at a time does, and returns undefined if another is doing it. */
export type PepperChangeDeps = {
  db: Database;
  alone: <Answer>(act: () => Promise<Answer>) => Promise<Answer | undefined>;
  audit: Audit;
  onFault: (error: unknown) => void;
};

/** Reports how far it is in a few words, and returns the outcome in a sentence. */
export type PepperAct = (onProgress: (says: string) => void) => Promise<string>;

type Noted = { state: 'running' | 'done' | 'failed'; begun: number; at: number; says: string };

const row = 'long-act-pepper';
/** Milliseconds between two notes of how far the change has come. */
const notesEvery = 1000;
const unknownFault = 'It failed; the log of the service has the reason.';
const iso = (at: number) => new Date(at).toISOString();

export type PepperChange = ReturnType<typeof pepperChange>;

export function pepperChange({ db, alone, audit, onFault }: PepperChangeDeps) {
  let isRunning = false;

  const read = async (): Promise<Noted | undefined> => {
    const setting = await db
      .selectFrom('settings')
      .select('value')
      .where('name', '=', row)
      .executeTakeFirst();
    return setting && (JSON.parse(setting.value) as Noted);
  };
  const write = async (noted: Noted): Promise<void> => {
    const value = JSON.stringify(noted);
    await db
      .insertInto('settings')
      .values({ name: row, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute();
  };

  /** Notes how far the change has come: the newest state once a second, and none after it has ended. */
  const progressSince = (begun: number) => {
    let last = performance.now();
    let writing = Promise.resolve();
    return {
      onProgress: (says: string) => {
        if (performance.now() - last < notesEvery) return;
        last = performance.now();
        writing = write({ state: 'running', begun, at: Date.now(), says }).catch(() => undefined);
      },
      settled: () => writing,
    };
  };

  const run = async (act: PepperAct, visit: Visit): Promise<void> => {
    const begun = visit.now;
    const { onProgress, settled } = progressSince(begun);
    const end = async (state: 'done' | 'failed', says: string) => {
      await settled();
      await write({ state, begun, at: Date.now(), says });
      await recordAct(audit, { ...visit, now: Date.now() }, `pepper ${state}`);
    };
    let says: string;
    try {
      says = await act(onProgress);
    } catch (error) {
      if (error instanceof PepperFault) return end('failed', error.message);
      // The text of any other error may hold a password.
      onFault(error);
      return end('failed', unknownFault);
    }
    await end('done', says);
  };

  return {
    /** Begins a change; false if one is under way, here or in another process. */
    begin(act: PepperAct, visit: Visit): Promise<boolean> {
      if (isRunning) return Promise.resolve(false);
      isRunning = true;
      const begun = Promise.withResolvers<boolean>();
      alone(async () => {
        await write({ state: 'running', begun: visit.now, at: visit.now, says: '' });
        await recordAct(audit, visit, 'pepper begun');
        begun.resolve(true);
        await run(act, visit);
      })
        // Has an effect only if another process held the lock.
        .then(() => begun.resolve(false))
        .catch((error: unknown) => {
          begun.reject(error);
          onFault(error);
        })
        .finally(() => (isRunning = false));
      return begun.promise;
    },

    /** The change that is under way, or the last one; `interrupted` is one whose process ended before it. */
    async shown(): Promise<LongActShown | undefined> {
      const noted = await read();
      if (!noted) return undefined;
      const shown = { begun: iso(noted.begun), at: iso(noted.at), says: noted.says };
      if (noted.state !== 'running' || isRunning) return { ...shown, state: noted.state };
      const isFree = (await alone(() => Promise.resolve(true))) === true;
      // It may have ended between the two looks.
      const again = isFree ? await read() : noted;
      if (again?.state !== 'running') return this.shown();
      return { ...shown, state: isFree ? 'interrupted' : 'running' };
    },
  };
}
