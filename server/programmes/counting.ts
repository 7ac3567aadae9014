/**
 * Counts what the members of programmes did, for the partner, and makes and ends awards. One pass over all members, in
 * parts, in the run of the retention rule.
 */
import { sql } from 'kysely';
import { amongFor } from '../db/among.ts';
import { eachInTurn } from '../db/each.ts';
import type { Database, Store } from '../db/store.ts';
import { addWho, whoOf } from '../db/who.ts';
import { isFulfilled, progressOf, yearOf } from './rule.ts';
import type { MemberStore } from './members.ts';
import type { ProgrammeTables } from './schema.ts';
import type { Programme, ProgrammeStore } from './store.ts';

/** Their profiles are written out in one statement. */
const membersAtOnce = 500;

type Figures = ProgrammeTables['programme_figures'];
type MonthRow = {
  project_id: number;
  profile_id: number;
  /** The first of them in this month and this year of the rule. */
  day: string;
  events: number;
  seconds: number;
};

type Counting = { store: Store; programmes: ProgrammeStore; members: MemberStore };

export async function countProgrammes(counting: Counting, now: number): Promise<void> {
  await eachInTurn(await counting.programmes.open(), (programme) => countOne(counting, programme, now));
}

async function countOne(counting: Counting, programme: Programme, now: number) {
  const { store, programmes, members } = counting;
  const { programme_id, rule } = programme;
  const listed = await programmes.counting(programme_id);
  const sums = new Map<string, Figures>();
  /** Adds one person, with what they did. */
  const add = (account: number, project_id: number, month: string, rows: MonthRow[]) => {
    const key = `${project_id} ${month}`;
    const { people, who, events, seconds } = sums.get(key) ?? { people: 0, who: 0, events: 0, seconds: 0 };
    sums.set(key, {
      ...{ programme_id, project_id, month },
      people: people + 1,
      who: addWho(who, whoOf(account)),
      events: rows.reduce((sum, row) => sum + row.events, events),
      seconds: rows.reduce((sum, row) => sum + row.seconds, seconds),
    });
  };
  let last = 0;
  for (;;) {
    const some = await members.after(programme_id, last, membersAtOnce);
    if (some.length === 0) break;
    last = some.at(-1)?.row.account_id ?? last;
    const all = some.flatMap(({ profiles }) => profiles);
    const ofProfile = Map.groupBy(await monthsOf(store, all, programme, listed), (row) => row.profile_id);
    for (const { row, profiles } of some) {
      const own = profiles.flatMap((profile) => ofProfile.get(profile) ?? []);
      add(row.account_id, 0, '', []);
      if (row.awarded_in !== null) add(row.account_id, -1, '', []);
      for (const [month, all] of Map.groupBy(own, ({ day }) => day.slice(0, 7))) {
        add(row.account_id, 0, month, all);
        for (const [project, theirs] of Map.groupBy(all, (one) => one.project_id))
          add(row.account_id, project, month, theirs);
      }
      const years = Map.groupBy(own, ({ day }) => yearOf(day, rule));
      const isEnough = [...years.values()].some((some) => isFulfilled(progressOf(some), rule));
      // Exactly, and behind a lock, for those whom this rough sum concerns.
      if (isEnough !== (row.certificate_id !== null)) await members.settle(programme, row, now);
    }
  }
  // Durations may have fractions of a second.
  const whole = [...sums.values()].map((sum) => ({ ...sum, seconds: Math.round(sum.seconds) }));
  await keep(store.db, programme_id, whole);
}

/** The contributions of some profiles to the listed projects, by month. */
async function monthsOf(
  { searching, engine }: Store,
  profiles: number[],
  { rule: { from = '', to = '9999', isYearly, counts } }: Programme,
  listed: ReadonlyMap<number, string | null>,
): Promise<MonthRow[]> {
  if (profiles.length === 0 || listed.size === 0) return [];
  const among = amongFor(engine);
  const left = [...listed].filter(([, until]) => until !== null);
  const { rows } = await sql<MonthRow>`
    select d.project_id, d.profile_id, min(d.day) as day, cast(sum(d.events) as bigint) as events,
      sum(d.duration) as seconds
    from participation q join participant_days d on d.project_id = q.project_id and d.profile_id = q.profile_id
    where ${among(sql`q.profile_id`, profiles)} and q.claimed_at is not null
      and ${among(sql`q.project_id`, [...listed.keys()])}
      and d.day >= ${from} and d.day <= ${to} ${counts === 'reported' ? sql`and d.source = 'api'` : sql``}
      ${sql.join(
        left.map(([project, until]) => sql`and (d.project_id <> ${project} or d.day <= ${until})`),
        sql` `,
      )}
    group by d.project_id, d.profile_id, substr(d.day, 1, 7)
      ${isYearly ? sql`, case when substr(d.day, 6) < ${from.slice(5)} then 0 else 1 end` : sql``}`.execute(
    searching,
  );
  return rows;
}

/** Replaces the figures of a programme. */
const keep = (db: Database, programme_id: number, rows: Figures[]): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await trx.deleteFrom('programme_figures').where('programme_id', '=', programme_id).execute();
    for (let at = 0; at < rows.length; at += 500)
      await trx
        .insertInto('programme_figures')
        .values(rows.slice(at, at + 500))
        .execute();
  });
