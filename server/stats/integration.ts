/** The facts that the service has seen of a project's integration, for the checklist of its Tools tab. */
import { sql } from 'kysely';
import type { DisclosedPeople } from '../../src/contract/api/disclosed.ts';
import type { IntegrationFacts, SeenSoFar } from '../../src/contract/pages/tiers.ts';
import { dayLong, dayOf } from '../text/day.ts';
import type { Database } from '../db/store.ts';
import { contributed } from './disclosure.ts';

/** A fact of an earlier year is not of today; within a year, every season of a project has been. */
const seenWithin = 365 * dayLong;

export type KnownIntegration = {
  isPublished: boolean;
  authorized: { clients: string[]; people: DisclosedPeople; isInUse: boolean } | undefined;
};

export const integrationOf =
  (db: Database) =>
  async (
    projectId: number,
    { isPublished, authorized }: KnownIntegration,
    now: number,
  ): Promise<IntegrationFacts> => {
    const since = dayOf(now - seenWithin);
    const reports = await db
      .selectFrom('daily')
      .select((of) => [
        'source',
        of.fn.sum<number>('events').as('events'),
        of.fn.max('day').as('last'),
        sql<number>`sum(case when is_late = 1 then events else 0 end)`.as('late'),
      ])
      .where('project_id', '=', projectId)
      .where('day', '>=', since)
      .where('is_test', '=', 0)
      .groupBy('source')
      .execute();
    const shown = await db
      .selectFrom('shown')
      .select((of) => [of.fn.sum<number>('count').as('count'), of.fn.max('day').as('last')])
      .where('project_id', '=', projectId)
      .where('day', '>=', since)
      .executeTakeFirst();
    const keys = await db
      .selectFrom('keys as k')
      .innerJoin('project_managers as m', 'm.account_id', 'k.account_id')
      .select(['k.scopes', 'k.used_day'])
      .where('m.project_id', '=', projectId)
      .where((is) => is.or([is('k.revoked_at', 'is', null), is('k.revoked_at', '>', now)]))
      .execute();
    const recording = keys.filter(({ scopes }) => scopes === 'all' || scopes.split(' ').includes('record'));
    const used = recording.map(({ used_day }) => used_day ?? '').sort();
    const reported = (...sources: string[]): SeenSoFar => {
      const rows = reports.filter(({ source }) => sources.includes(source));
      const sum = (of: 'events' | 'late') => rows.reduce((total, row) => total + Number(row[of]), 0);
      return counted(
        sum('events'),
        rows
          .map(({ last }) => last)
          .sort()
          .at(-1),
        sum('late'),
      );
    };
    return {
      published: { isDone: isPublished },
      key: counted(recording.length, used.at(-1)),
      message: counted(Number(shown?.count ?? 0), shown?.last ?? undefined),
      browser: reported('browser', 'link'),
      api: reported('api'),
      client: counted(authorized?.clients.length ?? 0),
      authorized: { isDone: authorized?.isInUse ?? false, ...(authorized && { count: authorized.people }) },
    };
  };

const counted = (count: number, last?: string, late?: number): SeenSoFar => ({
  isDone: count > 0,
  count: contributed(count),
  ...(last !== undefined && last !== '' && { last }),
  ...(late !== undefined && late > 0 && { late: contributed(late) }),
});
