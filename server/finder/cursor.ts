/** Cursors: where a page of results ended, and in which search. Callers cannot read them. */
import { createHash } from 'node:crypto';

/** `place`: how many projects came up to here; `ids`: the last few of them, the very last first. */
export type Cursor = { search: string; place: number; ids: number[] };

/** A cursor has several ids, because some projects may be gone when the next page is requested. */
const idsInCursor = 4;

/** A digest of the search: a cursor works only for the search that it came from. */
export const searchMark = (asked: unknown): string =>
  createHash('sha256').update(JSON.stringify(asked)).digest('base64url').slice(0, 8);

/** The cursor after the first `place` results. */
export function cursorText(search: string, place: number, shown: number[]): string {
  const ids = shown.slice(-idsInCursor).reverse();
  return Buffer.from([search, place, ...ids].join('.')).toString('base64url');
}

const shape = /^([\w-]{8})\.(\d{1,7})((?:\.\d{1,16}){1,4})$/;

/** Returns undefined for a text that is not one of our cursors. */
export function readCursor(text: string): Cursor | undefined {
  const [, search = '', place, rest = ''] =
    shape.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? [];
  const ids = rest.split('.').slice(1).map(Number);
  return place !== undefined && ids.every(Number.isSafeInteger)
    ? { search, place: Number(place), ids }
    : undefined;
}

/**
 * Returns where the next page begins. The order may have changed since: it begins after the last project that is still
 * there. If none of them is, the following projects have moved up by as many places.
 */
export function after(ids: number[], cursor: Cursor | undefined): number {
  if (!cursor) return 0;
  for (const id of cursor.ids) {
    const at = ids.indexOf(id);
    if (at >= 0) return at + 1;
  }
  return Math.max(0, cursor.place - cursor.ids.length);
}
