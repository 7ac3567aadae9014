/** The area on the map, and how each act changes it: a reducer, so that quick keys each see the state before. */
import type { FoundPlace, MapBox } from '../../contract/pages/map-box.ts';
import { counted } from '../../ui/format.ts';
import {
  boxAround,
  boxOf,
  type Dot,
  dotAt,
  isCrossed,
  kmBetween,
  type Place,
  placeAt,
  size,
  tallOf,
  world,
} from './map-geometry.ts';

/** The corners of an outline, or a circle; `km` is absent until its edge is set. */
export type DrawnShape =
  { kind: 'corners'; corners: Place[] } | { kind: 'circle'; middle: Place; km?: number };

export type Tool = 'move' | 'corners' | 'circle';
/** `earlier`: the shapes that "Undo" goes back to; `said`: for the status line, if it is not about the shape. */
export type MapDrawing = {
  tool: Tool;
  box: MapBox;
  cross: Place;
  shape: DrawnShape;
  earlier: DrawnShape[];
  said?: string;
};
export type MapAct =
  | { act: 'choose'; tool: Tool }
  | { act: 'click'; at?: Dot }
  | { act: 'show'; place: FoundPlace }
  | { act: 'step'; x: number; y: number }
  | { act: 'zoom'; by: number }
  | { act: 'undo' | 'clear' };

const maxCorners = 100;
const maxKm = 1000;
/** Units of the drawing: a cross that comes as near to the side moves the map. */
const nearSide = 5;

export function begin(corners: Place[]): MapDrawing {
  const box = boxOf(corners);
  const cross = placeAt(box, { x: size.width / 2, y: size.height / 2 });
  return { tool: 'move', box, cross, shape: { kind: 'corners', corners }, earlier: [] };
}

export function afterAct(before: MapDrawing, act: MapAct): MapDrawing {
  const { tool, box, cross, shape, earlier } = before;
  const drawing: MapDrawing = { tool, box, cross, shape, earlier };
  switch (act.act) {
    case 'choose':
      return { ...drawing, tool: act.tool };
    case 'click':
      return clicked(drawing, act.at ? placeAt(box, act.at) : cross);
    case 'show': {
      const { place } = act;
      return { ...drawing, cross: place, box: boxAround(place, place.tall), said: `Shown: ${place.name}.` };
    }
    case 'step':
      return stepped(drawing, act);
    case 'zoom':
      return { ...drawing, box: boxAround(cross, tallOf(box) * act.by) };
    case 'undo':
      return { ...drawing, shape: earlier.at(-1) ?? shape, earlier: earlier.slice(0, -1) };
    case 'clear':
      return { ...drawing, shape: { kind: 'corners', corners: [] }, earlier: [...earlier, shape] };
  }
}

function clicked(drawing: MapDrawing, cross: Place): MapDrawing {
  const { tool, box, shape, earlier } = drawing;
  if (tool === 'move') return { ...drawing, cross, box: boxAround(cross, tallOf(box) / 2) };
  const next = withPlace(shape, tool, cross);
  return typeof next === 'string'
    ? { ...drawing, cross, said: next }
    : { ...drawing, cross, shape: next, earlier: [...earlier, shape] };
}

function stepped(drawing: MapDrawing, { x, y }: { x: number; y: number }): MapDrawing {
  const { box } = drawing;
  const dot = dotAt(box, drawing.cross);
  const cross = placeAt(box, { x: dot.x + x, y: dot.y + y });
  const at = dotAt(box, cross);
  const isInside =
    Math.min(at.x, size.width - at.x) > nearSide && Math.min(at.y, size.height - at.y) > nearSide;
  const moved = isInside || box === world ? box : boxAround(cross, tallOf(box));
  return { ...drawing, cross, box: moved, said: `Cross at ${inWords(cross)}.` };
}

/** The shape after a place was set with a tool; a text if it cannot be. */
function withPlace(shape: DrawnShape, tool: Tool, place: Place): DrawnShape | string {
  if (tool === 'circle') {
    if (shape.kind !== 'circle' || shape.km !== undefined) return { kind: 'circle', middle: place };
    const km = Math.round(kmBetween(shape.middle, place) * 10) / 10;
    if (km === 0) return 'Set the edge of the circle at another place than its middle.';
    return km > maxKm ? `A circle has at most ${maxKm} km.` : { ...shape, km };
  }
  const corners = shape.kind === 'corners' ? shape.corners : [];
  return corners.length < maxCorners
    ? { kind: 'corners', corners: [...corners, place] }
    : `An area has at most ${maxCorners} corners here; paste larger ones.`;
}

const inWords = ({ lng, lat }: Place): string =>
  `${Math.abs(lat).toFixed(2)}° ${lat < 0 ? 'south' : 'north'}, ${Math.abs(lng).toFixed(2)}° ${lng < 0 ? 'west' : 'east'}`;

/** The status line. */
export const saidOf = ({ said, shape, box }: MapDrawing): string => said ?? describe(shape, box);

function describe(shape: DrawnShape, box: MapBox): string {
  if (shape.kind === 'circle')
    return shape.km === undefined
      ? `The middle is at ${inWords(shape.middle)}. Now set the edge.`
      : `A circle of ${shape.km} km around ${inWords(shape.middle)}.`;
  const { corners } = shape;
  if (corners.length === 0) return 'Nothing is set.';
  if (corners.length < 3) return `${counted(corners.length, 'corner')}; an area needs three.`;
  const isTangled = isCrossed(corners.map((corner) => dotAt(box, corner)));
  return `An area with ${corners.length} corners.${isTangled ? ' Its lines cross each other: undo the last corner.' : ''}`;
}
