/**
 * Acts of an operator's page that may take minutes: they go on in the background when the page is closed, one of each
 * kind at a time in all processes. How far one has come, and how it ended, is a row that every process can show.
 */
import type { LongActShown } from '../../src/contract/operator-pages.ts';
import type { Database } from '../db/store.ts';
import { recordAct, type Audit } from '../http/operators.ts';
import type { Visit } from '../http/pages.ts';

export const longActNames = ['pepper', 'trial'] as const;
export type LongActName = (typeof longActNames)[number];

/**
 * `alone`: runs work that one process at a time does, and returns undefined if another is doing it. `sayFault`: the
 * sentence of an error that was made for operators; undefined for any other, whose text may hold a password.
 */
export type LongActDeps = {
  db: Database;
  alone: <Answer>(name: LongActName, act: () => Promise<Answer>) => Promise<Answer | undefined>;
  audit: Audit;
  sayFault: (error: unknown) => string | undefined;
  onFault: (error: unknown, name: LongActName) => void;
};

/** `does` reports how far it is in a few words, and returns the outcome in a sentence. */
export type LongAct = {
  name: LongActName;
  /** The name of the command that does the same, for the audit. */
  command: string;
  does: (onProgress: (says: string) => void) => Promise<string>;
};

type Noted = { state: 'running' | 'done' | 'failed'; begun: number; at: number; says: string };

/** Milliseconds between two notes of how far an act has come. */
const notesEvery = 1000;
const unknownFault = 'It failed; the log of the service has the reason.';
const iso = (at: number) => new Date(at).toISOString();
const rowOf = (name: LongActName) => `long-act-${name}`;

export type LongActs = ReturnType<typeof longActs>;

export function longActs({ db, alone, audit, sayFault, onFault }: LongActDeps) {
  const running = new Set<LongActName>();

  const read = async (name: LongActName): Promise<Noted | undefined> => {
    const row = await db
      .selectFrom('settings')
      .select('value')
      .where('name', '=', rowOf(name))
      .executeTakeFirst();
    return row && (JSON.parse(row.value) as Noted);
  };
  const write = async (name: LongActName, noted: Noted): Promise<void> => {
    const value = JSON.stringify(noted);
    await db
      .insertInto('settings')
      .values({ name: rowOf(name), value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute();
  };

  /** Notes how far an act has come: the newest state once a second, and none after the act has ended. */
  const progressOf = (name: LongActName, begun: number) => {
    let last = performance.now();
    let writing = Promise.resolve();
    return {
      onProgress: (says: string) => {
        if (performance.now() - last < notesEvery) return;
        last = performance.now();
        writing = write(name, { state: 'running', begun, at: Date.now(), says }).catch(() => undefined);
      },
      settled: () => writing,
    };
  };

  const run = async ({ name, command, does }: LongAct, visit: Visit): Promise<void> => {
    const begun = visit.now;
    const { onProgress, settled } = progressOf(name, begun);
    const end = async (state: 'done' | 'failed', says: string) => {
      await settled();
      await write(name, { state, begun, at: Date.now(), says });
      await recordAct(audit, { ...visit, now: Date.now() }, `${command} ${state}`);
    };
    let says: string;
    try {
      says = await does(onProgress);
    } catch (error) {
      const sentence = sayFault(error);
      if (sentence === undefined) onFault(error, name);
      return end('failed', sentence ?? unknownFault);
    }
    await end('done', says);
  };

  return {
    /** Begins an act; false if it is under way, here or in another process. */
    begin(act: LongAct, visit: Visit): Promise<boolean> {
      const { name } = act;
      if (running.has(name)) return Promise.resolve(false);
      running.add(name);
      const begun = Promise.withResolvers<boolean>();
      alone(name, async () => {
        await write(name, { state: 'running', begun: visit.now, at: visit.now, says: '' });
        await recordAct(audit, visit, `${act.command} begun`);
        begun.resolve(true);
        await run(act, visit);
      })
        // Has an effect only if another process held the lock.
        .then(() => begun.resolve(false))
        .catch((error: unknown) => {
          begun.reject(error);
          onFault(error, name);
        })
        .finally(() => running.delete(name));
      return begun.promise;
    },

    /** The act that is under way, or the last one; `interrupted` is one whose process ended before it. */
    async shown(name: LongActName): Promise<LongActShown | undefined> {
      const noted = await read(name);
      if (!noted) return undefined;
      const shown = { begun: iso(noted.begun), at: iso(noted.at), says: noted.says };
      if (noted.state !== 'running' || running.has(name)) return { ...shown, state: noted.state };
      const isFree = (await alone(name, () => Promise.resolve(true))) === true;
      // It may have ended between the two looks.
      const again = isFree ? await read(name) : noted;
      if (again?.state !== 'running') return this.shown(name);
      return { ...shown, state: isFree ? 'interrupted' : 'running' };
    },
  };
}
