import { BackLink } from '../../ui/back-link.tsx';
import { Counted } from '../../ui/counted.tsx';
import { useWords } from '../../ui/words/use-words.tsx';
import type { PageProps } from '../page.ts';
import { Fills } from './figures/bars.tsx';
import { FigureSection } from './figures/figure-section.tsx';
import { ParticipantsTile } from './figures/participants-tile.tsx';

/** The figures that a funder asks for, on paper in the order of the page. */
const printed = ['comparison', 'contributions', 'hours', 'participants', 'new-and-returning', 'places'];

/** A summary of a project to print, for funders and reports. */
export function StatsSummaryPage({ data, frame }: PageProps<'stats-summary'>) {
  const { title, organisation, path, totals, figures: set } = data;
  const { words, say, date } = useWords();
  const w = words.stats.summary;
  return (
    <article class="stats stats-summary">
      <BackLink href={`${path}/stats`}>{w.back}</BackLink>
      <header>
        <p class="byline">{organisation}</p>
        <h1>{title}</h1>
        <p>{say(w.says, { from: date(set.from), to: date(set.to), service: frame.serviceName })}</p>
      </header>
      <Fills />
      <ul class="tiles">
        <li>
          <Counted what="inAll" value={totals.events} />
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
          <h3 id="summary-notes">{w.notes}</h3>
          <ol>
            {set.notes.map(({ day, text }) => (
              <li>
                <strong>{date(day)}</strong> {text}
              </li>
            ))}
          </ol>
        </section>
      )}
      <p class="quiet">{w.counted}</p>
    </article>
  );
}
