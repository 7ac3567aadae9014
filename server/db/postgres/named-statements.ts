/**
 * The names under which the statements of a pool are prepared on its connections. A text with a list of values in it may
 * never be sent again, so a text gets a name when it is sent for the second time.
 */
import { LRUCache } from 'lru-cache';

/** Enough for all our statements. */
const maxNames = 1000;
/** Texts that were sent once, of which each may be some kilobytes long. */
const maxSentOnce = 500;

export function preparedStatements() {
  const names = new Map<string, string>();
  const sentOnce = new LRUCache<string, true>({ max: maxSentOnce });
  const connectedIn = new WeakMap<object, number>();
  let count = 0;
  /** How often all names were given up. */
  let generation = 0;

  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined) return known;
    if (!sentOnce.delete(text)) {
      sentOnce.set(text, true);
      return undefined;
    }
    if (names.size >= maxNames) {
      names.clear();
      generation += 1;
    }
    const name = `s${++count}`;
    names.set(text, name);
    return name;
  };

  return {
    prepared(text: string, values: readonly unknown[] = []) {
      // A text without values is sent as it is: it may contain several statements, which cannot be prepared.
      if (values.length === 0) return { text };
      const name = nameOf(text);
      return { ...(name === undefined ? {} : { name }), text, values: values as unknown[] };
    },

    /** Gives up all names: the schema changed under them. */
    forget: () => names.clear(),

    /**
     * Returns whether a connection has statements prepared under names that were given up. It is then closed instead of
     * used again, because it would keep them all until its end.
     */
    onConnection(client: object): () => boolean {
      const connected = connectedIn.get(client) ?? generation;
      connectedIn.set(client, connected);
      return () => connected < generation;
    },
  };
}
