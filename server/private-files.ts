/**
 * Keeps what the service writes from other users of the computer: the store holds members' addresses. A folder that
 * the operator made may be open to all, so the files themselves must not be.
 */
import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The database with its journals (SQLite gives them its own mode), and the pepper. */
const ours = /^(manyhands\.db(-wal|-shm|-journal)?|pepper)$/;

/** New files and folders are for this user only, from now on. */
export function writePrivately(): void {
  process.umask(0o077);
}

/** Takes others' rights from what an earlier version left behind; answers the files whose rights cannot be changed. */
export function closeToOthers(dataDir: string): string[] {
  let names: string[];
  try {
    names = readdirSync(dataDir);
  } catch {
    // There is no folder yet; opening the store says what is wrong with one that cannot be read.
    return [];
  }
  return names
    .filter((name) => ours.test(name))
    .map((name) => join(dataDir, name))
    .filter((path) => !isClosed(path));
}

function isClosed(path: string): boolean {
  try {
    const { mode } = statSync(path);
    if ((mode & 0o077) !== 0) chmodSync(path, mode & 0o700);
    return true;
  } catch (error) {
    return (error as { code?: unknown }).code === 'ENOENT';
  }
}
