/** The participant's own page: their contributions, and their decisions about them. */
import type { NamedIn } from '../../projects/named-in.ts';
import { doubtfulSeconds } from '../../../src/contract/api/event.ts';
import type { EventStore } from '../../events/store.ts';
import type {
  FollowedProject,
  ManagedProject,
  MePage,
  ParticipantsContribution,
} from '../../../src/contract/pages/me.ts';
import type { OutcomeSaid } from '../../../src/contract/pages/outcomes.ts';
import type { PageData, ProjectHead } from '../../../src/contract/pages.ts';
import { contributionTables } from '../../db/unfinished-acts.ts';
import type { Disclosed } from '../../../src/contract/api/disclosed.ts';
import { contributed } from '../../stats/disclosure.ts';
import { doneIn, type PageHandlers, type Visit } from '../../http/pages.ts';
import { dayAt, utc } from '../../text/zone.ts';
import { type OwnVisit, signedIn } from '../../http/signed-in.ts';
import { isOpen } from '../../projects/visibility.ts';
import type { Store } from '../../db/store.ts';
import { townNear } from '../../places/town-near.ts';
import { calendarOf } from './calendar.ts';
import { incomplete } from '../../http/bodies/form-fields.ts';
import { forEachProfile, projectIn, shownHead } from '../decisions.ts';
import { type Contributed, contributionsOf, newestOf } from './contributed.ts';
import { daysIn, daysOf } from './contributed-days.ts';
import { milestonesOf, monthsOf } from './history.ts';
import type { Deletion } from '../deletion/deletion.ts';
import { pageAt, paged } from '../../http/paged.ts';
import { oneContributionPages } from './one-contribution-pages.ts';
import { participationOf, type ProjectParticipation } from './participation.ts';
import type { PasskeyStore } from '../passkeys/passkeys.ts';
import type { AccountStore } from '../store.ts';
import { wholeNumber } from '../../../src/contract/fields/kinds.ts';
import type { Removable } from '../../events/removals.ts';

const moment = wholeNumber('a moment in milliseconds since 1970', 0, Number.MAX_SAFE_INTEGER);

function momentIn(value: unknown): number {
  const read = moment.safeParse(value);
  if (!read.success) throw incomplete();
  return read.data;
}

/** The forms of the page, for each of the person's profiles. */
function meForms(
  { store, accounts, events }: MePages,
  shareOf: ReturnType<typeof describing>['shareOf'],
): PageHandlers {
  const act = forEachProfile(accounts, '/me');

  /** Asks first, with the number: a page of its own, so that it needs no script. */
  const ask = (which: Removable) =>
    signedIn(async (visit) => {
      const project = projectIn(visit.query['project_id']);
      const profiles = await accounts.profiles(visit.visitor.accountId);
      const all = await participationOf(store.db, profiles);
      const participation = all.find(
        (row) => row.project_id === project && row.isUnclaimed === (which === 'unclaimed') && row.events > 0,
      );
      if (!participation) return { to: '/me' };
      return {
        name: 'me-remove' as const,
        title: 'Remove contributions',
        data: { ...shareOf(participation), which, before: visit.now },
      };
    });

  /** Removes at most the contributions that the page which asked had counted. */
  const remove = (which: Removable) =>
    act(({ accountId, profileId }, project, { fields, now }) => {
      // Without a page that asked, all that has arrived: in this millisecond as well.
      const before = fields['before'] === undefined ? now + 1 : Math.min(momentIn(fields['before']), now);
      return events.remove({ accountId, profileId }, project, which, before, now);
    });

  return {
    'POST /me/claim': act(({ profileId }, project, { now }) => events.claim(project, profileId, now)),

    'GET /me/remove': ask('credited'),
    'POST /me/remove': remove('credited'),
    'GET /me/disclaim': ask('unclaimed'),
    'POST /me/disclaim': remove('unclaimed'),
    'POST /me/retracted': act(({ profileId }, project, { fields }) =>
      events.told([profileId], project, momentIn(fields['retraction_id'])),
    ),
    'POST /me/restore': act((owner, project, { fields, now }) =>
      events.restore(owner, project, momentIn(fields['removed_at']), now),
    ),
  };
}

type MePages = {
  store: Pick<Store, 'db' | 'searching'>;
  accounts: AccountStore;
  events: EventStore;
  headOf: (projectId: number, name: string) => ProjectHead;
  namedIn: NamedIn;
  managedBy: (accountId: number) => Promise<ManagedProject[]>;
  /** The contributions of projects in the last seven days. */
  weekOf: (projectIds: number[], now: number) => Promise<Map<number, Disclosed>>;
  followedBy: (accountId: number) => Promise<FollowedProject[]>;
  /** The programmes that the person joined, and others that list the project of their newest contribution. */
  programmesOf: (
    accountId: number,
    newestIn: number | undefined,
    lang: string,
    now: number,
  ) => Promise<MePage['programmes']>;
  /** The outcomes that are about contributions of profiles to projects, newest first. */
  outcomesOf: (
    profiles: number[],
    projects: number[],
  ) => Promise<{ projectId: number; events: number; said: (lang: string | undefined) => OutcomeSaid }[]>;
  deletion: Pick<Deletion, 'endsAt'>;
  passkeys: Pick<PasskeyStore, 'isOffered'>;
};

/** Rows of one page of each list. */
const sizes = { outcomes: 5, contributions: 10, projects: 10, managed: 5, follows: 10 };

/** Seconds as hours, to the hundredth. */
const hours = (seconds: number) => Math.round(seconds / 36) / 100;

const sum = (all: ProjectParticipation[], what: 'events' | 'duration') =>
  all.reduce((total, row) => total + row[what], 0);

/** Turns rows into what the page shows of them. */
function describing(headOf: MePages['headOf']) {
  const headFor = shownHead(headOf);

  const shareOf = (row: ProjectParticipation) => ({
    project: headFor(row, row.isOpen),
    events: row.events,
    hours: hours(row.duration),
    last: row.last_at === null ? '' : new Date(row.last_at).toISOString(),
  });

  const contributionOf = (row: Contributed) => ({
    id: row.event_id,
    project: headFor(row, row.is_open === 1),
    type: row.type,
    source: row.source,
    when: new Date(row.happened_at).toISOString(),
    hours: hours(row.duration ?? 0),
    ...((row.duration ?? 0) > doubtfulSeconds && row.confirmed_at === null && { isDoubtful: true as const }),
    ...(row.place !== null && { place: placeOf(row.place) }),
  });

  return { headFor, shareOf, contributionOf };
}

/** The counts by project: unclaimed contributions, those on the profile, and the totals. */
function projectsFor(
  shareOf: ReturnType<typeof describing>['shareOf'],
  all: ProjectParticipation[],
  { query }: Visit,
) {
  const credited = all.filter(({ isUnclaimed }) => !isUnclaimed);
  return {
    unclaimed: all.filter(({ isUnclaimed }) => isUnclaimed).map(shareOf),
    projects: paged(
      credited.map((row) => ({ ...shareOf(row), optedOut: row.isOptedOut })),
      query['projects'],
      sizes.projects,
    ),
    totals: {
      events: sum(credited, 'events'),
      projects: credited.filter((row) => row.events > 0).length,
      hours: hours(sum(credited, 'duration')),
    },
  };
}

export function mePages(deps: MePages): PageHandlers {
  const { store, accounts, events, headOf, managedBy, followedBy, deletion } = deps;
  const { headFor, shareOf, contributionOf } = describing(headOf);

  const contributionsFor = async (profiles: number[], total: number, { query, now, visitor }: OwnVisit) => {
    const { offset, ...page } = pageAt(total, query['page'], sizes.contributions);
    const ofPerson = visitor.zone ?? utc;
    const nothing = { calendar: [], months: [], milestones: [], zone: ofPerson };
    if (total === 0) return { contributions: { items: [], ...page }, ...nothing };
    // On the thread for searches: somebody may have many thousands of contributions.
    const { searching } = store;
    const tables = await contributionTables(searching, profiles);
    const days = await daysOf(searching, profiles, tables);
    const items = await contributionsOf(searching, profiles, tables, days, {
      limit: sizes.contributions,
      offset,
    });
    const newest = await newestOf(searching, profiles, tables);
    const { zone, days: own } = await daysIn(searching, profiles, tables, days, ofPerson);
    return {
      contributions: { items: items.map(contributionOf), ...page },
      zone,
      calendar: calendarOf(own, dayAt(zone, now)),
      months: monthsOf(own),
      milestones: milestonesOf(own),
      ...(newest && { newest: contributionOf(newest) }),
    };
  };

  const removedFor = async (profiles: number[], now: number) =>
    (await events.removed(profiles, now)).map((row) => ({
      project: headFor(row, isOpen(row)),
      events: row.events,
      at: row.removed_at,
      until: new Date(row.ends_at).toISOString(),
    }));

  const retractedFor = async (profiles: number[]) => {
    const all = await events.untold(profiles);
    if (all.length === 0) return [];
    const projects = await store.db
      .selectFrom('projects')
      .select(['project_id', 'name', 'state', 'is_withheld'])
      .where(
        'project_id',
        'in',
        all.map(({ projectId }) => projectId),
      )
      .execute();
    const byId = new Map(projects.map((row) => [row.project_id, row]));
    return all.map(({ projectId, first, last, ...one }) => {
      const row = byId.get(projectId);
      return {
        ...one,
        project: row ? headFor(row, isOpen(row)) : { id: projectId, title: '' },
        first: new Date(first).toISOString(),
        last: new Date(last).toISOString(),
      };
    });
  };

  /** The newest that are about contributions on the profile; they count no more than those. */
  const outcomesFor = async (profiles: number[], all: ProjectParticipation[], { lang }: Visit) => {
    const credited = new Map(
      all.filter((row) => !row.isUnclaimed && row.isOpen).map((row) => [row.project_id, row]),
    );
    const found = await deps.outcomesOf(profiles, [...credited.keys()]);
    return found.slice(0, sizes.outcomes).flatMap(({ projectId, events, said }) => {
      const row = credited.get(projectId);
      if (!row) return [];
      return [{ ...said(lang), project: headFor(row, true), events: Math.min(events, row.events) }];
    });
  };

  const atWork = async (managed: ManagedProject[], { query, now }: Visit) => {
    const { items, ...page } = paged(managed, query['managed'], sizes.managed);
    const weeks = await deps.weekOf(
      items.map(({ project }) => project.id),
      now,
    );
    const week = (id: number) => weeks.get(id) ?? contributed(0);
    return { ...page, items: items.map((one) => ({ ...one, week: week(one.project.id) })) };
  };

  return {
    'GET /me': signedIn(async (visit) => {
      const { accountId, name } = visit.visitor;
      const profiles = await accounts.profiles(accountId);
      const all = await participationOf(store.db, profiles);
      const ofProjects = projectsFor(shareOf, all, visit);
      const managed = await managedBy(accountId);
      const followed = await followedBy(accountId);
      const ends = await deletion.endsAt(accountId);
      const own = await contributionsFor(profiles, ofProjects.totals.events, visit);
      const data: PageData['me'] = {
        name,
        ...doneIn(visit, ['left']),
        ...(ends !== undefined && { ends: new Date(ends).toISOString() }),
        ...((await deps.passkeys.isOffered(accountId)) && { offersPasskey: true as const }),
        ...(managed.length > 0 && { managed: await atWork(managed, visit) }),
        ...(followed.length > 0 && { follows: paged(followed, visit.query['follows'], sizes.follows) }),
        ...ofProjects,
        ...own,
        programmes: await deps.programmesOf(accountId, own.newest?.project.id, visit.lang, visit.now),
        removed: await removedFor(profiles, visit.now),
        retracted: await retractedFor(profiles),
        outcomes: await outcomesFor(profiles, all, visit),
      };
      return { name: 'me', title: 'Your contributions', data: await deps.namedIn(data, visit.lang) };
    }),

    ...meForms(deps, shareOf),
    ...oneContributionPages(deps, contributionOf),
  };
}

/** The position of a stored GeoJSON point, with the town nearby. */
function placeOf(place: string): NonNullable<ParticipantsContribution['place']> {
  const [lng = 0, lat = 0] = (JSON.parse(place) as { coordinates: number[] }).coordinates;
  const town = townNear({ lat, lng });
  return { lat, lng, ...(town !== undefined && { town }) };
}
