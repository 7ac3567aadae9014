/**
 * What a page remembers. Where storage is refused (sandboxed frames, blocked cookies) it lasts as long as the
 * page and is shared by every embed on it: a property of the document under a symbol is no global name.
 */
const held = Symbol.for('manyhands:memory');
const page = document as Document & { [held]?: Map<string, string> };

export type Shelf = 'localStorage' | 'sessionStorage';

export function recall(shelf: Shelf, key: string): string | undefined {
  try {
    return window[shelf].getItem(key) ?? undefined;
  } catch {
    return page[held]?.get(key);
  }
}

/** Remembers the text, or forgets the key where there is none. */
export function remember(shelf: Shelf, key: string, text?: string) {
  try {
    if (text === undefined) window[shelf].removeItem(key);
    else window[shelf].setItem(key, text);
  } catch {
    const map = (page[held] ??= new Map());
    if (text === undefined) map.delete(key);
    else map.set(key, text);
  }
}

/** What was remembered as JSON; undefined where there is nothing, or something that is not ours. */
export function recallData(shelf: Shelf, key: string): unknown {
  try {
    return JSON.parse(recall(shelf, key) ?? '') as unknown;
  } catch {
    return undefined;
  }
}
