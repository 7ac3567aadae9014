import type { ComponentChildren } from 'preact';
import type { Figure, FigureSet, StatsChoice } from '../../../contract/stats-figures.ts';
import { formatDate, formatShare } from '../../../ui/format.ts';
import { Bars, Legend } from './bars.tsx';
import { FigureTable, RetentionTable, shortened } from './figure-table.tsx';
import { PlacesMap } from './places-map.tsx';
import { figureWords, shortPeriod } from './words.ts';

type Props = { figure: Figure; set: FigureSet; path: string; forPrint?: boolean };

export const choiceQuery = (choice: StatsChoice): string => `?${new URLSearchParams(choice)}`;

const overTime = new Set(['contributions', 'hours', 'magnitude', 'participants', 'new-and-returning']);

/** A figure as a drawing with its table, and its files. */
export function FigureSection({ figure, set, path, forPrint = false }: Props) {
  const { name } = figure;
  const { title, says } = figureWords[name];
  // The summary has no heading between its title and the figures.
  const Heading = forPrint ? 'h2' : 'h3';
  const isOfPeople = ['participants', 'new-and-returning', 'retention', 'places'].includes(name);
  return (
    <section class="figure" aria-labelledby={`figure-${name}`}>
      <Heading id={`figure-${name}`}>{title}</Heading>
      <p class="quiet">
        {says}
        {isOfPeople && set.peopleUpTo !== undefined && ` Counted up to ${formatDate(set.peopleUpTo)}.`}
      </p>
      <Drawing figure={figure} set={set} />
      {name === 'retention' ? (
        <RetentionTable figure={figure} label={title} />
      ) : name === 'comparison' || name === 'funnel' ? (
        <FigureTable figure={withChange(figure)} label={title} />
      ) : (
        figure.rows.length > 0 && (
          <Folded isOpen={forPrint && figure.rows.length <= 24}>
            <Shortened figure={figure} label={title} />
          </Folded>
        )
      )}
      {!forPrint && (
        <p class="files">
          {(['csv', 'json'] as const).map((form) => (
            <a
              href={`${path}/stats/${name}.${form}${choiceQuery(set.choice)}`}
              aria-label={`${title} as ${form.toUpperCase()}`}
            >
              {form.toUpperCase()}
            </a>
          ))}
        </p>
      )}
    </section>
  );
}

function Shortened({ figure, label }: { figure: Figure; label: string }) {
  const table = shortened(figure);
  const [shown, all] = [table.rows.length, figure.rows.length];
  return (
    <>
      {shown < all && (
        <p class="quiet">
          {figure.name === 'places' ? 'The squares with most people: ' : 'The latest: '}
          {shown} of {all}. The CSV file has all.
        </p>
      )}
      <FigureTable figure={table} label={label} />
    </>
  );
}

const Folded = ({ isOpen, children }: { isOpen: boolean; children: ComponentChildren }) => (
  <details open={isOpen}>
    <summary>The numbers as a table</summary>
    {children}
  </details>
);

function Drawing({ figure, set }: { figure: Figure; set: FigureSet }) {
  const { name, columns, rows } = figure;
  if (name === 'places') return set.map ? <PlacesMap map={set.map} /> : <Nothing />;
  if (name === 'hours-of-day')
    return <Bars figure={figure} parts={['contributions']} label={(hour) => hour.slice(0, 2)} />;
  if (!overTime.has(name)) return rows.length === 0 ? <Nothing /> : null;
  if (rows.every((row) => row.slice(1).every((cell) => cell === 0))) return <Nothing />;
  // People who did two kinds of things are in both columns, which must not be stacked.
  const split = columns.slice(1).filter((column) => column !== 'total');
  const parts = name === 'participants' || split.length === 0 ? ['total'] : split;
  return (
    <>
      <Bars figure={figure} parts={parts} notes={placed(set, rows)} label={shortPeriod} />
      {parts[0] !== 'total' && <Legend parts={parts} />}
    </>
  );
}

const Nothing = () => <p class="quiet">Nothing to show for these days yet.</p>;

/** The notes at their period, with the numbers of their list. */
const placed = ({ notes }: FigureSet, rows: Figure['rows']) =>
  notes.flatMap((note, index) => {
    const after = rows.findIndex((row) => String(row[0]) > note.day);
    const at = (after < 0 ? rows.length : after) - 1;
    const isShown = at >= 0 && (after >= 0 || isInLast(String(rows[at]?.[0] ?? ''), note.day));
    return isShown ? [{ ...note, at, number: index + 1 }] : [];
  });

/** Whether a day lies in a period that nothing follows. */
const isInLast = (period: string, day: string): boolean =>
  day.startsWith(period) || (period.length === 10 && Date.parse(day) - Date.parse(period) < 7 * 86_400_000);

/** Adds how much a number differs from that of the days before; from rounded numbers, where these are of people. */
function withChange(figure: Figure): Figure {
  if (!figure.columns.includes('before')) return figure;
  return {
    ...figure,
    columns: [...figure.columns, 'Change'],
    rows: figure.rows.map((row) => {
      const [now, before] = [row[1], row[2]];
      if (typeof now !== 'number' || typeof before !== 'number' || before === 0) return [...row, '–'];
      const change = (now - before) / before;
      return [...row, `${change > 0 ? '+' : ''}${formatShare(change, 1)}`];
    }),
  };
}
