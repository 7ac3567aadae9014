/** A figure as CSV or JSON. */
import type { Figure, FigureCell, FigureSet } from '../../src/contract/stats-figures.ts';

const hidden = 'under 10';

/** RFC 4180. Every cell is a number or a word of ours, so none is a formula for a spreadsheet. */
export function figureCsv({ columns, rows }: Figure): string {
  const cell = (value: FigureCell) => {
    const text = value === null ? hidden : String(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [columns, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/** Null is a group that is too small. */
export const figureJson = ({ name, columns, rows }: Figure, { choice, from, to, peopleUpTo }: FigureSet) =>
  JSON.stringify({
    figure: name,
    ...choice,
    ...{ from, to },
    ...(peopleUpTo !== undefined && { people_up_to: peopleUpTo }),
    rows: rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at] ?? null]))),
  });
