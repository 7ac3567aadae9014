/**
 * Backups that operators make on a page, in a folder of the server. The page neither hands them out nor deletes them:
 * they hold every member's address, and a stolen session must not take them, or take the way back.
 */
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * `make`: writes a copy to this path, which does not exist. `alone`: runs work that one process at a time does, and
 * returns undefined if another is doing it.
 */
export type CopyDeps = {
  folder: string;
  make: (path: string) => Promise<void>;
  alone: <Answer>(act: () => Promise<Answer>) => Promise<Answer | undefined>;
  onFault: (error: unknown) => void;
};

export type Copies = ReturnType<typeof copies>;
export type Begun = { name: string } | 'busy' | 'full';

/** Copies in the folder: each press of the button fills the disk a little more. */
export const maxCopies = 7;

/** The time to the millisecond, as two presses in one second are two copies; names of before have none. */
const copyName = /^manyhands-[\d-]{17}(\d{3})?\.backup$/;
const partialName = /^\.manyhands-.*\.partial$/;
/** An empty file that marks a failed copy until the next one begins, for every process that shares the folder. */
const failedName = '.failed';

export function copies({ folder, make, alone, onFault }: CopyDeps) {
  let isMaking = false;

  const names = async (shape: RegExp) =>
    (await readdir(folder).catch(() => [])).filter((name) => shape.test(name)).sort();
  /** Deletes what a failed copy has left. */
  const clear = async () => {
    await mkdir(folder, { recursive: true });
    for (const left of [failedName, ...(await names(partialName))])
      await rm(join(folder, left), { force: true });
  };

  return {
    folder,

    /** The newest first. */
    list: async () => {
      const existing = await names(copyName);
      return Promise.all(
        existing.reverse().map(async (name) => {
          const { size, mtimeMs } = await stat(join(folder, name));
          return { name, bytes: size, at: Math.floor(mtimeMs) };
        }),
      );
    },

    /** `making`: the time at which this or another process began a copy that is not complete. */
    state: async (): Promise<{ making?: number; hasFailed: boolean }> => {
      const hasFailed = (await names(/^\.failed$/)).length > 0;
      const [partial] = await names(partialName);
      if (partial === undefined) return { hasFailed };
      // The file may be left from a process that was killed.
      const isOver = !isMaking && (await alone(() => Promise.resolve(true))) === true;
      const file = await stat(join(folder, partial)).catch(() => undefined);
      return { ...(file && !isOver && { making: Math.floor(file.birthtimeMs) }), hasFailed };
    },

    /** Begins a copy, which takes long if the store is large; `onDone` is called when it is complete. */
    begin(now: number, onDone: () => Promise<void>): Promise<Begun> {
      if (isMaking) return Promise.resolve('busy');
      isMaking = true;
      const time = new Date(now).toISOString().replaceAll(/[:.Z]/g, '').replace('T', '-');
      const name = `manyhands-${time}.backup`;
      const begun = Promise.withResolvers<Begun>();
      const copy = async () => {
        if ((await names(copyName)).length >= maxCopies) return begun.resolve('full');
        await clear();
        begun.resolve({ name });
        try {
          await make(join(folder, name));
          await onDone();
        } catch (error) {
          await writeFile(join(folder, failedName), '');
          onFault(error);
        }
      };
      alone(copy)
        // Has an effect only if another process held the lock.
        .then(() => begun.resolve('busy'))
        .catch((error: unknown) => {
          begun.reject(error);
          onFault(error);
        })
        .finally(() => (isMaking = false));
      return begun.promise;
    },
  };
}
