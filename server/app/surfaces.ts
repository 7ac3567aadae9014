/**
 * Settings that every kind of route needs: the names of the service, its limits, its projects' titles, and its site.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderPage } from '#pages';
import { shareCounts } from '../limits/shared-rates.ts';
import type { Demonstration } from '../demo/seed.ts';
import { makeLimits, type Limits } from '../limits/limits.ts';
import type { SiteDeps } from '../http/pages.ts';
import { ownLinks } from '../own-pages.ts';
import { projectSummaries } from '../projects/summaries.ts';
import type { Naming } from '../reference/openapi.ts';
import type { Features } from './features.ts';

export type Surfaces = {
  features: Features;
  /** The folder of the build. */
  dist: string;
  naming: Naming;
  limits: Limits;
  heads: ReturnType<typeof projectSummaries>;
  site: SiteDeps;
};

export function surfaces(
  features: Features,
  dist: string,
  demonstration: Demonstration | undefined,
): Surfaces {
  const { settings, log, store, keyed, projects, sessions } = features;
  const naming = {
    baseUrl: settings.baseUrl,
    serviceName: settings.SERVICE_NAME,
    slug: settings.SERVICE_SLUG,
  };
  const limits = makeLimits(settings, keyed);
  if (store.engine === 'postgres') shareCounts(store.db, limits.counts, log);
  const site: SiteDeps = {
    log,
    baseUrl: naming.baseUrl,
    limits,
    render: pageRenderer(dist),
    visitorOf: sessions.visitor,
    frame: {
      ...naming,
      ownPages: ownLinks(settings.ownPages),
      ...(demonstration && { development: { demo: demonstration.address } }),
    },
  };
  return { features, dist, naming, limits, heads: projectSummaries(projects, naming.baseUrl), site };
}

function pageRenderer(dist: string): SiteDeps['render'] {
  const shell = readFileSync(join(dist, 'client', 'index.html'), 'utf8');
  return (page, frame, path) => renderPage(shell, page, frame, path);
}
