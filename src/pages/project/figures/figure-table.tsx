import type { Figure } from '../../../contract/pages/stats-figures.ts';
import { formatShare } from '../../../ui/format.ts';
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
export const FigureTable = ({ figure: { columns, rows }, label }: { figure: Figure; label: string }) => (
  <div class="scroll" tabIndex={0} role="region" aria-label={`${label}, table`}>
    <table class="figure-table">
      <thead>
        <tr>
          {columns.map((column, at) => (
            <th scope="col" class={at > 0 ? 'number' : undefined}>
              {wordOf(column)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr>
            <th scope="row" class="figure-row">
              {rowHead(columns, row[0] ?? '')}
            </th>
            {row.slice(1).map((cell) => (
              <td class={cell === null ? 'number hidden-number' : 'number'}>{cellText(cell)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

/** The share of a week's newcomers who came back, darker for more: a table that is the drawing, too. */
export const RetentionTable = ({ figure: { columns, rows }, label }: { figure: Figure; label: string }) => (
  <div class="scroll" tabIndex={0} role="region" aria-label={`${label}, table`}>
    <table class="figure-table retention">
      <thead>
        <tr>
          {columns.map((column, at) => (
            <th scope="col" class={at > 0 ? 'number' : undefined}>
              {at > 1 ? column.replace('week ', '+') : wordOf(column)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([week, joined, ...back]) => (
          <tr>
            <th scope="row" class="figure-row">
              {fullPeriod(String(week))}
            </th>
            <td class="number">{cellText(joined ?? null)}</td>
            {back.map((cell) => {
              // From rounded numbers only; those of a hidden group are hidden with it.
              if (typeof cell !== 'number' || typeof joined !== 'number' || joined === 0)
                return <td class="number hidden-number">{cell === '' ? '' : '–'}</td>;
              const share = Math.min(1, cell / joined);
              return <td class={`number heat-${Math.round(share * 5)}`}>{formatShare(share, 1)}</td>;
            })}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
