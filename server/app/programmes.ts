/** Programmes, with the features that they need. */
import { missingForCurated } from '../../src/contract/pages/tiers.ts';
import { exactSharesSince, sharesSince } from '../accounts/contributions/shares.ts';
import { accountNotices, type OthersNotice } from '../accounts/notices.ts';
import { pathOf, type ProjectsSaid } from '../certificates/certified.ts';
import type { CertificateStore } from '../certificates/store.ts';
import type { Store } from '../db/store.ts';
import type { Search } from '../finder/search.ts';
import { readPage } from '../finder/read-page.ts';
import { withGlances } from '../finder/with-glances.ts';
import type { PageHandlers, Visit } from '../http/pages.ts';
import type { Managed } from '../managing/things.ts';
import { countProgrammes } from '../programmes/counting.ts';
import { roundedFigures } from '../programmes/figures.ts';
import { memberStore } from '../programmes/members.ts';
import type { ListingNews, ProgrammeDeps } from '../programmes/deps.ts';
import { programmeManagerPages } from '../programmes/manager-pages.ts';
import { programmeOperatorPages } from '../programmes/operator-pages.ts';
import { programmeOwnerPages } from '../programmes/owner-pages.ts';
import { programmePages } from '../programmes/pages.ts';
import { headOf, ruleInWords, saidIn } from '../programmes/said.ts';
import { maxListed, programmeStore, type Programme } from '../programmes/store.ts';
import { indexAgain } from '../projects/derived/derived.ts';
import { managedProject } from '../projects/managed.ts';
import { isOpen, isPublished } from '../projects/visibility.ts';
import { integrationOf } from '../stats/integration.ts';
import { projectInMail } from '../text/foreign-words.ts';
import { authorizedOf } from './oauth.ts';
import type { Features } from './features.ts';
import type { Surfaces } from './surfaces.ts';

/** The stores of programmes, for the service and for background work. */
export function programmesOn(
  store: Store,
  profilesOf: (accountId: number) => Promise<number[]>,
  certificates: CertificateStore,
) {
  const programmes = programmeStore(store.db, (trx, ids) => indexAgain(trx, store.engine, ids));
  const members = memberStore(store.db, {
    programmes,
    certificates,
    exactShares: async (accountId) => exactSharesSince(store.searching, await profilesOf(accountId)),
    sharesAtVisit: async (accountId) => sharesSince(store.searching, await profilesOf(accountId)),
  });
  return {
    programmes,
    members,
    count: (now: number) => countProgrammes({ store, programmes, members }, now),
  };
}

/** The programme of an award that is still due, for its page and its badge. */
export const awardedBy =
  ({ programming: { members }, settings }: Features): ProjectsSaid['awarded'] =>
  async ({ accountId, statement, token }, now, lang) => {
    const found = accountId === null ? undefined : await members.partIn(statement.programme, accountId, now);
    // Only the award that the member has: one of an account that was joined to this one has ended.
    if (found?.own.award?.path !== pathOf(token)) return undefined;
    const { programme } = found;
    const { name, award } = saidIn(programme, undefined);
    const page = `${settings.baseUrl}/programme/${programme.programme_id}`;
    return {
      programme: saidIn(programme, lang),
      said: { name, award, criteria: ruleInWords(programme.rule), page },
    };
  };

/** The conditions for curated programming that an open project lacks; undefined if it is not open. */
export const missingIn =
  (features: Features): ProgrammeDeps['missing'] =>
  async (projectId, now) => {
    const row = await features.projects.row(projectId);
    if (!row || !isOpen(row)) return undefined;
    const authorized = await authorizedOf(features)(projectId);
    return missingForCurated(
      await integrationOf(features.store.db)(projectId, { isPublished: isPublished(row), authorized }, now),
    );
  };

/** The mail about each change, and who gets it: the other side, and both of them when a project is listed. */
const mails = {
  invited: { what: 'programmeInvited', to: ['project'] },
  asked: { what: 'programmeAsked', to: ['programme'] },
  listed: { what: 'programmeListed', to: ['project', 'programme'] },
  removed: { what: 'programmeEnded', to: ['project'] },
  left: { what: 'programmeEnded', to: ['programme'] },
} as const satisfies Record<ListingNews, { what: OthersNotice['what']; to: Managed['kind'][] }>;

function teller({ features, naming, heads }: Surfaces): Pick<ProgrammeDeps, 'tell' | 'tellDecision'> {
  const { accounts, mail, mailLimit, managing, projects } = features;
  const notices = accountNotices({ accounts, mail, mailLimit, ...naming });
  const send = async (to: Managed, notice: OthersNotice, visit: Pick<Visit, 'ip' | 'now'>) => {
    for (const { account_id } of await managing.of(to)) await notices.sendOfOthers(account_id, notice, visit);
  };
  return {
    tell: async (news, programme, projectId, visit) => {
      const row = await projects.row(projectId);
      if (!row) return;
      const project = projectInMail({
        id: projectId,
        title: row.name,
        isReviewed: row.state === 'published',
      });
      const places = {
        project: { id: projectId, path: `${heads.headOf(projectId, row.name).path}/tools#programmes` },
        programme: { id: programme.programme_id, path: `${headOf(programme).path}/work` },
      };
      const { what, to } = mails[news];
      for (const kind of to) {
        const { id, path } = places[kind];
        await send({ kind, id }, { what, values: { project, page: `${naming.baseUrl}${path}` } }, visit);
      }
    },
    tellDecision: async (programme, visit) => {
      const what = programme.state === 'open' ? 'programmeOpened' : 'programmeRefused';
      const page = `${naming.baseUrl}${headOf(programme).path}`;
      await send({ kind: 'programme', id: programme.programme_id }, { what, values: { page } }, visit);
    },
  };
}

/** Lists the eligible projects that the saved search of a programme finds. */
export const refresher =
  (features: Features, finder: Search) =>
  async ({ programme_id: id, search }: Programme, now: number): Promise<void> => {
    if (search === undefined) return;
    const { programmes } = features.programming;
    const { asked, more } = readPage(Object.fromEntries(new URLSearchParams(search)));
    const { ids } = await finder.idsOf({ ...asked, q: asked.q ?? '' }, more, maxListed);
    const known = new Set((await programmes.listings(id)).map(({ project_id }) => project_id));
    for (const project of ids) {
      if (known.has(project) || (await missingIn(features)(project, now))?.length !== 0) continue;
      await programmes.list(id, project, { none: 'listed' }, now);
    }
  };

export function pagesOfProgrammes(surfaces: Surfaces, finder: Search): PageHandlers {
  const { features, heads, naming } = surfaces;
  const { store, keyed, uploading, projects } = features;
  const deps: ProgrammeDeps = {
    ...features,
    ...features.programming,
    ...teller(surfaces),
    cardsOf: async (ids, lang) =>
      withGlances(finder.directory, await finder.directory.cards(ids, lang), lang),
    openHead: heads.openHead,
    managedProject: async (visit) => {
      const row = await managedProject(projects)(visit);
      return row && isOpen(row) ? heads.headOf(row.project_id, row.name) : undefined;
    },
    missing: missingIn(features),
    figures: (id) => roundedFigures(store.db, keyed, id),
    takeLogo: async (file, id, visit) => {
      const taken = await uploading.upload(file, { kind: 'programme', id }, visit);
      return 'fault' in taken ? taken : { logo: uploading.pictureAt(taken.image) ?? '' };
    },
    refresh: refresher(features, finder),
    baseUrl: naming.baseUrl,
  };
  return {
    ...programmePages(deps),
    ...programmeManagerPages(deps),
    ...programmeOwnerPages(deps),
    ...programmeOperatorPages(deps),
  };
}

/** The programmes that an account joined, for its own page, and those that list a project which it may join. */
export const joinedOf =
  ({ programming: { programmes, members } }: Features) =>
  async (accountId: number, newestIn: number | undefined, lang: string, now: number) => {
    const { ids: joined, parts } = await members.joined(accountId, now);
    const others = newestIn === undefined ? [] : await programmes.ofProject(newestIn);
    return {
      joined: parts.map(({ programme, own }) => ({ own, programme: saidIn(programme, lang) })),
      offered: others
        .filter(({ programme_id }) => !joined.includes(programme_id))
        .map((one) => saidIn(one, lang)),
    };
  };
