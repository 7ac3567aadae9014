/** Names in the environment that look like a setting with a typing error; the setting itself then has its default. */
import { editDistance } from '../text/misspelling.ts';

/** Short names are near to many others: HOST to HOME. */
const maxEdits = (name: string): number => (name.length < 6 ? 1 : 2);
const longest = 40;

/** One line for each, such as "LIMIT_IPS is not a setting: is LIMIT_IP meant?". Values are never shown. */
export function misspeltSettings(names: Iterable<string>, known: readonly string[]): string[] {
  const lines: string[] = [];
  for (const name of names) {
    if (known.includes(name) || name.length > longest) continue;
    const plain = name.toUpperCase().replaceAll('-', '_');
    const meant = known.find((each) => editDistance(plain, each) <= maxEdits(each));
    if (meant !== undefined) lines.push(`${name} is not a setting: is ${meant} meant?`);
  }
  return lines;
}
