/**
 * The storage of a page. Where it is refused (sandboxed frames, blocked cookies) it lasts as long as the page and is
 * shared by every embed on it: a property of the document under a symbol is no global name.
 */
const held = Symbol.for('manyhands:memory');

export type ShelfName = 'localStorage' | 'sessionStorage';
type Shelf = Record<string, string>;

/** Shared by all our scripts in this document, and by nobody else. */
export const pageMemory = ((document as Document & { [held]?: Shelf })[held] ??= {});

/** Texts by key, read and written as an object's properties. Writing throws where the page has used up its room. */
export function shelf(name: ShelfName): Shelf {
  try {
    return (window[name] as unknown as Shelf | null) ?? pageMemory;
  } catch {
    return pageMemory;
  }
}

export const recall = (name: ShelfName, key: string): string | undefined => shelf(name)[key];

/** Stores the text, or deletes the key if there is none. */
export function remember(name: ShelfName, key: string, text?: string) {
  try {
    if (text) shelf(name)[key] = text;
    // eslint-disable-next-line @typescript-eslint/no-dynamic-delete -- a shelf is one by design
    else delete shelf(name)[key];
  } catch {
    // The page has used up its room: the embed goes on without.
  }
}

/** Reads a value that was stored as JSON; undefined where there is nothing, or something that is not ours. */
export function recallData(name: ShelfName, key: string): unknown {
  try {
    return JSON.parse(recall(name, key) ?? '') as unknown;
  } catch {
    return undefined;
  }
}
