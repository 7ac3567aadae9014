/** The names of columns in tables of projects: ours, PPSR's, another directory's, or what people write in six languages. */
import usualNames from '../../../src/catalogue/column-names.json' with { type: 'json' };
import { normalForm } from '../../../src/contract/fields/normal-form.ts';
import { projectFields } from '../../../src/contract/api/project.ts';
import { ppsrNames } from '../../../src/contract/ppsr/names.ts';
import { isOfDirectory } from './directories.ts';

/**
 * Reduces a column name to letters and digits without accents and remarks in brackets, because people write
 * `Contact e-mail *`, `contact_email`, `Audience (adults, families)`.
 */
const folded = (name: string): string =>
  normalForm(name.split(/[([]/, 1)[0] ?? '', 'NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

const known = new Map<string, string>();
for (const name of [...Object.keys(projectFields), ...ppsrNames, 'id', 'latitude', 'longitude']) {
  const inner = name.split('.').at(-1) ?? name;
  for (const each of [inner, name]) if (!known.has(folded(each))) known.set(folded(each), name);
}

const fields = new Set(known.values());

/** Whether it is one of our fields, or of PPSR's. */
export const isField = (name: string | undefined): name is string => name !== undefined && fields.has(name);

const usual = new Map<string, string>();
for (const [field, names] of Object.entries(usualNames))
  for (const name of names) usual.set(folded(name), field);

/** Names that programs give to the numbers of rows. */
const isRowNumber = (name: string): boolean =>
  name === '' || /^(#|no\.?|nr\.?|n°|nº|index|row|fid|unnamed: ?\d+)$/i.test(name);

/**
 * The columns of a row of names: the names that we know by our own, the others as they are; undefined for what may be
 * the number of a row. `known`: how many we know; 0 unless one of them is the name of the project.
 */
export function columnsOf(cells: readonly string[]): { names: (string | undefined)[]; known: number } {
  const titles = cells.map((cell) => cell.trim());
  if (isOfDirectory(titles)) return { names: titles, known: titles.length };
  const names = titles.map((name) => (isField(name) ? name : known.get(folded(name))));
  for (const [at, name] of titles.entries()) {
    const field = usual.get(folded(name));
    if (names[at] === undefined && field !== undefined && !names.includes(field)) names[at] = field;
  }
  const count = names.filter((name) => name !== undefined).length;
  return {
    names: names.map((name, at) => name ?? (isRowNumber(titles[at] ?? '') ? undefined : titles[at])),
    known: ['name', 'projectName', 'ProjectName'].some((name) => names.includes(name)) ? count : 0,
  };
}
