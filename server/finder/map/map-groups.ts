/** Groups the points of a map by the cells of a grid, whose size on the drawing is always about the same. */
import { regionNameAt } from '../../places/region-at.ts';
import { frameAround, mapSize, projection } from '../../places/map-frame.ts';
import { boxText, type ProjectGroup } from '../../../src/contract/pages/maps.ts';
import type { Box } from '../../geometry/outline.ts';
import { unrolled } from './map-box.ts';
import type { ProjectPoint } from './map-store.ts';

/** Cells across and down the map, at the most: a circle in each can be touched on a phone. */
const [columns, rows] = [9, 6];

/** Sides of a cell, in units of a power of ten. */
const sides = [1, 1.5, 2, 3, 4, 5, 6, 8, 10];

/** The side of cells, in degrees, of which at most `max` are in a span. */
function sideFor(span: number, max: number): number {
  const unit = 10 ** Math.floor(Math.log10(span / max));
  return (sides.find((side) => side * unit * max >= span) ?? 10) * unit;
}

/** No part of the map is smaller than this. */
const minSide = 0.01;

type Grid = { frame: Box; across: number; down: number };

/** `chosen`: a part of the map; `about`: the parts of a place that is named. */
export type Shown = { chosen?: Box | undefined; about: Box[] };

/** The frame around what is to be shown, or else around the points, in whole cells. */
function gridFor(points: ProjectPoint[], { chosen, about }: Shown): Grid {
  const named = about.length > 0 ? about : undefined;
  const boxes = chosen
    ? [unrolled(chosen)]
    : (named ?? points.map(({ lng, lat }) => ({ west: lng, east: lng, south: lat, north: lat })));
  const wanted =
    boxes.length > 0
      ? frameAround(boxes, chosen ? 1 : 1.1, chosen ? minSide : undefined)
      : frameAround([{ west: -180, east: 180, south: -60, north: 80 }]);
  const across = Math.max(minSide, sideFor(wanted.east - wanted.west, columns - 1));
  const down = Math.max(minSide, sideFor(wanted.north - wanted.south, rows - 1));
  const isWhole = wanted.east - wanted.west >= 360;
  const frame = {
    west: isWhole ? -180 : Math.floor(wanted.west / across) * across,
    east: isWhole ? 180 : Math.ceil(wanted.east / across) * across,
    south: Math.max(-90, Math.floor(wanted.south / down) * down),
    north: Math.min(90, Math.ceil(wanted.north / down) * down),
  };
  return { frame, across, down };
}

const exact = (degrees: number): number => Math.round(degrees * 10_000) / 10_000;

/** The cell that a coordinate is in, by its bounds as they are written into addresses. */
function cellOf(degrees: number, side: number): { from: number; to: number } {
  let cell = Math.floor(degrees / side);
  if (degrees < exact(cell * side)) cell -= 1;
  if (degrees >= exact((cell + 1) * side)) cell += 1;
  return { from: exact(cell * side), to: exact((cell + 1) * side) };
}

/** Radii on the drawing: for one project, and for many. */
const [smallest, largest] = [13, 18];
const radiusOf = (projects: number): number => Math.min(largest, smallest + 1.5 * Math.log10(projects));

export type GroupedMap = { frame: Box; groups: ProjectGroup[]; placed: number };

/** `pathOf`: the address of the search in a part of the map. */
export function groupPoints(
  points: ProjectPoint[],
  shown: Shown,
  pathOf: (box: string) => string,
): GroupedMap {
  const { frame, across, down } = gridFor(points, shown);
  let placed = 0;
  const cells = new Map<string, { box: Box; projects: number; lng: number; lat: number }>();
  for (const { lng, lat, projects } of points) {
    const turned = lng < frame.west ? lng + 360 : lng >= frame.east ? lng - 360 : lng;
    const isOutside = turned < frame.west || turned >= frame.east || lat < frame.south || lat > frame.north;
    // Around a place that is named, areas that cover it may have their middles far away.
    if (isOutside && shown.about.length > 0) continue;
    placed += projects;
    const [x, y] = [cellOf(turned, across), cellOf(lat, down)];
    const box = { west: x.from, east: x.to, south: y.from, north: y.to };
    const cell = cells.get(boxText(box)) ?? { box, projects: 0, lng: 0, lat: 0 };
    cell.projects += projects;
    cell.lng += projects * turned;
    cell.lat += projects * lat;
    cells.set(boxText(box), cell);
  }
  const project = projection(frame);
  const groups = [...cells].map(([text, { box, projects, lng, lat }]): ProjectGroup => {
    const radius = radiusOf(projects);
    const middle = { lng: lng / projects, lat: lat / projects };
    const [x, y] = project.point(middle.lng, middle.lat);
    const [left, top] = project.point(box.west, box.north);
    const [right, bottom] = project.point(box.east, box.south);
    return {
      x: Math.round(within(x, left + radius, right - radius, mapSize.width)),
      y: Math.round(within(y, top + radius, bottom - radius, mapSize.height)),
      radius: Math.round(radius),
      projects,
      place: regionNameAt(middle.lng, middle.lat) ?? '',
      path: pathOf(text),
    };
  });
  groups.sort((one, other) => other.projects - one.projects || one.y - other.y || one.x - other.x);
  return { frame, groups, placed };
}

/** A circle stays in its cell, so that no two overlap, and whole on the map, where a cell reaches beyond it. */
function within(value: number, least: number, max: number, size: number): number {
  const inCell = least > max ? (least + max) / 2 : clamped(value, least, max);
  return clamped(inCell, largest, size - largest);
}

const clamped = (value: number, least: number, max: number): number => Math.min(max, Math.max(least, value));
