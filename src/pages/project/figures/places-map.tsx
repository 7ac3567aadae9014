import type { FigureSet } from '../../../contract/pages/stats-figures.ts';
import { counted } from '../../../ui/format.ts';

/** Larger dots for more people: the area grows with the number. */
export function PlacesMap({ map }: { map: NonNullable<FigureSet['map']> }) {
  const max = map.dots.reduce((top, { people }) => Math.max(top, people), 1);
  return (
    <svg
      class="coverage places"
      viewBox={`0 0 ${map.width} ${map.height}`}
      role="img"
      aria-label={`Map with ${counted(map.dots.length, 'square')} in which at least 5 people contributed`}
    >
      <path class="land" d={map.land} />
      {map.borders !== '' && <path class="borders" d={map.borders} />}
      {map.dots.map(({ x, y, people }) => (
        <circle class="pin" cx={x} cy={y} r={(3 + 9 * Math.sqrt(people / max)).toFixed(1)}>
          <title>{`About ${counted(people, 'participant')}`}</title>
        </circle>
      ))}
    </svg>
  );
}
