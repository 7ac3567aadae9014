/** Compares names: case, white space, accents and `&` for `and` are ignored. */

import { normalForm } from './normal-form.ts';

const marks = /\p{M}+/gu;

/** The normalized form of a name: `Ecology & Environment` and `ecology  AND environment` have the same. */
export const nameKey = (name: string): string =>
  normalForm(name, 'NFD')
    .replace(marks, '')
    .toLowerCase()
    .replace(/&amp;|&/g, 'and')
    .replace(/\s+/g, '');

/** Looks up values by any spelling of their names. */
export function byName<T>(
  values: Iterable<T>,
  nameOf: (value: T) => string,
): (name: string) => T | undefined {
  const named = new Map([...values].map((value) => [nameKey(nameOf(value)), value]));
  return (name) => named.get(nameKey(name));
}
