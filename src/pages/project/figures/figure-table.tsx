import type { VNode } from 'preact';
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

type TableProps = { figure: Figure; label: string };

/** The frame of both tables: it scrolls by itself, and has a name and the heads of its columns. */
function Table({ figure, label, children, ...more }: TableProps & { class: string; children: VNode[] }) {
  const language = useWords();
  return (
    <div
      class="scroll"
      tabIndex={0}
      role="region"
      aria-label={language.say(language.words.figures.table, { title: label })}
    >
      <table {...more}>
        <thead>
          <tr>
            {figure.columns.map((column, at) => (
              <th scope="col" class={at > 0 ? 'number' : undefined}>
                {wordOf(language, column.replace(/^week /, '+'))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

/** A figure's own numbers, for everybody who reads rather than looks. */
export function FigureTable({ figure, label }: TableProps) {
  const language = useWords();
  return (
    <Table class="figure-table" figure={figure} label={label}>
      {figure.rows.map((row) => (
        <tr>
          <th scope="row" class="figure-row">
            {rowHead(language, figure.columns, row[0] ?? '')}
          </th>
          {row.slice(1).map((cell) => (
            <td class={cell === null ? 'number hidden-number' : 'number'}>{cellText(language, cell)}</td>
          ))}
        </tr>
      ))}
    </Table>
  );
}

/** The share of a week's newcomers who came back, darker for more: a table that is the drawing, too. */
export function RetentionTable({ figure, label }: TableProps) {
  const language = useWords();
  return (
    <Table class="figure-table retention" figure={figure} label={label}>
      {figure.rows.map(([week, joined, ...back]) => (
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
    </Table>
  );
}
