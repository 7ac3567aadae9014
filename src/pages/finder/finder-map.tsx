import type { ProjectGroup, ProjectMap } from '../../contract/pages/maps.ts';
import { localPath } from '../../ui/local-path.ts';
import { useWords } from '../../ui/words/use-words.tsx';

/** Four digits do not fit into a circle. */
const shortNumber = (projects: number): string =>
  projects < 1000 ? String(projects) : `${Math.floor(projects / 100) / 10}k`;

function Group({ group }: { group: ProjectGroup }) {
  const { words, say, count } = useWords();
  const { projects, place, path, x, y, radius } = group;
  const all = count('project', projects);
  const name = place === '' ? all : say(words.finder.around, { projects: all, place });
  return (
    <a href={localPath(path)} class="group" aria-label={name}>
      <title>{name}</title>
      <circle cx={x} cy={y} r={radius} />
      <text x={x} y={y} aria-hidden="true">
        {shortNumber(projects)}
      </text>
    </a>
  );
}

/**
 * The map next to the list. On a small screen it is folded. Each group is a link to the same search in its part of the
 * map; the list has the same projects for people who do not see the map.
 */
export function FinderMap({ map }: { map: ProjectMap | undefined }) {
  const w = useWords().words.finder;
  return (
    <details class="finder-map" id="map">
      <summary>{w.map}</summary>
      <div id="map-drawing">{map ? <Drawing map={map} /> : <p class="quiet">{w.mapLater}</p>}</div>
    </details>
  );
}

function Drawing({
  map: { width, height, ground, groups, circle, placed, unplaced, wider, whole },
}: {
  map: ProjectMap;
}) {
  const { words, say, count } = useWords();
  const w = words.finder;
  return (
    <>
      <nav aria-label={w.onMap}>
        <svg viewBox={`0 0 ${width} ${height}`} role="group">
          <image href={localPath(ground)} width={width} height={height} preserveAspectRatio="none" />
          {circle && <ellipse class="searched" cx={circle.x} cy={circle.y} rx={circle.rx} ry={circle.ry} />}
          {groups.map((group) => (
            <Group group={group} />
          ))}
        </svg>
        {whole !== undefined && (
          <p class="ways-line">
            {wider !== undefined && wider !== whole && <a href={localPath(wider)}>{w.zoomOut}</a>}
            <a href={localPath(whole)}>{w.wholeMap}</a>
          </p>
        )}
      </nav>
      <p class="quiet">
        {placed === 0
          ? w.noneOnMap
          : unplaced > 0
            ? say(w.notOnMap, { projects: count('project', unplaced) })
            : w.middles}
      </p>
    </>
  );
}
