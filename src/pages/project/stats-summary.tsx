import { formatDate, formatNumber } from '../../ui/format.ts';
import type { PageProps } from '../page.ts';
import { Fills } from './figures/bars.tsx';
import { FigureSection } from './figures/figure-section.tsx';
import { ParticipantsTile } from './figures/participants-tile.tsx';

/** The figures that a funder asks for, on paper in the order of the page. */
const printed = ['comparison', 'contributions', 'hours', 'participants', 'new-and-returning', 'places'];

/** A summary of a project to print, for funders and reports. */
export function StatsSummaryPage({ data, frame }: PageProps<'stats-summary'>) {
  const { title, organisation, path, totals, figures: set } = data;
  return (
    <article class="stats stats-summary">
      <p class="back">
        <a href={`${path}/stats`}>← Stats</a>
      </p>
      <header>
        <p class="byline">{organisation}</p>
        <h1>{title}</h1>
        <p>
          Participation from {formatDate(set.from)} to {formatDate(set.to)}, as recorded by{' '}
          {frame.serviceName}. Print this page, or save it as a PDF.
        </p>
      </header>
      <Fills />
      <ul class="tiles">
        <li>
          <strong>{formatNumber(totals.events)}</strong> contributions in all
        </li>
        <ParticipantsTile participants={totals.participants} />
      </ul>
      {set.figures
        .filter(({ name }) => printed.includes(name))
        .toSorted((one, other) => printed.indexOf(one.name) - printed.indexOf(other.name))
        .map((figure) => (
          <FigureSection figure={figure} set={set} path={path} forPrint />
        ))}
      {set.notes.length > 0 && (
        <section aria-labelledby="summary-notes">
          <h3 id="summary-notes">Notes</h3>
          <ol>
            {set.notes.map(({ day, text }) => (
              <li>
                <strong>{formatDate(day)}</strong> {text}
              </li>
            ))}
          </ol>
        </section>
      )}
      <p class="quiet">
        Numbers of people are rounded to a multiple of 5, and those then below 10 are shown as “under 10”.
        Days are in UTC. Hours are those that the project reported.
      </p>
    </article>
  );
}
