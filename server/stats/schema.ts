/** The tables that only Stats reads, in the same forms as schema.ts. */
import type { Generated } from 'kysely';
import type { EventType } from '../../src/contract/api/event-types.ts';
import type { EventSource } from '../../src/contract/api/event.ts';

export type StatsTables = {
  /** Events by the hour (UTC) in which they happened, without tests; nothing about a person. */
  hourly: { project_id: number; day: string; hour: number; events: number };
  /** The days of each participant, of events that are tied to a profile (events/participant-days.ts). */
  participant_days: {
    project_id: number;
    profile_id: number;
    day: string;
    type: EventType;
    source: EventSource;
    is_late: number;
    /** A place, to about 10 km (geometry/ten-km-cells.ts). */
    cell: number;
    events: number;
    /** Seconds. */
    duration: Generated<number>;
  };
  /** How often a participant declined on an embed; nothing about a person. */
  declines: { project_id: number; day: string; declines: number };
  /** The figures on people that Stats shows, as JSON: counted once a day, up to the end of the day before. */
  people_figures: { project_id: number; day: string; figures: string };
  /** The managers' own notes on days of Stats. */
  stats_notes: { project_id: number; note_id: number; day: string; text: string };
};
