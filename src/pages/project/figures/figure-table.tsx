import type { Figure } from '../../../contract/pages/stats-figures.ts';
import { useWords } from '../../../ui/words/use-words.tsx';
import { cellText, fullPeriod, rowHead, wordOf } from './words.ts';

/** Two months of days. A year of them in each of seven tables takes longer to write than all the rest of the page. */
const maxRows = 62;

/** The latest rows of a long figure, or the squares with most people; its files have all of them. */
export function shortened(figure: Figure): Figure {
  const { name, rows } = figure;
  if (rows.length <= maxRows) return figure;
  if (name !== 'places') return { ...figure, rows: rows.slice(-maxRows) };
  const max = rows.toSorted((one, other) => Number(other.at(-1)) - Number(one.at(-1)));
  return { ...figure, rows: max.slice(0, maxRows) };
}

/** A figure's own numbers, for everybody who reads rather than looks. */
export function FigureTable({ figure: { columns, rows }, label }: { figure: Figure; label: string }) {
  const language = useWords();
  return (
    <div
      class="scroll"
      tabIndex={0}
      role="region"
      aria-label={language.say(language.words.figures.table, { title: label })}
    >
      <table class="figure-table">
        <thead>
          <tr>
            {columns.map((column, at) => (
              <th scope="col" class={at > 0 ? 'number' : undefined}>
                {wordOf(language, column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr>
              <th scope="row" class="figure-row">
                {rowHead(language, columns, row[0] ?? '')}
              </th>
              {row.slice(1).map((cell) => (
                <td class={cell === null ? 'number hidden-number' : 'number'}>{cellText(language, cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The share of a week's newcomers who came back, darker for more: a table that is the drawing, too. */
export function RetentionTable({ figure: { columns, rows }, label }: { figure: Figure; label: string }) {
  const language = useWords();
  return (
    <div
      class="scroll"
      tabIndex={0}
      role="region"
      aria-label={language.say(language.words.figures.table, { title: label })}
    >
      <table class="figure-table retention">
        <thead>
          <tr>
            {columns.map((column, at) => (
              <th scope="col" class={at > 0 ? 'number' : undefined}>
                {wordOf(language, column.replace('week ', '+'))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([week, joined, ...back]) => (
            <tr>
              <th scope="row" class="figure-row">
                {fullPeriod(language, String(week))}
              </th>
              <td class="number">{cellText(language, joined ?? null)}</td>
              {back.map((cell) => {
                // From rounded numbers only; those of a hidden group are hidden with it.
                if (typeof cell !== 'number' || typeof joined !== 'number' || joined === 0)
                  return <td class="number hidden-number">{cell === '' ? '' : '–'}</td>;
                const share = Math.min(1, cell / joined);
                return <td class={`number heat-${Math.round(share * 5)}`}>{language.share(share, 1)}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
