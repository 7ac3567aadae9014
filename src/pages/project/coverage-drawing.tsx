import type { CoverageMap } from '../../contract/coverage-map.ts';

/** The map of a project's area; the place next to it says the same in words. */
export const CoverageDrawing = ({ map, place }: { map: CoverageMap; place: string }) => (
  <svg
    class="coverage"
    viewBox={`0 0 ${map.width} ${map.height}`}
    role="img"
    aria-label={`Map of where it takes place: ${place}`}
  >
    <path class="land" d={map.land} />
    {map.borders !== '' && <path class="borders" d={map.borders} />}
    {map.area !== '' && <path class="area" d={map.area} />}
    {map.pins.map(({ x, y }) => (
      <circle class="pin" cx={x} cy={y} r="5" />
    ))}
  </svg>
);
