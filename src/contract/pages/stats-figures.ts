/** The figures of Stats: each is a table, which the page draws, prints and offers as CSV and JSON. */
import type { CoverageMap } from './maps.ts';
import type { Disclosed, DisclosedPeople } from '../api/disclosed.ts';

export const statsPeriods = ['day', 'week', 'month'] as const;
export type StatsPeriod = (typeof statsPeriods)[number];

export const statsSplits = ['none', 'type', 'source', 'late'] as const;
export type StatsSplit = (typeof statsSplits)[number];

/** The last days that figures are about. */
export const statsSpans = ['30', '90', '365', 'all'] as const;
export type StatsSpan = (typeof statsSpans)[number];

export type StatsChoice = { period: StatsPeriod; by: StatsSplit; span: StatsSpan };

export const figureNames = [
  ...(['contributions', 'hours', 'magnitude', 'participants'] as const),
  ...(['new-and-returning', 'retention', 'hours-of-day', 'places', 'funnel', 'comparison'] as const),
] as const;
export type FigureName = (typeof figureNames)[number];

/** Null: fewer than 10 people, which is not shown. */
export type FigureCell = string | DisclosedPeople;
export type Figure = { name: FigureName; columns: string[]; rows: FigureCell[][] };

export type StatsNote = { id: number; day: string; text: string };

export type FigureSet = {
  choice: StatsChoice;
  /** The first and the last day of the figures over time. */
  from: string;
  to: string;
  /** The day up to whose end people are counted; absent before the first count. */
  peopleUpTo?: string;
  figures: Figure[];
  /** The places on a map; `people`: as in their table. */
  map?: Omit<CoverageMap, 'area' | 'pins'> & { dots: { x: number; y: number; people: Disclosed }[] };
  notes: StatsNote[];
};

/** Totals since the project began. `participants`: absent before the first count. */
export type StatsTotals = { events: Disclosed; participants?: DisclosedPeople };

/** The printable summary for funders. */
export type StatsSummary = {
  title: string;
  organisation: string;
  path: string;
  totals: StatsTotals;
  figures: FigureSet;
};
