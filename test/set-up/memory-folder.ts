/** A folder in memory for the files of the tests: their databases come and go, and a tenth of the processor time was the disk's. */
import { readFile, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';

const inMemory = '/dev/shm';
const gigabyte = 2 ** 30;
/** A whole run keeps at most 2 GB there, next to four browsers and a dozen services. */
const [leastRoom, leastFree] = [6 * gigabyte, 12 * gigabyte];

/** Where the tests' folders are made; `TMPDIR`, if it is set, stays. */
export async function temporaryFolder(): Promise<string> {
  if (process.env['TMPDIR'] !== undefined || process.platform !== 'linux') return tmpdir();
  const mounts = await readFile('/proc/mounts', 'utf8').catch(() => '');
  const [, options = ''] = new RegExp(`^\\S+ ${inMemory} tmpfs (\\S+)`, 'm').exec(mounts) ?? [];
  // Some tests build a library and load it from there.
  const isUsable = options.split(',').includes('rw') && !options.split(',').includes('noexec');
  if (!isUsable || freemem() < leastFree) return tmpdir();
  const { bavail, bsize } = await statfs(inMemory);
  return bavail * bsize < leastRoom ? tmpdir() : inMemory;
}
