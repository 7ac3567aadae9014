/**
 * Makes the service's files unreadable for other users of the computer: the store holds members' addresses. The
 * operator may have made the folder readable for all, so the files themselves must not be.
 */
import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The database with its journals (SQLite gives them its mode), the lock, the pepper, and the outbox of development. */
const ours = /^(manyhands\.db(-wal|-shm|-journal)?|manyhands\.lock|pepper|outbox)$/;

/** Makes all new files and folders accessible to this user only. */
export function writePrivately(): void {
  process.umask(0o077);
}

/** Removes other users' access to files of earlier versions; returns the files whose mode cannot be changed. */
export function closeToOthers(dataDir: string): string[] {
  let names: string[];
  try {
    names = readdirSync(dataDir);
  } catch {
    // The folder does not exist yet; if it cannot be read, opening the store reports that.
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
