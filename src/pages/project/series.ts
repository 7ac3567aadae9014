/** Counts per day, made ready to draw: values in, values out. */
import type { EventType } from '../../contract/event-types.ts';
import type { EventSource } from '../../contract/event.ts';
import type { DailyCount } from '../../contract/daily-count.ts';

/** The words of a type, in the order in which they are stacked. */
export const typeWords: Record<EventType, string> = {
  collection: 'Data collection',
  classification: 'Classification',
  signup: 'Joined',
};

/** Who vouches for an event, most certain first. */
export const sourceWords: Record<EventSource, string> = {
  api: 'your server',
  browser: 'participant’s browser',
  link: 'hosted page, by link',
};

export type SeriesKind = { type: EventType; source: EventSource };
export type Stack = { day: string; total: number; pieces: (SeriesKind & { from: number; events: number })[] };
export type Series = { kinds: SeriesKind[]; stacks: Stack[]; ticks: number[] };

const longestRange = 30;
const dayLength = 86_400_000;

const dayAt = (time: number) => new Date(time).toISOString().slice(0, 10);

/** Every kind there is, in the order of a stack. */
const allKinds: SeriesKind[] = (Object.keys(typeWords) as EventType[]).flatMap((type) =>
  (Object.keys(sourceWords) as EventSource[]).map((source) => ({ type, source })),
);

/**
 * The last 30 days up to today, or up to the last day with events where that is longer ago; fewer when the
 * project's first event is younger. Days without events are there, empty.
 */
export function dailySeries(days: DailyCount[], today: string): Series {
  const known = days.filter(({ day }) => /^\d{4}-\d\d-\d\d$/.test(day)).map(({ day }) => Date.parse(day));
  if (known.length === 0) return { kinds: [], stacks: [], ticks: [0, 1] };
  const first = known.reduce((one, other) => Math.min(one, other));
  const latest = known.reduce((one, other) => Math.max(one, other));
  const now = Date.parse(today);
  const isRecent = now - latest < longestRange * dayLength;
  const end = isRecent ? Math.max(now, latest) : latest;
  const start = Math.max(first, end - (longestRange - 1) * dayLength);

  const counts = new Map<string, number>();
  for (const { day, type, source, events } of days) {
    const key = `${day} ${type} ${source}`;
    counts.set(key, (counts.get(key) ?? 0) + events);
  }
  const stacks: Stack[] = [];
  for (let time = start; time <= end; time += dayLength) {
    const stack: Stack = { day: dayAt(time), total: 0, pieces: [] };
    for (const kind of allKinds) {
      const events = counts.get(`${stack.day} ${kind.type} ${kind.source}`) ?? 0;
      if (events === 0) continue;
      stack.pieces.push({ ...kind, from: stack.total, events });
      stack.total += events;
    }
    stacks.push(stack);
  }
  const isDrawn = ({ type, source }: SeriesKind) =>
    stacks.some(({ pieces }) => pieces.some((piece) => piece.type === type && piece.source === source));
  return {
    kinds: allKinds.filter(isDrawn),
    stacks,
    ticks: niceTicks(stacks.reduce((most, { total }) => Math.max(most, total), 0)),
  };
}

/** Two to six round numbers from nothing to at least the most: 0, 50, 100, 150. */
export function niceTicks(most: number): number[] {
  const rough = Math.max(most, 1) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  // Events are whole: no step below one.
  const step = Math.max(
    1,
    [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough,
  );
  const ticks = [0];
  while ((ticks.at(-1) ?? 0) < most || ticks.length < 2) ticks.push(ticks.length * step);
  return ticks;
}
