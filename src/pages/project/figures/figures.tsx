import type { FigureSet } from '../../../contract/pages/stats-figures.ts';
import { Fold } from '../../../ui/fold.tsx';
import { Fills } from './bars.tsx';
import { Choices } from './choices.tsx';
import { choiceQuery, FigureBody, FigureSection, hasData } from './figure-section.tsx';
import { Notes } from './notes.tsx';
import { useWords } from '../../../ui/words/use-words.tsx';

/** The contributions of a choice, and all other figures that have something to show, folded. */
export function Figures({ set, path }: { set: FigureSet; path: string }) {
  const { words, say, number } = useWords();
  const w = words.figures;
  const [first, ...others] = set.figures;
  const shown = others.filter(hasData);
  const later = others.filter((figure) => !hasData(figure));
  return (
    <section class="figures" id="figures" aria-labelledby="figures-title">
      <h2 id="figures-title" class="visually-hidden">
        {w.title}
      </h2>
      <Fills />
      <Choices choice={set.choice} path={path} />
      {first && <FigureSection figure={first} set={set} path={path} />}
      <div class="folds">
        {shown.map((figure) => (
          <Fold key={figure.name} id={`figure-${figure.name}`} title={w.names[figure.name].title}>
            <FigureBody figure={figure} set={set} path={path} />
          </Fold>
        ))}
        <Fold
          id="notes"
          title={w.notes}
          state={set.notes.length === 0 ? undefined : number(set.notes.length)}
          isOpen={set.notes.length > 0}
        >
          <Notes notes={set.notes} path={path} today={set.to} />
        </Fold>
        <Fold id="counting" title={w.counting}>
          <p>{w.countingSays}</p>
        </Fold>
      </div>
      {set.peopleUpTo === undefined ? (
        <p class="quiet">{w.tomorrow}</p>
      ) : (
        later.length > 0 && (
          <p class="quiet">
            {say(w.later, { names: later.map(({ name }) => w.names[name].title).join(words.ages.comma) })}
          </p>
        )
      )}
      <p>
        <a
          class="button plain"
          href={`${path}/stats/summary${choiceQuery({ ...set.choice, period: 'month', span: '365' })}`}
        >
          {w.print}
        </a>
      </p>
    </section>
  );
}
