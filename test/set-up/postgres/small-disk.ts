/** A file system in memory of a small size, as a disk that can be filled. Only root can mount one. */
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const filler = 'filler';

export type SmallDisk = AsyncDisposable & {
  folder: string;
  /** Takes all the room that is left; `empty` gives it back. */
  fill(): Promise<void>;
  empty(): Promise<void>;
};

/** Undefined where this process may not mount one. */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk | undefined> {
  const folder = await mkdtemp('/tmp/manyhands-disk-');
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
  } catch {
    await rm(folder, { recursive: true, force: true });
    return undefined;
  }
  // For the user that PostgreSQL runs as.
  await chmod(folder, 0o777);
  return {
    folder,
    // It ends with "no space left", when it has everything.
    fill: () => writeFile(join(folder, filler), Buffer.alloc(megabytes * 1_048_576)).catch(() => undefined),
    empty: () => rm(join(folder, filler), { force: true }),
    [Symbol.asyncDispose]: async () => {
      await run('umount', ['-l', folder]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
