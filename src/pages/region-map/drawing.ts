/** The area on the map, and how each act changes it: a reducer, so that quick keys each see the state before. */
import type { FoundPlace, MapBox } from '../../contract/pages/maps.ts';
import { fillIn, type PageLanguage } from '../../ui/words/language.ts';
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
/** A sentence for the status line, in the language of the page. */
type Say = (language: PageLanguage, drawing: MapDrawing) => string;
/** `earlier`: the shapes that "Undo" goes back to; `said`: if the status line is not about the shape. */
export type MapDrawing = {
  tool: Tool;
  box: MapBox;
  cross: Place;
  shape: DrawnShape;
  earlier: DrawnShape[];
  said?: Say;
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
      const said: Say = ({ words }) => fillIn(words.areaMap.shown, { name: place.name });
      return { ...drawing, cross: place, box: boxAround(place, place.tall), said };
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
  return typeof next === 'function'
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
  const said: Say = ({ words, position }) => fillIn(words.areaMap.cross, { place: position(cross) });
  return { ...drawing, cross, box: moved, said };
}

/** The shape after a place was set with a tool; why, if it cannot be. */
function withPlace(shape: DrawnShape, tool: Tool, place: Place): DrawnShape | Say {
  if (tool === 'circle') {
    if (shape.kind !== 'circle' || shape.km !== undefined) return { kind: 'circle', middle: place };
    const km = Math.round(kmBetween(shape.middle, place) * 10) / 10;
    if (km === 0) return ({ words }) => words.areaMap.otherEdge;
    return km > maxKm
      ? ({ words, number }) => fillIn(words.areaMap.maxKm, { km: number(maxKm) })
      : { ...shape, km };
  }
  const corners = shape.kind === 'corners' ? shape.corners : [];
  return corners.length < maxCorners
    ? { kind: 'corners', corners: [...corners, place] }
    : ({ words }) => fillIn(words.areaMap.maxCorners, { n: maxCorners });
}

/** The status line. */
export const saidOf = ({ said = about, ...drawing }: MapDrawing, language: PageLanguage): string =>
  said(language, drawing);

function about({ words, position, count, number }: PageLanguage, { shape, box }: MapDrawing): string {
  const w = words.areaMap;
  if (shape.kind === 'circle') {
    const place = position(shape.middle);
    return shape.km === undefined
      ? fillIn(w.middle, { place })
      : fillIn(w.circle, { km: number(shape.km), place });
  }
  const { length } = shape.corners;
  if (length === 0) return w.nothing;
  const corners = count('corner', length);
  if (length < 3) return fillIn(w.few, { corners });
  const isTangled = isCrossed(shape.corners.map((corner) => dotAt(box, corner)));
  return fillIn(isTangled ? w.tangled : w.area, { corners });
}
