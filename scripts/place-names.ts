/** The names of places in the gazetteer, folded as searches are, and their misspellings. */
import type { DatabaseSync } from 'node:sqlite';
import { keysOf } from '../server/text/misspelling.ts';
import { words } from '../server/text/words.ts';

export type Names = ReturnType<typeof nameWriter>;

/** Inhabitants. */
const offeredFrom = 10_000;

/** Codes of airports, and addresses of web pages. */
const isNoName = (name: string) => /^[A-Z]{2,4}$|\/|\d{3}/.test(name) || name.length > 60;

export function nameWriter(database: DatabaseSync) {
  const insert = database.prepare('insert or ignore into names (name, place) values (?, ?)');
  const insertMisspelling = database.prepare(
    'insert or ignore into misspellings (deletes, name) values (?, ?)',
  );
  const spelt = new Set<string>();

  return {
    /** `isSpelt`: misspellings of it lead to it. */
    add(place: number, given: string[], isSpelt = false): void {
      for (const text of new Set(given.filter((name) => !isNoName(name))))
        this.addExactly(place, text, isSpelt);
    },

    addExactly(place: number, text: string, isSpelt = false): void {
      const name = words(text).join(' ');
      if (name === '') return;
      insert.run(name, place);
      if (isSpelt) spelt.add(name);
    },

    /** Places that are offered while their names are typed. */
    writeBeginnings(): void {
      const insertBeginning = database.prepare(
        'insert or ignore into beginnings (name, place, weight) values (?, ?, ?)',
      );
      const large = database
        .prepare('select id, name, weight from places where weight >= ?')
        .all(offeredFrom);
      for (const { id, name, weight } of large)
        insertBeginning.run(words(String(name)).join(' '), id ?? 0, weight ?? 0);
    },

    writeMisspellings(): void {
      for (const name of spelt)
        for (const key of keysOf(name.replaceAll(' ', ''))) insertMisspelling.run(key, name);
    },
  };
}
