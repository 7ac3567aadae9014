import { Swatch } from './bars.tsx';
import type { Plot } from './plots.ts';
import { cellText, rowHead, wordOf } from './words.ts';

/** The row's values as its table has them. */
const valuesAt = ({ columns, rows }: Plot, at: number) =>
  columns.slice(1).map((column, n) => ({ column, value: cellText(rows[at]?.[n + 1] ?? null) }));

/** The name of a row, in full. */
const nameAt = ({ columns, rows }: Plot, at: number): string => rowHead(columns, rows[at]?.[0] ?? '');

/** A row as one sentence, for people who listen. */
export const spokenAt = (plot: Plot, at: number): string =>
  [
    `${nameAt(plot, at)}: ${valuesAt(plot, at)
      .map(({ column, value }) => `${wordOf(column)} ${value}`)
      .join(', ')}.`,
    ...plot.notes.filter((note) => note.at === at).map(({ text }) => `Note: ${text}`),
  ].join(' ');

/** The tool-tip of a row: its day, its values, and the notes on it. */
export const PlotTip = ({ plot, at }: { plot: Plot; at: number }) => (
  <>
    <strong>{nameAt(plot, at)}</strong>
    <dl>
      {valuesAt(plot, at).map(({ column, value }) => (
        <div>
          <dt>
            {plot.parts.length > 1 && plot.parts.includes(column) && <Swatch part={column} />}
            {wordOf(column)}
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
    {plot.notes
      .filter((note) => note.at === at)
      .map(({ number, text }) => (
        <p>
          {number} {text}
        </p>
      ))}
  </>
);
