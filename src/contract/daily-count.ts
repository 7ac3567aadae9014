/** The figures of a project's contributions by day. */
import type { EventType } from './event-types.ts';
import type { EventSource } from './event.ts';

/** Totals of one project: one row per day, type and source (only days with events). */
export type DailyCount = {
  day: string; // yyyy-mm-dd, UTC
  type: EventType;
  source: EventSource;
  late: boolean;
  events: number;
};
