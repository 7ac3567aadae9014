/**
 * Finds what is to be reported, by comparing the store with the notices that were queued: whichever way a project is
 * approved or a key replaced, on the site, by the API or by a command, it is found here, also after a crash.
 */
import { sql } from 'kysely';
import type { NoticeKind } from '../../src/contract/pages/webhooks.ts';
import { dayLong, dayOf } from '../text/day.ts';
import { isOpen } from '../projects/visibility.ts';
import type { Database } from '../db/store.ts';
import { whoSum } from '../db/who.ts';
import type { PeopleRounding } from '../stats/disclosure.ts';
import type { DeliveryStore } from './deliveries.ts';

/**
 * Older facts are no news; also the time in which notices that were ended may be switched on again without a loss, as the
 * mail about their end says.
 */
const newsFor = 30 * dayLong;
/** How long before its end a key is reported. */
const keyWarning = 7 * dayLong;

const kindOf = {
  approved: 'project.approved',
  asked: 'project.questioned',
  turned_down: 'project.turned_down',
} as const satisfies Record<string, NoticeKind>;

type Deps = {
  db: Database;
  deliveries: Pick<DeliveryStore, 'add'>;
  pageOf: (projectId: number) => string;
  /** The rounding of numbers of a project's people. */
  roundingFor: (projectId: number) => PeopleRounding;
  roundingForProgramme: (programmeId: number) => PeopleRounding;
};

export function dueNotices({ db, deliveries, pageOf, roundingFor, roundingForProgramme }: Deps) {
  const ofReviews = async (now: number): Promise<void> => {
    const { rows } = await sql<{ project_id: number; act_id: number; act: keyof typeof kindOf; at: number }>`
      select a.project_id, a.act_id, a.act, a.at from project_acts a
      join webhooks w on w.project_id = a.project_id and w.ended_at is null and a.at >= w.created_at
      where a.act in (${sql.join(Object.keys(kindOf))}) and a.at > ${now - newsFor}
      and not exists (select 1 from webhook_deliveries d where d.project_id = a.project_id
      and d.source = 'act ' || a.act_id)`.execute(db);
    for (const { project_id: projectId, act_id, act, at } of rows)
      await deliveries.add(
        {
          projectId,
          kind: kindOf[act],
          source: `act ${act_id}`,
          at: Number(at),
          data: { project_id: projectId, url: pageOf(projectId) },
        },
        now,
      );
  };

  const ofOutcomes = async (now: number): Promise<void> => {
    const { rows } = await sql<{ project_id: number; outcome_id: number; shown_at: number }>`
      select o.project_id, o.outcome_id, o.shown_at from outcomes o
      join webhooks w on w.project_id = o.project_id and w.ended_at is null and o.shown_at >= w.created_at
      where o.shown_at > ${now - newsFor} and not exists (select 1 from webhook_deliveries d
      where d.project_id = o.project_id and d.source = 'outcome ' || o.outcome_id)`.execute(db);
    for (const { project_id: projectId, outcome_id, shown_at } of rows)
      await deliveries.add(
        {
          projectId,
          kind: 'outcome.shown',
          source: `outcome ${outcome_id}`,
          at: Number(shown_at),
          data: {
            project_id: projectId,
            outcome_id: Number(outcome_id),
            url: `${pageOf(projectId)}#outcomes`,
          },
        },
        now,
      );
  };

  const ofKeys = async (now: number): Promise<void> => {
    const { rows } = await sql<{ project_id: number; key_id: number; revoked_at: number }>`
      select m.project_id, k.key_id, k.revoked_at from webhooks w
      join project_managers m on m.project_id = w.project_id
      join keys k on k.account_id = m.account_id
      where w.ended_at is null and k.revoked_at > ${now} and k.revoked_at <= ${now + keyWarning}
      and k.scopes <> 'finder' and not exists (select 1 from webhook_deliveries d
      where d.project_id = m.project_id and d.source = 'key ' || k.key_id || ' ' || k.revoked_at)`.execute(
      db,
    );
    for (const { project_id: projectId, key_id, revoked_at } of rows)
      await deliveries.add(
        {
          projectId,
          kind: 'key.ending',
          source: `key ${key_id} ${revoked_at}`,
          at: now,
          data: {
            project_id: projectId,
            key_id: Number(key_id),
            ends_at: new Date(Number(revoked_at)).toISOString(),
          },
        },
        now,
      );
  };

  /** Reports each month that is over, once, to every project that the programme lists. */
  const ofAwards = async (now: number): Promise<void> => {
    const { rows } = await sql<AwardsOfMonth>`select m.programme_id, m.awarded_in, count(*) as people,
      ${whoSum(sql`m.account_id`)} as who from programme_members m
      where m.awarded_in >= ${monthOf(now - newsFor)} and m.awarded_in < ${monthOf(now)}
      and exists (select 1 from programme_projects l join webhooks w on w.project_id = l.project_id
        and w.ended_at is null where l.programme_id = m.programme_id and l.state = 'listed')
      group by m.programme_id, m.awarded_in`.execute(db);
    for (const { programme_id, awarded_in: month, people, who } of rows) {
      const programmeId = Number(programme_id);
      const awards = roundingForProgramme(programmeId)({ people: Number(people), who: String(who) });
      if (awards === null) continue;
      const source = `awarded ${programmeId} ${month}`;
      const { rows: projects } = await sql<{ project_id: number }>`select w.project_id from webhooks w
        join programme_projects l on l.project_id = w.project_id and l.programme_id = ${programmeId}
        where w.ended_at is null and l.state = 'listed' and w.created_at < ${Date.parse(`${monthOf(now)}-01`)}
        and not exists (select 1 from webhook_deliveries d
          where d.project_id = w.project_id and d.source = ${source})`.execute(db);
      for (const { project_id: projectId } of projects)
        await deliveries.add(
          {
            projectId,
            kind: 'programme.awarded',
            source,
            at: Date.parse(`${monthOf(now)}-01`),
            data: { project_id: projectId, programme_id: programmeId, awards, month },
          },
          now,
        );
    }
  };

  const ofWithdrawals = withdrawalNotices({ db, deliveries, roundingFor });

  return async (now: number): Promise<void> => {
    await ofReviews(now);
    await ofOutcomes(now);
    await ofKeys(now);
    await ofAwards(now);
    await ofWithdrawals(now);
  };
}

/**
 * Reports each month that is over, once: the people in it who withdrew contributions, if they are enough. Days, or a
 * time that lasts until there are enough, would end with the act of one person. Months that are not reported are not
 * added to the next: that would need to know the people for longer.
 */
function withdrawalNotices({ db, deliveries, roundingFor }: Pick<Deps, 'db' | 'deliveries' | 'roundingFor'>) {
  let countedOn = '';

  return async (now: number): Promise<void> => {
    const today = dayOf(now);
    if (countedOn === today) return;
    const thisMonth = monthOf(now);
    const { rows } =
      await sql<Month>`select w.project_id, w.withdrawn_from, d.month, d.person, p.state, p.is_withheld from webhooks w
      join projects p on p.project_id = w.project_id
      join withdrawing d on d.project_id = w.project_id and d.month < ${thisMonth} and d.contributions > 0
      where w.ended_at is null
      order by w.project_id, d.month, d.person`.execute(db);
    for (const some of Map.groupBy(rows, ({ project_id, month }) => `${project_id} ${month}`).values()) {
      const [{ project_id, withdrawn_from, month, ...standing }] = some as [Month];
      const projectId = Number(project_id);
      const who = some.map(({ person }) => person).join();
      const participants = roundingFor(projectId)({ people: some.length, who });
      if (participants === null || !isOpen(standing) || month < monthOf(Number(withdrawn_from))) continue;
      await deliveries.add(
        {
          projectId,
          kind: 'contributions.withdrawn',
          source: `withdrawn ${month}`,
          at: Date.parse(thisMonth),
          data: { project_id: projectId, participants, month },
        },
        now,
      );
    }
    // One month longer than it takes: notices that ended may be switched on again.
    await db
      .deleteFrom('withdrawing')
      .where('month', '<', monthOf(Date.parse(thisMonth) - dayLong))
      .execute();
    countedOn = today;
  };
}

type AwardsOfMonth = { programme_id: number; awarded_in: string; people: number; who: number };

type Month = Parameters<typeof isOpen>[0] &
  Record<'project_id' | 'withdrawn_from', number> &
  Record<'month' | 'person', string>;

const monthOf = (time: number): string => dayOf(time).slice(0, 7);
