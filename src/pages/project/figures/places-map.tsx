import type { FigureSet } from '../../../contract/pages/stats-figures.ts';
import { useWords } from '../../../ui/words/use-words.tsx';

/** Larger dots for more people: the area grows with the number. */
export function PlacesMap({ map }: { map: NonNullable<FigureSet['map']> }) {
  const { count } = useWords();
  const max = map.dots.reduce((top, { people }) => Math.max(top, people), 1);
  return (
    <svg
      class="coverage places"
      viewBox={`0 0 ${map.width} ${map.height}`}
      role="img"
      aria-label={count('square', map.dots.length)}
    >
      <path class="land" d={map.land} />
      {map.borders !== '' && <path class="borders" d={map.borders} />}
      {map.dots.map(({ x, y, people }) => (
        <circle class="pin" cx={x} cy={y} r={(3 + 9 * Math.sqrt(people / max)).toFixed(1)}>
          <title>{count('participant', people)}</title>
        </circle>
      ))}
    </svg>
  );
}
