/** The only file that knows every feature: it gives each what it needs from the others, and mounts them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import express, { type Express } from 'express';
import { renderPage } from '#pages';
import { api } from '../src/contract/index.ts';
import { site } from '../src/contract/site.ts';
import { mePages } from './accounts/me-pages.ts';
import { signInPages } from './accounts/pages.ts';
import { mountPartner } from './demo/partner.ts';
import type { Demonstration } from './demo/seed.ts';
import { outboxPages } from './mail/outbox-pages.ts';
import { confirmPages } from './events/confirm-pages.ts';
import { eventHandlers, participantFaults } from './events/handlers.ts';
import { hashedHandlers } from './events/hashed.ts';
import type { Features } from './features.ts';
import { finderFaults, finderHandlers } from './finder/handlers.ts';
import { nearness } from './finder/near.ts';
import { nearStore } from './finder/near-store.ts';
import { finderPages } from './finder/pages.ts';
import { finderSearch } from './finder/search.ts';
import { finderStore } from './finder/store.ts';
import { finderTerms } from './finder/terms.ts';
import { connectPages } from './grants/connect-pages.ts';
import { shareCounts } from './db/shared-counts.ts';
import { embedHandlers } from './grants/embed-handlers.ts';
import { mountFedcm } from './grants/serve-fedcm.ts';
import { mountHealth } from './health.ts';
import { makeLimits } from './http/limits.ts';
import { mount, type Adapter } from './http/mount.ts';
import { mountNotFound } from './http/not-found.ts';
import { mountPages, type Site } from './http/pages.ts';
import { Refusal } from './http/refusal.ts';
import { isFromThisMachine, newApp } from './http/server.ts';
import { mountImages } from './images/serve.ts';
import { imagePages, imageState } from './images/tools.ts';
import { callers } from './keys/caller.ts';
import { addressFaults } from './mail-address.ts';
import { mailChoices } from './mail/choices.ts';
import { preregistrationPages, startNoticeFor, type Preregistering } from './preregistration/pages.ts';
import { profileFinder, profileHandlers } from './profiles/handlers.ts';
import { managesAnyOpen, mustManageOpen, mustSendHashed } from './projects/access.ts';
import { projectHeads } from './projects/heads.ts';
import { projectHandlers } from './projects/handlers.ts';
import { matchNames, matchUnRegions } from './projects/names.ts';
import { projectPages } from './projects/pages.ts';
import { siteOf } from './projects/site-address.ts';
import { slipsBetween, slipsSought } from './projects/slips.ts';
import { stemOf } from './projects/stem.ts';
import { words } from './projects/words.ts';
import { mountReference } from './reference/document.ts';
import { ownerPages } from './reference/owner-pages.ts';
import { referencePages } from './reference/pages.ts';
import { statsStore } from './stats/store.ts';
import { mountEmbedFiles } from './widgets/embed-files.ts';
import { pinnedCopies } from './widgets/pinned-copies.ts';
import { wordsOf } from './widgets/words.ts';

export type AppSurroundings = { dist: string; demonstration: Demonstration | undefined };

export async function makeApp(
  features: Features,
  { dist, demonstration }: AppSurroundings,
): Promise<Express> {
  const { settings, log, store, projects, events, grants, profiles, keyed, tokens, images } = features;
  const app = newApp(settings);
  const heads = projectHeads(projects, settings.baseUrl);
  const areas = nearStore(store);
  const near = { areaOf: areas.areaOf, around: nearness(areas).around };
  const finder = finderSearch(finderStore(store), finderTerms(store), near, {
    words,
    stemOf,
    slipsSought,
    slipsBetween,
    matchNames,
    matchUnRegions,
    siteOf: (url) => siteOf(url, settings.baseUrl),
  });
  const limits = makeLimits(settings, keyed);
  if (store.engine === 'postgres') shareCounts(store.db, limits.counts, log);
  const naming = {
    baseUrl: settings.baseUrl,
    serviceName: settings.SERVICE_NAME,
    slug: settings.SERVICE_SLUG,
  };
  const preregistering: Preregistering = {
    ...features,
    ...naming,
    notices: features.startNotices,
    sealed: features.startNoticeSeal,
    starting: heads.startingHead,
    shown: heads.shownHead,
    mainAddress: async (accountId) => (await features.accounts.mainProfile(accountId))?.address,
  };
  const adapter: Adapter = {
    log,
    slug: settings.SERVICE_SLUG,
    openFinder: settings.OPEN_FINDER,
    limits,
    furtherFaults: {
      'GET /finder': finderFaults(finder),
      'POST /api/record_event': participantFaults,
      'POST /embed/join': addressFaults,
      'POST /embed/join/code': addressFaults,
    },
    callerOf: callers(features.keys, log),
  };
  const around: Site = {
    log,
    baseUrl: settings.baseUrl,
    limits,
    render: pageRenderer(dist),
    visitorOf: features.sessions.visitor,
    frame: {
      serviceName: settings.SERVICE_NAME,
      baseUrl: settings.baseUrl,
      slug: settings.SERVICE_SLUG,
      ...(demonstration && { development: { demo: demonstration.address } }),
    },
  };

  mount(
    app,
    api,
    {
      ...profileHandlers(
        profiles,
        tokens,
        {
          mustManageOpen: mustManageOpen(projects),
          managesAnyOpen: managesAnyOpen(projects),
        },
        keyed,
      ),
      ...eventHandlers(features.recording, {
        readAssertion: features.assertions.read,
        isLookUpToken: tokens.isOurs,
        takeExtra: limits.takeExtra,
      }),
      ...hashedHandlers(events, features.recording, keyed, {
        mustSendHashed: mustSendHashed(projects),
        profileOf: profileFinder(profiles, keyed),
        takeExtra: limits.takeExtra,
      }),
      ...finderHandlers(finder),
      ...projectHandlers(projects, { baseUrl: settings.baseUrl }),
    },
    adapter,
  );
  mount(
    app,
    site,
    embedHandlers({
      ...features,
      openProject: heads.openProject,
      claimants: projects.claimants,
      isRegistered: projects.isRegistered,
      wordsOf,
      serviceName: settings.SERVICE_NAME,
      retentionDays: settings.ANONYMOUS_RETENTION_DAYS,
      fedcm: settings.FEDCM,
    }),
    adapter,
  );
  const connecting = {
    codes: features.codes,
    openHead: heads.openHead,
    isRegistered: projects.isRegistered,
    mainProfile: features.accounts.mainProfile,
    ...features.sessions,
  };
  if (settings.FEDCM) mountFedcm(app, { ...connecting, log, limits, baseUrl: settings.baseUrl });
  mountImages(app, images, { visitorOf: around.visitorOf, manages: projects.manages });
  const pinned = await mountEmbedFiles(app, pinnedCopies(store.db), { dist, ...naming });
  mountReference(app, naming);
  app.use(
    '/assets',
    express.static(join(dist, 'client', 'assets'), { immutable: true, maxAge: '1y', index: false }),
  );
  app.use('/docs/pictures', express.static(join(dist, 'client', 'docs'), { maxAge: '1h', index: false }));
  mountPages(
    app,
    {
      ...ownerPages({
        serviceName: naming.serviceName,
        retentionDays: settings.ANONYMOUS_RETENTION_DAYS,
        pinned,
      }),
      ...referencePages({ ...naming, limits: limits.described, openFinder: settings.OPEN_FINDER }),
      ...finderPages(finder),
      ...projectPages(
        projects,
        {
          ...statsStore(store),
          dropTests: events.dropTests,
          pictureSize: images.size,
          imageState: imageState(images),
          startNotice: startNoticeFor(preregistering),
          waiting: features.startNotices.count,
        },
        settings,
      ),
      ...imagePages(images, projects),
      ...preregistrationPages(preregistering),
      ...signInPages({ ...features, serviceName: settings.SERVICE_NAME }),
      ...mePages({ ...features, db: store.db, headOf: heads.headOf }),
      ...connectPages(connecting),
      ...confirmPages({ ...features, ...connecting }),
      ...mailChoices(features.mailBlocks, features.mailSeal, keyed, async (digest, now) => {
        const profile = await profiles.find(digest);
        if (profile) await grants.revokeMailed(profile.profile_id, now);
      }),
    },
    around,
  );
  if (!settings.isProduction) mountDevelopment(app, features, around, demonstration);
  mountHealth(app, features);
  mountNotFound(app, around);
  return app;
}

/** The outbox and the demonstration: for this machine's own browsers only. */
function mountDevelopment(
  app: Express,
  features: Features,
  around: Site,
  demonstration: Demonstration | undefined,
): void {
  app.use(['/dev', '/demo'], (request, _response, next) =>
    isFromThisMachine(request) ? next() : next(new Refusal('not_found', 'There is nothing at this address.')),
  );
  mountPages(app, outboxPages(features.mail), around);
  if (demonstration) mountPartner(app, demonstration, features.settings);
}

function pageRenderer(dist: string): Site['render'] {
  const shell = readFileSync(join(dist, 'client', 'index.html'), 'utf8');
  return (page, frame, path) => renderPage(shell, page, frame, path);
}
