import type { FigureSet } from '../../../contract/pages/stats-figures.ts';
import { Fills } from './bars.tsx';
import { Choices } from './choices.tsx';
import { choiceQuery, FigureSection } from './figure-section.tsx';
import { Notes } from './notes.tsx';

/** All figures of a choice: drawn on the server, each with its table and its files. */
export const Figures = ({ set, path }: { set: FigureSet; path: string }) => (
  <section class="figures" id="figures" aria-labelledby="figures-title">
    <h2 id="figures-title">Figures</h2>
    <Fills />
    <Choices choice={set.choice} path={path} />
    <p class="quiet">
      Days are in UTC. Numbers of people are rounded up or down to a multiple of 5, those that are then below
      10 are shown as “under 10”, and all change once a day, to protect what single people did. Contributions
      of people without an account are deleted after a while; then they count in contributions and hours, but
      not in participants.
    </p>
    {set.peopleUpTo === undefined && (
      <p>People are counted for the first time tonight; the figures about them are here tomorrow.</p>
    )}
    {set.figures.map((figure) => (
      <FigureSection figure={figure} set={set} path={path} />
    ))}
    <Notes notes={set.notes} path={path} today={set.to} />
    <p>
      <a
        class="button plain"
        href={`${path}/stats/summary${choiceQuery({ ...set.choice, period: 'month', span: '365' })}`}
      >
        Summary to print
      </a>
    </p>
  </section>
);
