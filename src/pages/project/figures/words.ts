/** The words of Stats' figures, by the codes of their columns and rows. */
import { ownEntry } from '../../../contract/fields/own-entry.ts';
import type { Figure, FigureCell } from '../../../contract/pages/stats-figures.ts';
import type { PageLanguage, PageWords } from '../../../ui/words/language.ts';

/** The groups that a script needs to read the plots. */
export const plotWords: (keyof PageWords)[] = ['figures', 'eventTypes', 'eventSources', 'ages'];

export const wordOf = ({ words }: PageLanguage, code: string): string =>
  ownEntry<string>({ ...words.eventTypes, ...words.eventSources, ...words.figures.columns }, code) ?? code;

export const cellText = ({ words, number }: PageLanguage, cell: FigureCell): string =>
  cell === null ? words.figures.hidden : typeof cell === 'number' ? number(cell) : cell;

/** A period as a column of a plot has room for it, and in full. */
const shortPeriod = ({ month, dayOfYear }: PageLanguage, name: string) =>
  name.length === 7 ? month(name) : dayOfYear(name);
export const fullPeriod = ({ month, date }: PageLanguage, name: string) =>
  name.length === 7 ? month(name) : date(name);

const isPeriod = (column: string | undefined) => column === 'period' || column === 'week';

/** The head of a row. */
export const rowHead = (language: PageLanguage, columns: string[], cell: FigureCell) =>
  isPeriod(columns[0]) ? fullPeriod(language, String(cell)) : wordOf(language, String(cell));

/** The label of a row of a plot. */
export function rowLabel(
  language: PageLanguage,
  { columns, rows }: Pick<Figure, 'columns' | 'rows'>,
  at: number,
): string {
  const name = String(rows[at]?.[0] ?? '');
  return isPeriod(columns[0]) ? shortPeriod(language, name) : name.slice(0, 2);
}
