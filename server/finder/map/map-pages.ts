/** The map of the finder: groups of the projects of a search, and the drawing of land and borders under them. */
import { LRUCache } from 'lru-cache';
import {
  boxText,
  type FoundPlace,
  mapPlacesPath,
  type ProjectMap,
} from '../../../src/contract/pages/maps.ts';
import { kmPerDegree } from '../../geometry/distance.ts';
import type { Box } from '../../geometry/outline.ts';
import type { PageHandlers } from '../../http/pages.ts';
import { Refusal } from '../../http/refusal.ts';
import { townNames } from '../../places/draw-names.ts';
import { groundPaths } from '../../places/draw-paths.ts';
import { allRegions, type NamedPlace, placesNamed } from '../../places/gazetteer.ts';
import { mapSize, projection } from '../../places/map-frame.ts';
import { groupPoints } from './map-groups.ts';
import { readBox, unrolled } from './map-box.ts';
import { addressOf } from '../page-links.ts';
import { isPlain, type PageRead, type PlaceRead } from '../read-page.ts';
import type { Search } from '../search.ts';

/** Projects of one search that are put on the map; a search by words or by place puts only the best. */
const maxPlaced = { all: 10_000, best: 2000 };

const groundPath = '/map-ground.svg';
/** Kilometres around a town. */
const leastKm = 30;

/** `total`: of the search; those that have no place are not on the map. */
export async function mapOf(search: Search, read: PageRead, total: number): Promise<ProjectMap> {
  const { asked, more, typed, hasWords, named } = read;
  const isOfAll = !hasWords && !named && asked.lat === undefined;
  const draw = async (): Promise<ProjectMap> => {
    const { ids } = await search.idsOf(asked, more, isOfAll ? maxPlaced.all : maxPlaced.best);
    const pathOf = (box: string) => addressOf({ ...typed, box });
    const { frame, groups, placed } = groupPoints(
      await search.map.points(ids),
      { chosen: more.box, about: named ? boxesOf(named) : [] },
      pathOf,
    );
    return {
      ...mapSize,
      ground: `${groundPath}?frame=${boxText(frame)}`,
      groups,
      placed,
      unplaced: Math.max(0, total - placed),
      ...(named && !named.place.region && { circle: circleOn(frame, named) }),
      ...(more.box && { wider: pathOf(widerText(frame)), whole: pathOf('') }),
    };
  };
  if (!isPlain(read)) return draw();
  const keeping = await search.kept();
  return keeping(`map ${JSON.stringify([typed])}`, draw);
}

/** The parts of the map that a place is in: the circle around it, or the outline of a country or state. */
function boxesOf({ place: { region, lat, lng }, km }: PlaceRead): Box[] {
  if (region !== undefined)
    return (allRegions().find(({ code }) => code === region)?.outline.polygons ?? []).flatMap(([outer]) =>
      outer ? [outer.box] : [],
    );
  const tall = km / kmPerDegree;
  const wide = tall / Math.cos((lat * Math.PI) / 180);
  return [{ west: lng - wide, east: lng + wide, south: lat - tall, north: lat + tall }];
}

/** On the drawing. */
function circleOn(frame: Box, named: PlaceRead): ProjectMap['circle'] {
  const { point } = projection(frame);
  const [box] = boxesOf(named);
  if (!box) return undefined;
  const [left, top] = point(box.west, box.north);
  const [right, bottom] = point(box.east, box.south);
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return { x: Math.round(x), y: Math.round(y), rx: Math.round(right - x), ry: Math.round(bottom - y) };
}

/** Three times as wide and as tall; empty for the whole world. */
function widerText({ west, east, south, north }: Box): string {
  const [wide, tall] = [east - west, north - south];
  const wider = {
    west: west - wide,
    east: east + wide,
    south: Math.max(-90, south - tall),
    north: Math.min(90, north + tall),
  };
  return wider.east - wider.west >= 300 ? '' : boxText(wider);
}

/** Colours of src/ui/css/base.css: a picture does not have the variables of its page. */
const style = `.land{fill:#fafbf8;stroke:#75847b;stroke-width:.8}.borders{fill:none;stroke:#d6ddd5;stroke-width:.8}
.towns{font:8.5px system-ui,sans-serif;fill:#48584f}
@media (prefers-color-scheme:dark){.land{fill:#0f1714;stroke:#75897f}.borders{stroke:#2e3d36}.towns{fill:#a9bab1}}`;

/** Everyone requests the frames of searches without a filter. */
const drawn = new LRUCache<string, string>({ max: 100 });

function groundOf(frame: Box): string {
  const key = boxText(frame);
  const known = drawn.get(key);
  if (known !== undefined) return known;
  const { land, borders } = groundPaths(frame, projection(frame));
  const towns = townNames(frame, projection(frame)).map(
    ({ name, x, y }) =>
      `<circle cx="${x}" cy="${y}" r="1.2"/><text x="${x + 3}" y="${y + 3}">${escaped(name)}</text>`,
  );
  const { width, height } = mapSize;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none"><style>${style}</style><path class="land" d="${land}"/><path class="borders" d="${borders}"/><g class="towns">${towns.join('')}</g></svg>`;
  drawn.set(key, svg);
  return svg;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A place that the map of the project form shows: its middle, and degrees of latitude. */
function shownOn({ name, ...place }: NamedPlace): FoundPlace {
  const boxes = boxesOf({ place: { name, ...place }, others: [], km: (place.km ?? leastKm) * 1.2 });
  const box = boxes.reduce((one, other) => (other.east - other.west > one.east - one.west ? other : one));
  return {
    name,
    lng: (box.west + box.east) / 2,
    lat: (box.south + box.north) / 2,
    tall: Math.max(box.north - box.south, (box.east - box.west) / 2),
  };
}

export const mapPages: PageHandlers = {
  [`GET ${mapPlacesPath}`]: ({ query }) => ({
    content: JSON.stringify(placesNamed((query['name'] ?? '').slice(0, 200)).map(shownOn)),
    type: 'application/json; charset=utf-8',
    headers: { 'Cache-Control': 'public, max-age=86400' },
  }),

  [`GET ${groundPath}`]: ({ query }) => {
    const frame = readBox(query['frame'] ?? '');
    if (!frame) throw new Refusal('not_found', 'There is no such part of the map.');
    return {
      content: groundOf(unrolled(frame)),
      type: 'image/svg+xml; charset=utf-8',
      headers: {
        'Cache-Control': 'public, max-age=604800',
        // The style is part of the picture.
        'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      },
    };
  },
};
