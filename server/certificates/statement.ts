/** The contents of a certificate: contributions and hours of a period by project, with at most 24 hours a day. */

/** A day's contributions to one project; `isReported`: by the project, otherwise by the participant's browser. */
export type DailyShare = {
  project_id: number;
  day: number;
  isReported: boolean;
  events: number;
  seconds: number;
  /** Seconds that are left out, because they overlap with others of the same project. */
  overlapping?: number;
};

type Sum = { events: number; seconds: number };
type Line = { project_id: number; reported: Sum; own: Sum };

/**
 * As it is stored. The name is as the person typed it; days are yyyy-mm-dd, of the zone or else of UTC, and the last
 * belongs to the period.
 */
export type PeriodStatement = {
  holder: string;
  from: string;
  to: string;
  zone?: string;
  lines: Line[];
  /** The ids of outcomes that are about these contributions. */
  outcomes?: number[];
  others?: { projects: number; reported: Sum; own: Sum };
  total: { reported: Sum; own: Sum };
};

/** An award says only that its rule is fulfilled. `programme`: its number. */
export type AwardStatement = { holder: string; programme: number };

const dayOfSeconds = 86_400;
/** The number of projects that fit on one printed page. */
const maxLines = 12;

const none = (): Sum => ({ events: 0, seconds: 0 });

function addTo(sum: Sum, more: Sum): void {
  sum.events += more.events;
  sum.seconds += more.seconds;
}

/**
 * Shares a time among projects: each gets its own seconds, up to one bound for all (max-min fairness), so that a project
 * with too many never takes any from one with few.
 */
function shared(wanted: readonly number[], time: number): number[] {
  let left = time;
  let bound = Infinity;
  for (const [index, seconds] of wanted.toSorted((one, other) => one - other).entries()) {
    const equal = left / (wanted.length - index);
    if (seconds > equal) {
      bound = equal;
      break;
    }
    left -= seconds;
  }
  return wanted.map((seconds) => Math.min(seconds, bound));
}

/**
 * The hours of one day, of each share. Those that projects reported come first; those that the browser reported get the
 * rest of the day.
 */
function secondsOf(shares: DailyShare[]): Map<DailyShare, number> {
  const [reported, own] = [true, false].map((wanted) =>
    shares.filter(({ isReported }) => isReported === wanted),
  ) as [DailyShare[], DailyShare[]];
  const rows = shared(
    reported.map(({ seconds }) => seconds),
    dayOfSeconds,
  );
  const rest = dayOfSeconds - rows.reduce((sum, seconds) => sum + seconds, 0);
  const ofRest = shared(
    own.map(({ seconds }) => seconds),
    rest,
  );
  return new Map([
    ...reported.map((share, index) => [share, rows[index] ?? 0] as const),
    ...own.map((share, index) => [share, ofRest[index] ?? 0] as const),
  ]);
}

/**
 * The lines of a certificate, those with most reported contributions first. `shares` are those of all projects, also for
 * a certificate about some: the 24 hours of a day are shared among all of them, so that two certificates cannot count one
 * day twice.
 */
function linesOf(shares: DailyShare[], only?: ReadonlySet<number>): Line[] {
  const lines = new Map<number, Line>();
  for (const ofDay of Map.groupBy(shares, ({ day }) => day).values()) {
    for (const [{ project_id, isReported, events }, seconds] of secondsOf(ofDay)) {
      if (only && !only.has(project_id)) continue;
      const line = lines.get(project_id) ?? { project_id, reported: none(), own: none() };
      const kind = isReported ? 'reported' : 'own';
      addTo(line[kind], { events, seconds });
      lines.set(project_id, line);
    }
  }
  const size = ({ reported, own }: Line) => [reported.events, own.events] as const;
  return [...lines.values()].sort((a, b) => {
    const [[reported, own], [otherReported, otherOwn]] = [size(a), size(b)];
    return otherReported - reported || otherOwn - own || a.project_id - b.project_id;
  });
}

/**
 * The whole statement, with the smaller projects of a long list together, so that it fits on one page. Reports of
 * browsers are in the total only: pages and badges list projects that reported something themselves.
 */
export function statementOf(
  about: Pick<PeriodStatement, 'holder' | 'from' | 'to' | 'zone'>,
  shares: DailyShare[],
  only?: ReadonlySet<number>,
): PeriodStatement {
  const all = linesOf(shares, only);
  const listed = all.filter(({ reported }) => reported.events > 0);
  const total = { reported: none(), own: none() };
  const others = { projects: 0, reported: none(), own: none() };
  const cut = listed.length > maxLines ? maxLines - 1 : listed.length;
  for (const line of all) {
    addTo(total.reported, line.reported);
    addTo(total.own, line.own);
  }
  for (const line of listed.slice(cut)) {
    others.projects += 1;
    addTo(others.reported, line.reported);
    addTo(others.own, line.own);
  }
  return { ...about, lines: listed.slice(0, cut), ...(others.projects > 0 && { others }), total };
}

/** Hours that are left out because they overlap, by project. */
export const overlappingOf = (
  shares: DailyShare[],
  only?: ReadonlySet<number>,
): { project_id: number; hours: number }[] =>
  [...Map.groupBy(shares, ({ project_id }) => project_id)].flatMap(([project_id, all]) => {
    const seconds = all.reduce((sum, { overlapping = 0 }) => sum + overlapping, 0);
    const hours = Math.round(seconds / 36) / 100;
    return hours > 0 && only?.has(project_id) !== false ? [{ project_id, hours }] : [];
  });
