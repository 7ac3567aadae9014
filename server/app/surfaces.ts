/**
 * Settings that every kind of route needs: the names of the service, its limits, its projects' titles, and its site.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addLanguage, languageNames, pageLanguage, renderPage } from '#pages';
import { withRest } from '../operating/own-words.ts';
import { shareCounts } from '../limits/shared-rates.ts';
import type { Demonstration } from '../demo/seed.ts';
import type { Limits } from '../limits/limits.ts';
import type { SiteDeps } from '../http/pages.ts';
import { ownLinks } from '../operating/own-pages.ts';
import { projectSummaries } from '../projects/summaries.ts';
import type { Naming } from '../reference/openapi.ts';
import type { Features } from './features.ts';
import { type PageReader, pageReader } from './page-reader.ts';

export type Surfaces = {
  features: Features;
  /** The folder of the build. */
  dist: string;
  naming: Naming;
  limits: Limits;
  heads: ReturnType<typeof projectSummaries>;
  site: SiteDeps;
  pageReader: PageReader;
};

export function surfaces(
  features: Features,
  dist: string,
  demonstration: Demonstration | undefined,
): Surfaces {
  const { settings, log, store, limits, storing, projects, sessions } = features;
  for (const [lang, { words }] of settings.ownWords)
    addLanguage(lang, withRest(words, pageLanguage(lang).words));
  const naming = {
    baseUrl: settings.baseUrl,
    serviceName: settings.SERVICE_NAME,
    slug: settings.SERVICE_SLUG,
  };
  if (store.engine === 'postgres') shareCounts(store.db, [...limits.counts, ...storing.counts], log);
  const site: SiteDeps = {
    log,
    baseUrl: naming.baseUrl,
    limits,
    render: pageRenderer(dist),
    visitorOf: sessions.visitor,
    language: settings.DEFAULT_LANGUAGE,
    frame: {
      ...naming,
      ownPages: ownLinks(settings.ownPages),
      languages: languageNames(),
      ...(demonstration && { development: { demo: demonstration.address } }),
    },
  };
  const heads = projectSummaries(projects, naming.baseUrl);
  return { features, dist, naming, limits, heads, site, pageReader: pageReader() };
}

function pageRenderer(dist: string): SiteDeps['render'] {
  const shell = readFileSync(join(dist, 'client', 'index.html'), 'utf8');
  return (page, frame, path) => renderPage(shell, page, frame, path);
}
