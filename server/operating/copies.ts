/**
 * Backups that operators make on a page, in a folder of the server. The page neither hands them out nor deletes them:
 * they hold every member's address, and a stolen session must not take them, or take the way back.
 */
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** `make`: writes a copy to this path, which does not exist. */
export type CopyDeps = {
  folder: string;
  make: (path: string) => Promise<void>;
  onFault: (error: unknown) => void;
};

export type Copies = ReturnType<typeof copies>;
export type Begun = { name: string } | 'busy' | 'full';

/** Copies in the folder: each press of the button fills the disk a little more. */
export const mostCopies = 7;

const copyName = /^manyhands-[\d-]{17}\.backup$/;
const partialName = /^\.manyhands-.*\.partial$/;

export function copies({ folder, make, onFault }: CopyDeps) {
  let making: { name: string; since: number } | undefined;
  let hasFailed = false;

  const names = async (shape: RegExp) =>
    (await readdir(folder).catch(() => [])).filter((name) => shape.test(name)).sort();

  return {
    folder,

    /** The newest first. */
    list: async () => {
      const found = await names(copyName);
      const all = await Promise.all(
        found.reverse().map(async (name) => {
          const { size, mtimeMs } = await stat(join(folder, name));
          return { name, bytes: size, at: Math.floor(mtimeMs) };
        }),
      );
      return all.filter(({ name }) => name !== making?.name);
    },

    state: () => ({ ...(making && { making }), hasFailed }),

    /** Begins a copy, which takes as long as the store is large; `onDone` is called when it is complete. */
    async begin(now: number, onDone: () => Promise<void>): Promise<Begun> {
      if (making) return 'busy';
      const name = `manyhands-${new Date(now).toISOString().slice(0, 19).replaceAll(':', '').replace('T', '-')}.backup`;
      making = { name, since: now };
      hasFailed = false;
      const end = () => (making = undefined);
      try {
        if ((await names(copyName)).length >= mostCopies) {
          end();
          return 'full';
        }
        await mkdir(folder, { recursive: true });
        // Of a copy that was being made when the service stopped.
        for (const partial of await names(partialName)) await rm(join(folder, partial), { force: true });
      } catch (error) {
        end();
        throw error;
      }
      make(join(folder, name))
        .then(onDone)
        .catch((error: unknown) => {
          hasFailed = true;
          onFault(error);
        })
        .finally(end);
      return { name };
    },
  };
}
