/** Notices that the file of SQLite was replaced, overwritten or deleted under a running service. */
import { randomInt } from 'node:crypto';
import { renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { sqliteFile, type SqliteThread } from './engine.ts';

const everyMilliseconds = 1000;

/** Places in the header (sqlite.org/fileformat2.html, 1.3): whether the file is in WAL mode, and the application id. */
const [readVersion, applicationId, headerBytes] = [19, 68, 100];
const walMode = 2;

/**
 * Calls `onReplaced` once if the file is another one, or its content is, as after a backup was put back without stopping
 * the service: it would write its next pages among those of the backup. Returns the end of watching. The content is
 * recognised by a number that this process writes into the header. Backups are not in WAL mode, so they are recognised
 * also where they were made since then.
 */
export async function watchSqliteFile(
  { mark }: Pick<SqliteThread, 'mark'>,
  dataDir: string,
  onReplaced: () => void,
): Promise<() => void> {
  const file = sqliteFile(dataDir);
  const before = await signOf(file);
  const id = randomInt(1, 2 ** 31);
  // By the one connection that writes: another one would wait for a transaction that this thread has begun.
  await mark(id);
  const ours = sign(walMode, id);
  const expected = new Set([before?.sign, ours]);
  const look = async () => {
    const current = await signOf(file);
    // Until the first checkpoint the file has its former number.
    if (current?.sign === ours) expected.delete(before?.sign);
    if (current && current.inode === before?.inode && expected.has(current.sign)) return;
    clearInterval(timer);
    onReplaced();
  };
  // If the process has too many files open, nothing is known.
  const timer = setInterval(() => void look().catch(() => undefined), everyMilliseconds).unref();
  return () => clearInterval(timer);
}

/**
 * Renames the log of the former file, and answers its new name. The next start would otherwise write the pages in it
 * into the file that is there now.
 */
export function setWalAside(dataDir: string, now: Date): string {
  const file = sqliteFile(dataDir);
  const aside = `${file}-wal.before-${now.toISOString().replaceAll(':', '')}`;
  try {
    renameSync(`${file}-wal`, aside);
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOENT') throw error;
  }
  rmSync(`${file}-shm`, { force: true });
  return aside;
}

/** The file and its content, or undefined if there is no database at the path. */
async function signOf(file: string): Promise<{ inode: number; sign: string } | undefined> {
  try {
    await using opened = await open(file);
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(headerBytes), 0, headerBytes, 0);
    const { ino } = await opened.stat();
    return bytesRead < headerBytes
      ? undefined
      : { inode: ino, sign: sign(buffer[readVersion], buffer.readInt32BE(applicationId)) };
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return undefined;
    throw error;
  }
}

const sign = (mode: number | undefined, id: number) => `${mode} ${id}`;
