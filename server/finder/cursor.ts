/** Where a page of results ended, in which search. Opaque to callers. */
import { createHash } from 'node:crypto';

/** `place`: the number of projects so far; `ids`: the last few of them, the very last first. */
export type Cursor = { search: string; place: number; ids: number[] };

/** A cursor names this many ids, since some projects may be gone when the next page is requested. */
const remembered = 4;

/** Identifies a search by its query: a cursor continues its own search only. */
export const searchMark = (query: unknown): string =>
  createHash('sha256').update(JSON.stringify(query)).digest('base64url').slice(0, 8);

/** After the first `place` of these. */
export function cursorText(search: string, place: number, shown: number[]): string {
  const ids = shown.slice(-remembered).reverse();
  return Buffer.from([search, place, ...ids].join('.')).toString('base64url');
}

const shape = /^([\w-]{8})\.(\d{1,7})((?:\.\d{1,16}){1,4})$/;

/** Undefined if the text is not a cursor of ours. */
export function readCursor(text: string): Cursor | undefined {
  const [, search = '', place, rest = ''] =
    shape.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? [];
  const ids = rest.split('.').slice(1).map(Number);
  return place !== undefined && ids.every(Number.isSafeInteger)
    ? { search, place: Number(place), ids }
    : undefined;
}

/**
 * Returns where the next page begins, in an order that may have changed: after the last remembered project that is
 * still there. If all of them are gone, the results after them have moved up by as many.
 */
export function after(ids: number[], cursor: Cursor | undefined): number {
  if (!cursor) return 0;
  for (const id of cursor.ids) {
    const at = ids.indexOf(id);
    if (at >= 0) return at + 1;
  }
  return Math.max(0, cursor.place - cursor.ids.length);
}
