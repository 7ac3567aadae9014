import type { ProjectGroup, ProjectMap } from '../contract/project-map.ts';
import { counted } from '../ui/format.ts';
import { localPath } from '../ui/local-path.ts';

/** Four digits do not fit into a circle. */
const shortNumber = (projects: number): string =>
  projects < 1000 ? String(projects) : `${Math.floor(projects / 100) / 10}k`;

const nameOf = ({ projects, place }: ProjectGroup): string =>
  `${counted(projects, 'project')}${place === '' ? '' : ` around ${place}`}`;

const Group = ({ group }: { group: ProjectGroup }) => (
  <a href={localPath(group.path)} class="group" aria-label={nameOf(group)}>
    <title>{nameOf(group)}</title>
    <circle cx={group.x} cy={group.y} r={group.radius} />
    <text x={group.x} y={group.y} aria-hidden="true">
      {shortNumber(group.projects)}
    </text>
  </a>
);

/**
 * The map next to the list. On a small screen it is folded. Each group is a link to the same search in its part of the
 * map; the list has the same projects for people who do not see the map.
 */
export const FinderMap = ({ map }: { map: ProjectMap | undefined }) => (
  <details class="finder-map" id="map">
    <summary>Map</summary>
    <div id="map-drawing">
      {map ? <Drawing map={map} /> : <p class="quiet">The map follows a search that can be read.</p>}
    </div>
  </details>
);

function Drawing({
  map: { width, height, ground, groups, placed, unplaced, wider, whole },
}: {
  map: ProjectMap;
}) {
  return (
    <>
      <nav aria-label="Projects on the map">
        <svg viewBox={`0 0 ${width} ${height}`} role="group">
          <image href={localPath(ground)} width={width} height={height} preserveAspectRatio="none" />
          {groups.map((group) => (
            <Group group={group} />
          ))}
        </svg>
        {whole !== undefined && (
          <p class="ways-line">
            {wider !== undefined && wider !== whole && <a href={localPath(wider)}>Zoom out</a>}
            <a href={localPath(whole)}>Whole map</a>
          </p>
        )}
      </nav>
      <p class="quiet">
        {placed === 0
          ? 'None of these projects has a place on the map.'
          : unplaced > 0
            ? `Not on the map: ${counted(unplaced, 'project')} from anywhere, or without a place.`
            : 'Each project is at the middle of its area.'}
      </p>
    </>
  );
}
