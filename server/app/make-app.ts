/** Creates the Express application with all routes, in the order in which they are tried. */
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import express, { type Express } from 'express';
import type { Demonstration } from '../demo/seed.ts';
import { openFinder } from '../finder/open.ts';
import { mountHealth } from '../process/health.ts';
import { mountMetrics } from '../process/metrics.ts';
import { mountNotFound } from '../http/not-found.ts';
import { mountPages } from '../http/pages.ts';
import { forEver, publicFile, sendPublicFile } from '../http/public-file.ts';
import { Refusal } from '../http/refusal.ts';
import { isFromThisMachine, newApp } from '../http/server.ts';
import { mountImages } from '../images/serve.ts';
import { draftCookie } from '../projects/adding/draft-cookie.ts';
import { outboxPages } from '../mail/outbox-pages.ts';
import { mountReference } from '../reference/document.ts';
import { mountEmbedFiles } from '../widgets/embed-files.ts';
import type { Tracing } from '../process/tracing.ts';
import { pinnedCopies } from '../widgets/pinned-copies.ts';
import { mountCalls } from './calls.ts';
import { oauthPages } from './oauth.ts';
import type { Features } from './features.ts';
import { mountSitePages } from './site-pages.ts';
import { surfaces, type Surfaces } from './surfaces.ts';

export type Build = {
  /** The folder of the build. */
  dist: string;
  demonstration: Demonstration | undefined;
  tracing: Tracing | undefined;
};

export async function makeApp(features: Features, { dist, demonstration, tracing }: Build): Promise<Express> {
  const { settings, store, images, projects } = features;
  const app = newApp(settings);
  // First, because they also measure the requests to all that follows.
  if (tracing) app.use(tracing.ofRequests);
  await mountMetrics(app, features);
  const shared = surfaces(features, dist, demonstration);
  const finder = openFinder(store, settings.baseUrl);

  // Before the API: trying its many paths takes longer than the rest of Express does for a token.
  const authorizing = oauthPages(app, shared, finder);
  mountCalls(app, shared, finder);
  const cookie = draftCookie(settings.baseUrl);
  mountImages(app, images, {
    visitorOf: shared.site.visitorOf,
    manages: projects.manages,
    holders: features.uploading.uploads.holders,
    isDraftOf: async (id, cookies, accountId) =>
      (await features.drafts.find(id, { accountId, holder: cookie.holderIn(cookies) })) !== undefined,
  });
  const pinned = await mountEmbedFiles(app, pinnedCopies(store.db), { dist, ...shared.naming });
  mountReference(app, { ...shared.naming, openFinder: settings.OPEN_FINDER });
  await mountAssets(app, join(dist, 'client'));
  mountPages(app, authorizing, shared.site);
  mountSitePages(app, shared, finder, pinned);
  if (!settings.isProduction) await mountDevelopment(app, shared, demonstration);
  mountHealth(app, features);
  mountNotFound(app, shared.site, programPaths);
  return app;
}

const programPaths = {
  programs: /^\/(?:(?:api|embed|fedcm|static|token|par|userinfo|\.well-known)(?:\/|$)|finder\/.)/,
  // Old clients of the service use them for features that this version lacks.
  both: /^\/widget(?:\/|$)/,
  reference: '/docs/api',
};

async function mountAssets(app: Express, folder: string): Promise<void> {
  const assets = join(folder, 'assets');
  const files = await Promise.all(
    (await readdir(assets)).map(
      async (name) => [name, publicFile(await readFile(join(assets, name)), name)] as const,
    ),
  );
  const byName = new Map(files);
  app.get('/assets/:file', async ({ params }, response, next) => {
    const file = byName.get(params.file);
    if (!file) return next();
    await sendPublicFile(response, file, { type: extname(params.file), cacheControl: forEver });
  });
  app.use('/docs/pictures', express.static(join(folder, 'docs'), { maxAge: '1h', index: false }));
}

/** Mounts the outbox and the demonstration, for browsers on this machine only. */
async function mountDevelopment(
  app: Express,
  { features, site }: Surfaces,
  demonstration: Demonstration | undefined,
): Promise<void> {
  app.use(['/dev', '/demo'], (request, _response, next) =>
    isFromThisMachine(request) ? next() : next(new Refusal('not_found', 'There is nothing at this address.')),
  );
  mountPages(app, outboxPages(features.mail), site);
  if (!demonstration) return;
  const { mountPartner } = await import('../demo/partner.ts');
  mountPartner(app, demonstration, features.settings);
}
