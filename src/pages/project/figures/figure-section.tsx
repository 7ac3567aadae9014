import type { ComponentChildren } from 'preact';
import type { Figure, FigureSet, StatsChoice } from '../../../contract/pages/stats-figures.ts';
import { formatDate, formatShare } from '../../../ui/format.ts';
import { Bars, Legend } from './bars.tsx';
import { FigureTable, RetentionTable, shortened } from './figure-table.tsx';
import { PlacesMap } from './places-map.tsx';
import { plotOf } from './plots.ts';
import { figureWords } from './words.ts';

type Props = { figure: Figure; set: FigureSet; path: string; forPrint?: boolean };

export const choiceQuery = (choice: StatsChoice): string => `?${new URLSearchParams(choice)}`;

const isTable = new Set(['retention', 'funnel', 'comparison']);

/** Whether a figure has a number to show: one that is all zeros, or all hidden groups, says nothing. */
export const hasData = ({ rows }: Figure): boolean =>
  rows.some((row) => row.slice(1).some((cell) => typeof cell === 'number' && cell !== 0));

/** A figure under its heading. */
export function FigureSection(props: Props) {
  const { name } = props.figure;
  // The summary has no heading between its title and the figures.
  const Heading = props.forPrint === true ? 'h2' : 'h3';
  return (
    <section class="figure" aria-labelledby={`figure-${name}`}>
      <Heading id={`figure-${name}`}>{figureWords[name].title}</Heading>
      <FigureBody {...props} />
    </section>
  );
}

/** A figure as a drawing with its table, and its files. */
export function FigureBody({ figure, set, path, forPrint = false }: Props) {
  const { name } = figure;
  const { title, says } = figureWords[name];
  const isOfPeople = ['participants', 'new-and-returning', 'retention', 'places'].includes(name);
  return (
    <>
      <p class="quiet">
        {says}
        {isOfPeople && set.peopleUpTo !== undefined && ` Counted up to ${formatDate(set.peopleUpTo)}.`}
      </p>
      <Drawing figure={figure} set={set} isLive={!forPrint} />
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
    </>
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

function Drawing({ figure, set, isLive }: { figure: Figure; set: FigureSet; isLive: boolean }) {
  const { name, rows } = figure;
  if (name === 'places') return set.map ? <PlacesMap map={set.map} /> : <Nothing />;
  if (isTable.has(name)) return rows.length === 0 ? <Nothing /> : null;
  const plot = plotOf(figure, set);
  if (!plot) return <Nothing />;
  return (
    <>
      <Bars plot={plot} isLive={isLive} />
      {plot.parts[0] !== 'total' && name !== 'hours-of-day' && <Legend parts={plot.parts} />}
    </>
  );
}

const Nothing = () => <p class="quiet">Nothing to show for these days yet.</p>;

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
