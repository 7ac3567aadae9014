import type { PageLanguage } from '../../../ui/words/language.ts';
import { fillIn } from '../../../ui/words/language.ts';
import { useWords } from '../../../ui/words/use-words.tsx';
import { Swatch } from './bars.tsx';
import type { Plot } from './plots.ts';
import { cellText, rowHead, wordOf } from './words.ts';

/** The row's values as its table has them. */
const valuesAt = (language: PageLanguage, { columns, rows }: Plot, at: number) =>
  columns.slice(1).map((column, n) => ({ column, value: cellText(language, rows[at]?.[n + 1] ?? null) }));

/** The name of a row, in full. */
const nameAt = (language: PageLanguage, { columns, rows }: Plot, at: number): string =>
  rowHead(language, columns, rows[at]?.[0] ?? '');

/** A row as one sentence, for people who listen. */
export function spokenAt(language: PageLanguage, plot: Plot, at: number): string {
  const { words } = language;
  const w = words.figures;
  const values = valuesAt(language, plot, at).map(({ column, value }) =>
    fillIn(w.cell, { column: wordOf(language, column), value }),
  );
  return [
    fillIn(w.row, { row: nameAt(language, plot, at), values: values.join(words.ages.comma) }),
    ...plot.notes.filter((note) => note.at === at).map(({ text }) => fillIn(w.note, { text })),
  ].join(' ');
}

/** The tool-tip of a row: its day, its values, and the notes on it. */
export function PlotTip({ plot, at }: { plot: Plot; at: number }) {
  const language = useWords();
  return (
    <>
      <strong>{nameAt(language, plot, at)}</strong>
      <dl>
        {valuesAt(language, plot, at).map(({ column, value }) => (
          <div>
            <dt>
              {plot.parts.length > 1 && plot.parts.includes(column) && <Swatch part={column} />}
              {wordOf(language, column)}
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
}
