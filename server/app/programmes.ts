/** Programmes, with the features that they need. */
import { missingForCurated } from '../../src/contract/pages/tiers.ts';
import { sharesOf } from '../accounts/contributions/contributed-days.ts';
import { accountNotices } from '../accounts/notices.ts';
import { pathOf } from '../certificates/check-page.ts';
import type { CertificateStore } from '../certificates/store.ts';
import type { ProjectsSaid } from '../certificates/certified.ts';
import type { Store } from '../db/store.ts';
import type { Search } from '../finder/search.ts';
import { readPage } from '../finder/read-page.ts';
import { withGlances } from '../finder/with-glances.ts';
import type { PageHandlers, Visit } from '../http/pages.ts';
import { countProgrammes } from '../programmes/counting.ts';
import { roundedFigures } from '../programmes/figures.ts';
import { memberStore } from '../programmes/members.ts';
import { type ListingNews, programmeManagerPages, type ProgrammeWork } from '../programmes/manager-pages.ts';
import { programmeOperatorPages } from '../programmes/operator-pages.ts';
import { programmeOwnerPages } from '../programmes/owner-pages.ts';
import { programmePages } from '../programmes/pages.ts';
import { headOf, ruleInWords, saidIn } from '../programmes/said.ts';
import { maxListed, programmeStore, type Programme } from '../programmes/store.ts';
import { indexAgain } from '../projects/derived/derived.ts';
import { managedProject } from '../projects/managed.ts';
import { isOpen, isPublished } from '../projects/visibility.ts';
import { integrationOf } from '../stats/integration.ts';
import { dayLong } from '../text/day.ts';
import { projectInMail } from '../text/foreign-words.ts';
import { utc } from '../text/zone.ts';
import { authorizedOf } from './oauth.ts';
import type { Features } from './features.ts';
import type { Surfaces } from './surfaces.ts';

/** Contributions of tomorrow in UTC are of today in other zones. */
const always = (now: number) => ({ zone: utc, from: 0, to: now + dayLong });

const pathOfAwardIn = (certificates: Pick<CertificateStore, 'tokenOf'>) => async (id: number) => {
  const token = await certificates.tokenOf(id);
  return token && pathOf(token);
};

/** The stores of programmes, for the service and for background work. */
export function programmesOn(
  store: Store,
  profilesOf: (accountId: number) => Promise<number[]>,
  certificates: CertificateStore,
) {
  const { db, engine, searching } = store;
  const programmes = programmeStore(db, (trx, ids) => indexAgain(trx, engine, ids));
  const members = memberStore(db, {
    programmes,
    sharesOf: async (from, accountId) => sharesOf(from, await profilesOf(accountId), always(Date.now())),
    makeAward: (trx, accountId, { programme_id, created_at }) =>
      certificates.award(
        trx,
        accountId,
        { holder: '', programme: programme_id },
        Math.floor(created_at / dayLong) * dayLong,
      ),
    endAward: certificates.endAward,
    pathOfAward: pathOfAwardIn(certificates),
  });
  return {
    programmes,
    members,
    count: (now: number) => countProgrammes({ db, engine, searching, programmes, members }, now),
  };
}

/** The programme of an award that is still due, for its page and its badge. */
export const awardedBy =
  ({ programming: { programmes, members }, settings }: Features): ProjectsSaid['awarded'] =>
  async ({ accountId, statement, token }, now, lang) => {
    const programme = await programmes.find(statement.programme);
    if (programme?.state !== 'open' || accountId === null) return undefined;
    const part = await members.part(programme, accountId, now);
    // Only the award that the member has: one of an account that was joined to this one has ended.
    if (part?.award?.path !== pathOf(token)) return undefined;
    const { name, award } = saidIn(programme, undefined);
    const page = `${settings.baseUrl}/programme/${programme.programme_id}`;
    return {
      programme: saidIn(programme, lang),
      said: { name, award, criteria: ruleInWords(programme.rule), page },
    };
  };

/** The conditions for curated programming that an open project lacks; undefined if it is not open. */
const missingIn =
  (features: Features): ProgrammeWork['missing'] =>
  async (projectId, now) => {
    const row = await features.projects.row(projectId);
    if (!row || !isOpen(row)) return undefined;
    const authorized = await authorizedOf(features)(projectId);
    return missingForCurated(
      await integrationOf(features.store.db)(projectId, { isPublished: isPublished(row), authorized }, now),
    );
  };

export const toolsProgrammesOf = (features: Features) => ({
  programmes: features.programming.programmes,
  missing: missingIn(features),
});

const mailOf = {
  invited: 'programmeInvited',
  asked: 'programmeAsked',
  listed: 'programmeListed',
  refused: 'programmeEnded',
  removed: 'programmeEnded',
  left: 'programmeEnded',
} as const satisfies Record<ListingNews, string>;

/** Mails one side what the other did; both are told that a project is listed. */
function teller({ features, naming, heads }: Surfaces) {
  const { accounts, mail, mailLimit, managing, projects } = features;
  const notices = accountNotices({ accounts, mail, mailLimit, ...naming });
  const tell: ProgrammeWork['tell'] = async (news, programme, projectId, visit) => {
    const row = await projects.row(projectId);
    if (!row) return;
    const project = projectInMail({ id: projectId, title: row.name, isReviewed: row.state === 'published' });
    const send = async (kind: 'project' | 'programme', id: number, path: string) => {
      for (const { account_id } of await managing.of({ kind, id }))
        await notices.sendOfOthers(
          account_id,
          { what: mailOf[news], values: { project, page: `${naming.baseUrl}${path}` } },
          visit,
        );
    };
    const tools = `${heads.headOf(projectId, row.name).path}/tools#programmes`;
    const work = `${headOf(programme).path}/work`;
    if (news !== 'asked' && news !== 'left') await send('project', projectId, tools);
    if (news === 'asked' || news === 'left' || news === 'listed')
      await send('programme', programme.programme_id, work);
  };
  const tellDecision = async (programme: Programme, visit: Pick<Visit, 'ip' | 'now'>) => {
    const what = programme.state === 'open' ? 'programmeOpened' : 'programmeRefused';
    const page = `${naming.baseUrl}${headOf(programme).path}`;
    for (const { account_id } of await managing.of({ kind: 'programme', id: programme.programme_id }))
      await notices.sendOfOthers(account_id, { what, values: { page } }, visit);
  };
  return { tell, tellDecision };
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
      await programmes.list(id, project, { from: ['none'], to: 'listed' }, now);
    }
  };

export function pagesOfProgrammes(surfaces: Surfaces, finder: Search): PageHandlers {
  const { features, heads, naming } = surfaces;
  const { accounts, store, keyed, uploading, projects } = features;
  const { programmes, members } = features.programming;
  const { tell, tellDecision } = teller(surfaces);
  const missing = missingIn(features);
  const shared = { programmes, members };
  const cardsOf = async (ids: number[], lang: string) =>
    withGlances(finder.directory, await finder.directory.cards(ids, lang), lang);
  return {
    ...programmePages({
      ...shared,
      cardsOf: async ({ programme_id }, lang) =>
        cardsOf(
          (await programmes.listings(programme_id))
            .filter(({ state }) => state === 'listed')
            .map(({ project_id }) => project_id)
            .slice(0, 24),
          lang,
        ),
      hasGuardian: async (accountId) => (await accounts.names(accountId))?.hasGuardian === true,
      nameAward: features.certificates.name,
      pathOfAward: pathOfAwardIn(features.certificates),
      baseUrl: naming.baseUrl,
    }),
    ...programmeManagerPages({
      ...shared,
      missing,
      headOfProject: heads.headOf,
      tell,
      figures: async (id) => {
        const { rows, ...sums } = await roundedFigures(store.db, keyed, id);
        return {
          ...sums,
          rows: await Promise.all(
            rows.map(async ({ projectId, ...row }) => {
              const project = projectId === 0 ? undefined : await heads.openHead(projectId);
              return { ...row, ...(projectId !== 0 && { project: project ?? heads.headOf(projectId, '') }) };
            }),
          ),
        };
      },
      takeLogo: async (file, id, visit) => {
        const taken = await uploading.upload(file, { kind: 'programme', id }, visit);
        if ('fault' in taken) return taken;
        return { logo: uploading.pictureAt(taken.image) ?? '' };
      },
    }),
    ...programmeOwnerPages({
      programmes,
      missing,
      tell,
      managed: async (visit) => {
        const row = await managedProject(projects)(visit);
        return row && isOpen(row) ? heads.headOf(row.project_id, row.name) : undefined;
      },
    }),
    ...programmeOperatorPages({
      programmes,
      audit: accounts.audit,
      addressOf: async (accountId) => (await accounts.mainProfile(accountId))?.address,
      refresh: refresher(features, finder),
      tellDecision,
    }),
  };
}

/** The programmes that an account joined, for its own page, and those that list a project which it may join. */
export const joinedOf =
  ({ programming: { programmes, members } }: Features) =>
  async (accountId: number, newestIn: number | undefined, lang: string, now: number) => {
    const joined = await members.joined(accountId);
    const parts = await Promise.all(
      joined.map(async (id) => {
        const programme = await programmes.find(id);
        const own = programme?.state === 'open' ? await members.part(programme, accountId, now) : undefined;
        return programme && own ? [{ programme: saidIn(programme, lang), own }] : [];
      }),
    );
    const others = newestIn === undefined ? [] : await programmes.ofProject(newestIn);
    return {
      joined: parts.flat(),
      offered: others
        .filter(({ programme_id }) => !joined.includes(programme_id))
        .map((one) => saidIn(one, lang)),
    };
  };
