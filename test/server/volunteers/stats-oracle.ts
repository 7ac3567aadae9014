/** Stats' figures counted a second time, from lists of contributions in memory and without the service's code. */
import { createHmac } from 'node:crypto';

export type Choice = {
  period: 'day' | 'week' | 'month';
  by: 'none' | 'type' | 'source' | 'late';
  span: string;
};
export type Sent = {
  when: number;
  type: string;
  source: string;
  late: boolean;
  duration: number;
  magnitude: number;
};
/** An event that is tied to a person. */
export type Tied = Omit<Sent, 'duration' | 'magnitude'> & { person: number; point?: [number, number] };

/** How often the message was shown on a day, and how many people declined. */
export type EmbedDay = { when: number; shown: number; declined: number };

type Row = Record<string, string | number | null>;

const dayLong = 86_400_000;
const text = (time: number) => new Date(time).toISOString().slice(0, 10);

const pepper = 'a pepper for tests, of no use elsewhere';
const countedProject = 11;

/** From this number of people on, a group is shown as a multiple of 5: one of the five numbers up to it. */
const thresholdOf = (multiple: number, who: number | string) => {
  const text = ['people-rounding', countedProject, multiple, who].join('\0');
  return multiple - (createHmac('sha256', pepper).update(text).digest().readUInt32BE() % 5);
};

/** Rounded to a multiple of 5; fewer than 10 are hidden. */
function roundedCount(people: number, who: number | string): number | null {
  let shown = 0;
  while (people >= shown + 5 || people >= thresholdOf(shown + 5, who)) shown += 5;
  return shown < 10 ? null : shown;
}

/** The number of distinct people, rounded. */
export function rounded(people: Iterable<number>): number | null {
  const group = new Set(people);
  return roundedCount(
    group.size,
    [...group].reduce((sum, id) => (sum + (id % 2 ** 37)) % 2 ** 52, 0),
  );
}
const hundredths = (value: number) => Math.round(value * 100) / 100;

function periodOf(period: Choice['period'], time: number): string {
  if (period === 'day') return text(time);
  if (period === 'month') return text(time).slice(0, 7);
  let monday = Math.floor(time / dayLong) * dayLong;
  while (new Date(monday).getUTCDay() !== 1) monday -= dayLong;
  return text(monday);
}

const partOf = (by: Choice['by'], one: Pick<Sent, 'type' | 'source' | 'late'>): string | undefined => {
  if (by === 'none') return undefined;
  return by === 'late' ? (one.late ? 'late' : 'on-time') : one[by];
};

const distinct = (some: Tied[]) => new Set(some.map(({ person }) => person));
const partsOf = (by: Choice['by'], some: Pick<Sent, 'type' | 'source' | 'late'>[]) =>
  [...new Set(some.map((one) => partOf(by, one)))].filter((part) => part !== undefined).sort();

/** `from` and `to`: the days of the figures; people are counted before the day `to`. */
export function expectedFigures(
  { sent, tied, embeds }: { sent: Sent[]; tied: Tied[]; embeds: EmbedDay[] },
  { period, by, span }: Choice,
  from: string,
  to: string,
) {
  const [start, today] = [Date.parse(from), Date.parse(to)];
  const within = sent
    .filter(({ when }) => when >= start && when < today + dayLong)
    .map((one) => ({ ...one, of: periodOf(period, one.when) }));
  const periods = [
    ...new Set(
      Array.from({ length: (today - start) / dayLong + 1 }, (_, day) =>
        periodOf(period, start + day * dayLong),
      ),
    ),
  ];
  const parts = partsOf(by, within);
  const byPeriod = Map.groupBy(within, ({ of }) => of);
  const over = (valueOf: (one: Sent) => number, unit: number) =>
    periods.map((name): Row => {
      const some = byPeriod.get(name) ?? [];
      const sum = (part?: string) =>
        hundredths(
          some
            .filter((one) => part === undefined || partOf(by, one) === part)
            .reduce((total, one) => total + valueOf(one), 0) / unit,
        );
      return { period: name, ...Object.fromEntries(parts.map((part) => [part, sum(part)])), total: sum() };
    });
  const hours = Array.from({ length: 24 }, (_, hour): Row => ({
    hour: `${String(hour).padStart(2, '0')}:00`,
    contributions: within.filter(({ when }) => new Date(when).getUTCHours() === hour).length,
  }));
  return {
    contributions: over(() => 1, 1),
    hours: over(({ duration }) => duration, 3600),
    magnitude: over(({ magnitude }) => magnitude, 1),
    'hours-of-day': hours,
    ...peopleFigures(
      tied.filter(({ when }) => when < today),
      { period, by, span },
      periods.filter((name) => name < to),
      byPeriod,
      today,
    ),
    comparison: comparison(sent, tied, span, today),
    funnel: funnel(sent, embeds, span, today),
  };
}

function peopleFigures(
  before: Tied[],
  { period, by }: Choice,
  periods: string[],
  byPeriod: Map<string, Sent[]>,
  today: number,
) {
  const known = before.map((one) => ({
    ...one,
    of: periodOf(period, one.when),
    week: periodOf('week', one.when),
  }));
  const first = new Map<number, number>();
  for (const { person, when } of known) first.set(person, Math.min(first.get(person) ?? Infinity, when));
  const parts = partsOf(by, [...byPeriod.values()].flat());
  // A count of 0 people is hidden like that of a small group, except where nothing was contributed.
  const shown = (name: string, people: Set<number>, part?: string) =>
    byPeriod.get(name)?.some((one) => part === undefined || partOf(by, one) === part) ? rounded(people) : 0;
  const knownByPeriod = Map.groupBy(known, ({ of }) => of);
  const inPeriod = (name: string) => knownByPeriod.get(name) ?? [];
  const weeks: string[] = [];
  const thisWeek = Date.parse(periodOf('week', today));
  for (let week = thisWeek - 11 * 7 * dayLong; week < today; week += 7 * dayLong) weeks.push(text(week));
  return {
    participants: periods.map((name): Row => {
      const some = inPeriod(name);
      const of = (part: string) =>
        shown(name, distinct(some.filter((one) => partOf(by, one) === part)), part);
      return {
        period: name,
        ...Object.fromEntries(parts.map((part) => [part, of(part)])),
        total: shown(name, distinct(some)),
      };
    }),
    'new-and-returning': periods.map((name): Row => {
      const some = inPeriod(name);
      const fresh = some.filter(({ person }) => periodOf(period, first.get(person) ?? 0) === name);
      return {
        period: name,
        new: shown(name, distinct(fresh)),
        returning: shown(name, new Set([...distinct(some)].filter((person) => !distinct(fresh).has(person)))),
      };
    }),
    retention: weeks.map((week): Row => {
      const joined = new Set(
        [...first].filter(([, when]) => periodOf('week', when) === week).map(([person]) => person),
      );
      const after = Array.from({ length: 11 }, (_, n) => {
        const active = Date.parse(week) + (n + 1) * 7 * dayLong;
        if (active >= today) return [`week ${n + 1}`, ''];
        const some = known.filter(({ person, week: of }) => joined.has(person) && of === text(active));
        return [`week ${n + 1}`, rounded(distinct(some))];
      });
      return { week, joined: rounded(joined), ...(Object.fromEntries(after) as Row) };
    }),
  };
}

type Counted = (isInside: (when: number) => boolean) => number | null;

/** A row for the last days before today, and for as many days before those. */
function comparedRow(label: Row, span: string, today: number, count: Counted): Row {
  const days = span === 'all' ? Infinity : Number(span);
  const start = today - days * dayLong;
  return {
    ...label,
    now: count((when) => when >= start && when < today),
    ...(span !== 'all' && { before: count((when) => when >= start - days * dayLong && when < start) }),
  };
}

function comparison(sent: Sent[], tied: Tied[], span: string, today: number): Row[] {
  const row = (measure: string, count: Counted) => comparedRow({ measure }, span, today, count);
  const sum =
    (valueOf: (one: Sent) => number, unit = 1): Counted =>
    (isInside) =>
      hundredths(
        sent.filter(({ when }) => isInside(when)).reduce((total, one) => total + valueOf(one), 0) / unit,
      );
  return [
    row(
      'contributions',
      sum(() => 1),
    ),
    row(
      'hours',
      sum(({ duration }) => duration, 3600),
    ),
    row(
      'magnitude',
      sum(({ magnitude }) => magnitude),
    ),
    row('participants', (isInside) => rounded(distinct(tied.filter(({ when }) => isInside(when))))),
  ];
}

function funnel(sent: Sent[], embeds: EmbedDay[], span: string, today: number): Row[] {
  const row = (step: string, count: Counted) => comparedRow({ step }, span, today, count);
  const sum = (isInside: (when: number) => boolean, name: 'shown' | 'declined') =>
    embeds.filter(({ when }) => isInside(when)).reduce((total, one) => total + one[name], 0);
  const declines = (isInside: (when: number) => boolean) =>
    embeds
      .filter(({ when, declined }) => declined > 0 && isInside(when))
      .map(({ when, declined }) => `${text(when)} ${declined}`)
      .sort()
      .join();
  return [
    row('shown', (isInside) => sum(isInside, 'shown')),
    row(
      'credited',
      (isInside) => sent.filter(({ when, source }) => source !== 'api' && isInside(when)).length,
    ),
    row('declined', (isInside) => roundedCount(sum(isInside, 'declined'), declines(isInside))),
  ];
}
