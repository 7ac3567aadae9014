import type { ComponentChildren } from 'preact';
import type { Figure, FigureSet, StatsChoice } from '../../../contract/pages/stats-figures.ts';
import { useWords } from '../../../ui/words/use-words.tsx';
import type { PageLanguage } from '../../../ui/words/language.ts';
import { Bars, Legend } from './bars.tsx';
import { FigureTable, RetentionTable, shortened } from './figure-table.tsx';
import { PlacesMap } from './places-map.tsx';
import { plotOf } from './plots.ts';

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
      <Heading id={`figure-${name}`}>{useWords().words.figures.names[name].title}</Heading>
      <FigureBody {...props} />
    </section>
  );
}

/** A figure as a drawing with its table, and its files. */
export function FigureBody({ figure, set, path, forPrint = false }: Props) {
  const { name } = figure;
  const language = useWords();
  const { words, say, date } = language;
  const w = words.figures;
  const { title, says } = w.names[name];
  const isOfPeople = ['participants', 'new-and-returning', 'retention', 'places'].includes(name);
  return (
    <>
      <p class="quiet">
        {says}
        {isOfPeople && set.peopleUpTo !== undefined && ` ${say(w.upTo, { date: date(set.peopleUpTo) })}`}
      </p>
      <Drawing figure={figure} set={set} isLive={!forPrint} />
      {name === 'retention' ? (
        <RetentionTable figure={figure} label={title} />
      ) : name === 'comparison' || name === 'funnel' ? (
        <FigureTable figure={withChange(figure, language)} label={title} />
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
              aria-label={say(w.file, { title, form: form.toUpperCase() })}
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
  const { words, say, number } = useWords();
  const w = words.figures;
  const table = shortened(figure);
  const [shown, all] = [table.rows.length, figure.rows.length];
  return (
    <>
      {shown < all && (
        <p class="quiet">
          {say(figure.name === 'places' ? w.most : w.latest, { n: number(shown), all: number(all) })}
        </p>
      )}
      <FigureTable figure={table} label={label} />
    </>
  );
}

const Folded = ({ isOpen, children }: { isOpen: boolean; children: ComponentChildren }) => (
  <details open={isOpen}>
    <summary>{useWords().words.figures.numbers}</summary>
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

const Nothing = () => <p class="quiet">{useWords().words.figures.nothing}</p>;

/** Adds how much a number differs from that of the days before; from rounded numbers, where these are of people. */
function withChange(figure: Figure, { share }: PageLanguage): Figure {
  if (!figure.columns.includes('before')) return figure;
  return {
    ...figure,
    columns: [...figure.columns, 'change'],
    rows: figure.rows.map((row) => {
      const [now, before] = [row[1], row[2]];
      if (typeof now !== 'number' || typeof before !== 'number' || before === 0) return [...row, '–'];
      const change = (now - before) / before;
      return [...row, `${change > 0 ? '+' : ''}${share(change, 1)}`];
    }),
  };
}
