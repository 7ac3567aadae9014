/** The pages of our own site, each with the features that it needs. */
import { contributed, peopleRounding } from '../stats/disclosure.ts';
import type { Express } from 'express';
import { mePages } from '../accounts/contributions/me-pages.ts';
import { signInPages } from '../accounts/pages.ts';
import { confirmPages } from '../events/confirm-pages.ts';
import { dayLong, dayOf } from '../text/day.ts';
import { explainLong, explainRefused } from '../events/explain-refused.ts';
import { linkPages } from '../events/link-pages.ts';
import { directoryPages } from '../directory/pages.ts';
import { directoryStore } from '../directory/store.ts';
import { finderPages } from '../finder/pages.ts';
import type { Search } from '../finder/search.ts';
import { similarTo, type Like } from '../finder/similar.ts';
import { followedBy, followPages, followStateFor } from '../follows/pages.ts';
import { statusUnsubscribePages } from '../follows/unsubscribe.ts';
import { connectPages } from '../grants/connect-pages.ts';
import { mountPages, type PageHandlers, type Visit } from '../http/pages.ts';
import { Refusal } from '../http/refusal.ts';
import { imagePages, imageState } from '../images/tools.ts';
import { mailChoices } from '../mail/choices.ts';
import { type OwnPages, ownPageTitles, securityText, securityTextPath } from '../operating/own-pages.ts';
import { preregistrationPages, startNoticeFor, type Preregistering } from '../preregistration/pages.ts';
import { maxDraftBytes } from '../projects/adding/drafts.ts';
import { exportPages } from '../projects/exports/export-pages.ts';
import { organisationOf } from '../projects/derived/glance.ts';
import { projectPages } from '../projects/pages.ts';
import { projectOf } from '../projects/rows.ts';
import { ownerPages } from '../reference/owner-pages.ts';
import { referencePages } from '../reference/pages.ts';
import { readersOf } from '../reference/readers.ts';
import { figureStore } from '../stats/figures.ts';
import { statsNotes } from '../stats/notes.ts';
import { statsPages } from '../stats/pages.ts';
import { peopleFigures } from '../stats/people-figures.ts';
import { readChoice } from '../stats/periods.ts';
import { integrationOf, type KnownIntegration } from '../stats/integration.ts';
import { saidOf } from '../outcomes/said.ts';
import { saidIn as programmeIn } from '../programmes/said.ts';
import { toolsProgrammes } from '../programmes/owner-pages.ts';
import { shownOn, totalsOf } from '../stats/store.ts';
import type { Pinned } from '../widgets/embed-files.ts';
import { pagesOfCertificates } from './certificate-pages.ts';
import { exportedOf } from './project-export.ts';
import { registrationPages } from './registration.ts';
import { pagesOfAccounts } from './account-pages.ts';
import { pagesOfOutcomes } from './outcomes.ts';
import { pagesOfGroups } from './groups.ts';
import { joinedOf, missingIn, pagesOfProgrammes } from './programmes.ts';
import { importPagesOf, pagesOfOperators } from './operator-pages.ts';
import { authorizedOf } from './oauth.ts';
import { weekOf } from '../stats/store.ts';
import type { Surfaces } from './surfaces.ts';
import { languageChoice } from './language-choice.ts';
import { mailingSenders, pagesOfVolunteers } from './volunteer-pages.ts';
import { pagesOfWebhooks } from './webhooks.ts';
import { pagesOfManagers } from './managing.ts';
import { pagesOfWidgets } from './widget-pages.ts';

/** Outcomes on the page of a project. */
const shownOutcomes = 10;

export function mountSitePages(app: Express, shared: Surfaces, finder: Search, pinned: Pinned): void {
  mountPages(
    app,
    {
      ...documentPages(shared, pinned),
      ...pagesOfWidgets(shared, pinned),
      ...pagesOfManagers(shared),
      ...finderPages(finder),
      ...directoryPages(directoryStore(shared.features.store), {
        ...shared.naming,
        pathOf: (id, name) => shared.heads.headOf(id, name).path,
      }),
      ...pagesOfProjects(shared, finder),
      ...pagesOfWebhooks(shared.features),
      ...pagesOfOutcomes(shared),
      ...pagesOfProgrammes(shared, finder),
      ...pagesOfGroups(shared),
      // Before the sign-in pages: a mailed token is not called passkey.
      ...pagesOfAccounts(shared),
      ...pagesOfOperators(shared),
      ...pagesOfParticipants(shared),
      ...pagesOfCertificates(shared),
      ...pagesOfVolunteers(shared),
    },
    shared.site,
  );
  // An outline may be long.
  const longForms = { ...registrationPages(shared, finder), ...importPagesOf(shared) };
  mountPages(app, longForms, shared.site, maxDraftBytes);
}

const documentPages = (
  { naming, limits, features: { settings, keys, projects } }: Surfaces,
  pinned: Pinned,
): PageHandlers => ({
  ...ownerPages({ retentionDays: settings.ANONYMOUS_RETENTION_DAYS, pinned }),
  ...ownPages(settings.ownPages, naming.baseUrl),
  ...referencePages(
    { ...naming, limits: limits.described, openFinder: settings.OPEN_FINDER },
    readersOf({ keys: keys.ofAccount, projects: projects.managedNames }),
  ),
});

/** The operator's own pages: those with a text, at an address of their own; and where to report a weakness. */
const ownPages = (pages: OwnPages, baseUrl: string): PageHandlers => ({
  ...Object.fromEntries(
    pages.flatMap(({ name, text }) =>
      text === undefined
        ? []
        : [[`GET /${name}`, () => ({ name: 'own', title: ownPageTitles[name], data: { name, text } })]],
    ),
  ),
  [`GET ${securityTextPath}`]: ({ now }) => {
    const content = securityText(pages, baseUrl, now);
    if (content === undefined) throw new Refusal('not_found', 'The operator names no contact.');
    return { content, type: 'text/plain; charset=utf-8' };
  },
});

function pagesOfProjects({ features, naming, heads }: Surfaces, finder: Search): PageHandlers {
  const { projects, events, images, startNotices, settings } = features;
  const preregistering: Preregistering = {
    notices: startNotices,
    sealed: features.startNoticeSeal,
    mail: features.mail,
    mailLimit: features.mailLimit,
    mailChoices: features.mailChoices,
    baseUrl: naming.baseUrl,
    serviceName: naming.serviceName,
    starting: heads.startingHead,
    shown: heads.shownHead,
    mainAddress: async (accountId) => (await features.accounts.mainProfile(accountId))?.address,
  };
  const following = { follows: features.follows, findShown: heads.shownStatus, headOf: heads.headOf };
  const { db } = features.store;
  const people = peopleFigures(features.store, features.events.acts.finish, features.keyed);
  const totals = totalsOf(db, people);
  const overTime = figureStore(features.store, people);
  const figures = {
    shownOn: (id: number, now: number) => shownOn(db, id, now),
    stats: async (id: number, now: number, query: Visit['query']) => ({
      totals: await totals(id, now),
      figures: await overTime.ofProject(id, readChoice(query), now),
    }),
    dropTests: events.dropTests,
    putBack: events.putBack,
    pictureSize: images.size,
    imageState: imageState(images, features.uploading.pictureAt),
    startNotice: startNoticeFor(preregistering),
    follow: followStateFor(following),
    waiting: async (id: number) => peopleRounding(features.keyed, id)(await startNotices.count(id)),
    authorized: authorizedOf(features),
    integration: async (id: number, known: KnownIntegration, now: number) => ({
      seen: await integrationOf(db)(id, known, now),
      refused: [
        ...explainLong(await features.events.countLong(id, now - 7 * dayLong), dayOf(now)),
        ...explainRefused(await features.refused.ofProject(id, now)),
      ],
      tests: contributed(await features.events.testsOf(id)),
      retractions: (await features.events.retractionsOf(id)).map(({ events, at, backUntil, ...one }) => ({
        ...one,
        events: contributed(events),
        at: new Date(at).toISOString(),
        ...(!one.isBack && now < backUntil && { until: new Date(backUntil).toISOString() }),
      })),
    }),
    outcomes: async (id: number, lang?: string) =>
      (await features.outcomes.ofProjects([id], shownOutcomes)).map((row) => saidOf(row, lang)),
    countsFor: async (id: number, lang?: string) =>
      (await features.programming.programmes.ofProject(id)).map((one) => programmeIn(one, lang)),
    told: async (id: number) =>
      (await features.outcomes.all(id)).map((row) => ({ ...saidOf(row, undefined), state: row.state })),
    programmes: toolsProgrammes({ ...features.programming, missing: missingIn(features) }),
    similar: (project: Like, lang?: string) => similarTo(finder, project, lang),
  };
  return {
    ...projectPages(projects, figures, settings),
    ...statsPages({
      figures: overTime,
      notes: statsNotes(db),
      totals,
      managed: async (id, accountId) => {
        const row = (await projects.manages(id, accountId)) ? await projects.row(id) : undefined;
        return row && { ...heads.headOf(id, row.name), organisation: organisationOf(projectOf(row)) };
      },
    }),
    ...exportPages(projects, exportedOf(features, people)),
    ...imagePages(images, projects),
    ...preregistrationPages(preregistering),
    ...followPages(following),
    ...statusUnsubscribePages({ ...following, links: features.statusUnsubscribing }),
  };
}

function pagesOfParticipants({ features, naming, heads }: Surfaces): PageHandlers {
  const { accounts, sessions, links, membership, mail, mailLimit, mailBlocks, mailSeal } = features;
  const { store, keyed, profiles, projects, events, recording, signedLinks, grants, codes } = features;
  const { mainProfile } = accounts;
  const { openHead, headOf } = heads;
  const { serviceName } = naming;
  return {
    ...signInPages({
      accounts,
      sessions,
      links,
      membership,
      mail,
      mailLimit,
      serviceName,
      baseUrl: naming.baseUrl,
    }),
    ...languageChoice({ baseUrl: naming.baseUrl, setLanguage: features.accounts.setLanguage }),
    ...mePages({
      store,
      accounts,
      events,
      headOf,
      namedIn: heads.namedIn,
      deletion: features.deletion,
      passkeys: features.passkeys,
      managedBy: heads.managedBy,
      weekOf: weekOf(store.db),
      programmesOf: joinedOf(features),
      followedBy: followedBy({ follows: features.follows, headOf }),
      outcomesOf: async (profiles, projects) =>
        (await features.outcomes.about(profiles, projects)).map(({ row, events }) => ({
          projectId: row.project_id,
          events,
          said: (lang) => saidOf(row, lang),
        })),
    }),
    ...connectPages({
      codes,
      openHead,
      isRegistered: projects.isRegistered,
      mainProfile,
      toFederate: sessions.toFederate,
    }),
    ...confirmPages({
      events,
      recording,
      signedLinks,
      refused: features.refused,
      openHead,
      mainProfile,
      counting: features.counting,
    }),
    ...linkPages({ baseUrl: naming.baseUrl, signedLinks, openHead, manages: projects.manages }),
    ...mailChoices({
      blocks: mailBlocks,
      sealed: mailSeal,
      keyed,
      mailings: mailingSenders(features),
      grants: {
        count: async (digests, now) => {
          const profile = await profiles.find(digests);
          if (!profile) return 0;
          return (await grants.ofProfiles([profile.profile_id], now)).filter(({ how }) => how === 'email')
            .length;
        },
        end: async (digests, now) => {
          const profile = await profiles.find(digests);
          if (profile) await grants.revokeMailed(profile.profile_id, now);
        },
      },
    }),
  };
}
