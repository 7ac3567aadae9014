/** When two spellings are one name: case, white space, accents and `&` for `and` do not count. */

import { normalForm } from './normal-form.ts';

const marks = /\p{M}+/gu;

/** What is compared: `Ecology & Environment` and `ecology  AND environment` have the same. */
export const nameKey = (name: string): string =>
  normalForm(name, 'NFD')
    .replace(marks, '')
    .toLowerCase()
    .replace(/&amp;|&/g, 'and')
    .replace(/\s+/g, '');

/** Looks values up by any spelling of their names. */
export function byName<T>(
  values: Iterable<T>,
  nameOf: (value: T) => string,
): (name: string) => T | undefined {
  const found = new Map([...values].map((value) => [nameKey(nameOf(value)), value]));
  return (name) => found.get(nameKey(name));
}
