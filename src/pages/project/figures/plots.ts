/** The data of Stats' drawings: the server draws them as SVG, and the browser's script reads their values. */
import { ownEntry } from '../../../contract/fields/own-entry.ts';
import type { Figure, FigureSet, StatsNote } from '../../../contract/pages/stats-figures.ts';
import type { Page } from '../../../contract/pages.ts';

/** A note on a day, at its row of a figure, with its number in the list of notes. */
type PlacedNote = { at: number; number: number; text: string };

/** A figure with the columns that are stacked. */
export type Plot = Figure & { parts: string[]; notes: PlacedNote[] };

/** In pixels. */
export const plotSize = { height: 200, top: 18, bottom: 28, hidden: 3 };
/** The width of a bar: a share of the room for one row, and at most one of the whole plot. */
export const barShare = { ofRow: 0.78, ofPlot: 0.05 };
export const labelsInPlot = 5;

const overTime = new Set(['contributions', 'hours', 'magnitude', 'participants', 'new-and-returning']);

/** The plot of a figure; undefined for one that is drawn otherwise, or has nothing to draw. */
export function plotOf(figure: Figure, set: FigureSet): Plot | undefined {
  const { name, columns, rows } = figure;
  if (name === 'hours-of-day') return { ...figure, parts: ['contributions'], notes: [] };
  if (!overTime.has(name) || rows.every((row) => row.slice(1).every((cell) => cell === 0))) return undefined;
  // People who did two kinds of things are in both columns, which must not be stacked.
  const split = columns.slice(1).filter((column) => column !== 'total');
  const parts = name === 'participants' || split.length === 0 ? ['total'] : split;
  return { ...figure, parts, notes: placed(set, rows) };
}

/** The plots of a page, which the page carries for its script. */
export const plotsOn = (page: Page): Plot[] => {
  const stats = page.name === 'project' && page.data.tab === 'stats' ? page.data.stats : undefined;
  if (!stats || stats.totals.events === 0) return [];
  return stats.figures.figures.flatMap((figure) => plotOf(figure, stats.figures) ?? []);
};

/** A bar: its column, and between which values it is drawn; a hidden group has no height of its own. */
export type Bar = { column: number; from: number; to: number; isHidden: boolean };

/** The bars of a row, from the lowest. A value below zero has none. */
export function barsOf({ columns, parts }: Plot, row: Figure['rows'][number]): Bar[] {
  let from = 0;
  return parts.flatMap((part) => {
    const column = columns.indexOf(part);
    const isHidden = row[column] === null;
    const to = from + Math.max(0, Number(row[column] ?? 0));
    const bar = { column, from, to, isHidden };
    from = to;
    return isHidden || bar.to > bar.from ? [bar] : [];
  });
}

/** The height of the highest of some rows. */
export const highest = (plot: Plot, rows: Figure['rows']): number =>
  rows.reduce((max, row) => Math.max(max, barsOf(plot, row).at(-1)?.to ?? 0), 0);

/** The notes at their period, with the numbers of their list. */
const placed = ({ notes }: FigureSet, rows: Figure['rows']): PlacedNote[] =>
  notes.flatMap((note, index) => {
    const after = rows.findIndex((row) => String(row[0]) > note.day);
    const at = (after < 0 ? rows.length : after) - 1;
    const isShown = at >= 0 && (after >= 0 || isInLast(String(rows[at]?.[0] ?? ''), note));
    return isShown ? [{ at, number: index + 1, text: note.text }] : [];
  });

/** Whether a day lies in a period that nothing follows. */
const isInLast = (period: string, { day }: StatsNote): boolean =>
  day.startsWith(period) || (period.length === 10 && Date.parse(day) - Date.parse(period) < 7 * 86_400_000);

/** Parts that are drawn together differ in colour and in texture, so that they can be told apart without colour. */
export const textures = [undefined, 'M-2 2 l4 -4 M0 8 l8 -8 M6 10 l4 -4', 'M0 2 h8 M0 6 h8'];

/** A part looks the same in every plot; a sum looks like the first. */
const looks: Record<string, number> = {
  classification: 1,
  browser: 1,
  late: 1,
  returning: 1,
  signup: 2,
  link: 2,
};
export const lookOf = (part: string): number => ownEntry(looks, part) ?? 0;
