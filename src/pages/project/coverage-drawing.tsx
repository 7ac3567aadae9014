import type { CoverageMap } from '../../contract/pages/maps.ts';
import { useWords } from '../../ui/words/use-words.tsx';

/** The map of a project's area; the place next to it says the same in words. */
export function CoverageDrawing({ map, place }: { map: CoverageMap; place: string }) {
  const { words, say } = useWords();
  return (
    <svg
      class="coverage"
      viewBox={`0 0 ${map.width} ${map.height}`}
      role="img"
      aria-label={say(words.project.mapOf, { place })}
    >
      <path class="land" d={map.land} />
      {map.borders !== '' && <path class="borders" d={map.borders} />}
      {map.area !== '' && <path class="area" d={map.area} />}
      {map.pins.map(({ x, y }) => (
        <circle class="pin" cx={x} cy={y} r="5" />
      ))}
    </svg>
  );
}
