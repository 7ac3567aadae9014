/** Where a page of results ended: the last project and how many came up to it. Opaque to callers. */

export type Cursor = { place: number; id: number };

export const cursorText = ({ place, id }: Cursor): string =>
  Buffer.from(`${place}.${id}`).toString('base64url');

/** Undefined for what is no cursor of ours. */
export function readCursor(text: string): Cursor | undefined {
  const parts = /^(\d{1,7})\.(\d{1,16})$/.exec(Buffer.from(text, 'base64url').toString('latin1'));
  const [place, id] = [Number(parts?.[1]), Number(parts?.[2])];
  return parts && Number.isSafeInteger(id) ? { place, id } : undefined;
}

/**
 * What follows in a ranking that may have changed meanwhile. When the last project has vanished, all behind it
 * moved up by one, so that its own place is where the rest begins.
 */
export function after(ids: number[], cursor: Cursor | undefined): number {
  if (!cursor) return 0;
  const at = ids.indexOf(cursor.id);
  return at >= 0 ? at + 1 : Math.max(0, cursor.place - 1);
}
