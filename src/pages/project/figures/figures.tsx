import type { FigureSet } from '../../../contract/pages/stats-figures.ts';
import { Fold } from '../../../ui/fold.tsx';
import { Fills } from './bars.tsx';
import { Choices } from './choices.tsx';
import { choiceQuery, FigureBody, FigureSection, hasData } from './figure-section.tsx';
import { Notes } from './notes.tsx';
import { figureWords } from './words.ts';

/** The contributions of a choice, and all other figures that have something to show, folded. */
export const Figures = ({ set, path }: { set: FigureSet; path: string }) => {
  const [first, ...others] = set.figures;
  const shown = others.filter(hasData);
  const later = others.filter((figure) => !hasData(figure));
  return (
    <section class="figures" id="figures" aria-labelledby="figures-title">
      <h2 id="figures-title" class="visually-hidden">
        Figures
      </h2>
      <Fills />
      <Choices choice={set.choice} path={path} />
      {first && <FigureSection figure={first} set={set} path={path} />}
      <div class="folds">
        {shown.map((figure) => (
          <Fold key={figure.name} id={`figure-${figure.name}`} title={figureWords[figure.name].title}>
            <FigureBody figure={figure} set={set} path={path} />
          </Fold>
        ))}
        <Fold
          id="notes"
          title="Your notes"
          state={set.notes.length === 0 ? undefined : String(set.notes.length)}
          isOpen={set.notes.length > 0}
        >
          <Notes notes={set.notes} path={path} today={set.to} />
        </Fold>
        <Fold id="counting" title="How this is counted">
          <p>
            Days are in UTC. Numbers of people are rounded up or down to a multiple of 5, those that are then
            below 10 are shown as “under 10”, and all change once a day, to protect what single people did.
            Contributions of people without an account are deleted after a while; then they count in
            contributions and hours, but not in participants.
          </p>
        </Fold>
      </div>
      {set.peopleUpTo === undefined ? (
        <p class="quiet">
          From tomorrow on: participants, who are counted for the first time tonight, who comes back, and
          where.
        </p>
      ) : (
        later.length > 0 && (
          <p class="quiet">
            Once there is something to show: {later.map(({ name }) => figureWords[name].title).join(', ')}.
          </p>
        )
      )}
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
};
