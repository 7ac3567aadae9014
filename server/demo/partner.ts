/**
 * The demonstration's partner site: a small project with a site of its own, where the message appears as it does on
 * other people's pages. It knows the service only by its address, like any other site.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import { reservedStyle } from '../../src/embed-code/reserved-space.ts';
import { readFields } from '../http/bodies/body.ts';
import { Refusal } from '../http/refusal.ts';
import type { Settings } from '../settings.ts';
import { icon } from './partner-art.ts';
import {
  newVisit,
  readAddress,
  readBirdCount,
  readPondNote,
  type BirdCount,
  type Faults,
  type PondNote,
} from './partner-forms.ts';
import { problemPage, type PartnerSite } from './partner-frame.ts';
import { mountGold } from './partner-gold.ts';
import { frontPage } from './partner-front.ts';
import { bronzePage, silverPage } from './partner-pages.ts';
import { finderRoom, projectsPage, widgetIn } from './partner-projects.ts';
import { bronzeThanks, silverThanks } from './partner-thanks.ts';
import { shownIn, thanksAddress, unknownVisit, visitCache } from './partner-visits.ts';
import { type Demonstration, goldCallback } from './seed.ts';
import type { PartnerReport } from './service-calls.ts';
import { silverSite } from './silver.ts';

export function mountPartner(app: Express, demonstration: Demonstration, settings: Settings): void {
  const { origin, bronze, silver, gold, key, client } = demonstration;
  const { baseUrl, SERVICE_NAME: serviceName, SERVICE_SLUG: slug } = settings;
  const site: PartnerSite = {
    serviceName,
    baseUrl,
    slug,
    origin,
    bronze,
    silver,
    gold,
    policy: policyFor(baseUrl),
  };
  const router = express.Router();
  router.use(atItsOwnHost(origin), headers(site.policy), fromItsOwnForms(origin));
  router.get('/style.css', (_request, response) => void response.type('css').send(readStyle()));
  router.get('/icon.svg', (_request, response) => void response.type('svg').send(icon));
  router.get('/', (_request, response) => void response.send(frontPage(site)));
  router.get('/projects', (request, response) => {
    response.send(projectsPage(site, widgetIn(request.query['widget'])));
  });
  mountBronze(router, site);
  mountSilver(router, site, key);
  mountGold(router, site, {
    baseUrl,
    serviceName,
    key,
    projectId: gold,
    callback: `${origin}${goldCallback}`,
    ...client,
  });
  router.use(() => {
    throw nothingHere();
  });
  router.use((error: unknown, _request: Request, response: Response, next: NextFunction) => {
    if (!(error instanceof Refusal)) next(error);
    else {
      const title = error.status === 404 ? 'There is nothing here' : 'Something went wrong';
      response
        .status(error.status)
        .type('html')
        .send(problemPage(site, title, error.message));
    }
  });
  app.use('/demo', router);
}

function mountBronze(router: express.Router, site: PartnerSite): void {
  const visits = visitCache<BirdCount>();
  router.get('/bronze', (_request, response) => {
    response.send(bronzePage(site, { visit: newVisit(), typed: {}, faults: {} }));
  });
  router.post('/bronze/thanks', async (request, response) => {
    const { read, ...filled } = readBirdCount(await readFields(request));
    if (!read) return void response.status(422).send(bronzePage(site, filled));
    const count = visits.keep(filled.visit, read);
    response.redirect(303, thanksAddress('bronze', filled.visit, count, read));
  });
  router.get('/bronze/thanks', (request, response) => {
    const shown = shownIn(request);
    const count = visits.find(shown.visit);
    if (!count) throw unknownVisit();
    response.send(bronzeThanks(site, shown, count));
  });
}

function mountSilver(router: express.Router, site: PartnerSite, key: string): void {
  const { baseUrl, serviceName, silver: projectId } = site;
  const { report, tokenOf } = silverSite({ baseUrl, serviceName, key, projectId });
  const visits = visitCache<{ note: PondNote; reporting: Promise<PartnerReport> }>();

  const show = async (request: Request, response: Response, visit: string, faults: Faults, status = 200) => {
    const entry = visits.find(visit);
    if (!entry) throw unknownVisit();
    const known = await entry.reporting;
    const shown = { visit, isRepeat: shownIn(request).isRepeat, note: entry.note, faults, report: known };
    response.status(status).send(silverThanks(site, { ...shown, token: await tokenOf(known, Date.now()) }));
  };

  router.get('/silver', (_request, response) => {
    response.send(silverPage(site, { visit: newVisit(), typed: {}, faults: {} }));
  });
  router.post('/silver/thanks', async (request, response) => {
    const { read, address, ...filled } = readPondNote(await readFields(request));
    if (!read) return void response.status(422).send(silverPage(site, filled));
    const { visit } = filled;
    // A second click waits for the report of the first.
    const entry =
      visits.find(visit) ??
      visits.keep(visit, { note: read, reporting: report(visit, read, address, Date.now()) });
    await entry.reporting;
    response.redirect(303, thanksAddress('silver', visit, entry.note, read));
  });
  router.post('/silver/again', async (request, response) => {
    const { visit, address, faults } = readAddress(await readFields(request));
    const entry = visits.find(visit);
    if (!visit || !entry) throw unknownVisit();
    if (faults['email']) return show(request, response, visit, faults, 422);
    if ((await entry.reporting).problem !== undefined) {
      entry.reporting = report(visit, entry.note, address, Date.now());
      await entry.reporting;
    }
    response.redirect(303, thanksAddress('silver', visit, entry.note, entry.note));
  });
  router.get('/silver/thanks', (request, response) => show(request, response, shownIn(request).visit, {}));
}

const nothingHere = () =>
  new Refusal('not_found', 'This site has a start page, three forms and a list of projects.');
const hashOf = (style: string) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`;

const policyFor = (baseUrl: string) =>
  [
    "default-src 'none'",
    // The rooms in the snippets are the only inline styles.
    `style-src 'self' 'unsafe-hashes' ${[reservedStyle, finderRoom].map(hashOf).join(' ')}`,
    // The finder's pictures come from the service.
    `img-src 'self' data: ${baseUrl}`,
    `script-src ${baseUrl}`,
    `connect-src ${baseUrl}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Headers as a careful owner sets them. No opener policy: the message's window must find its way back to the page. */
const headers = (policy: string) => (_request: Request, response: Response, next: NextFunction) => {
  response.set({
    'Content-Security-Policy': policy,
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
    'Content-Type': 'text/html; charset=utf-8',
  });
  next();
};

/** At the service's own host, this would be the same site for a browser, and would demonstrate nothing. */
const atItsOwnHost = (origin: string) => (request: Request, response: Response, next: NextFunction) => {
  if (request.headers.host === new URL(origin).host) return next();
  const { pathname, search } = new URL(request.originalUrl, origin);
  const isForm = request.method === 'POST';
  response.redirect(isForm ? 303 : 302, isForm ? `${origin}/demo/` : `${origin}${pathname}${search}`);
};

/** A foreign page must not be able to use this site's key. Programs send no Origin. */
const fromItsOwnForms = (origin: string) => (request: Request, _response: Response, next: NextFunction) => {
  const from = request.headers.origin;
  const isForeign = request.method === 'POST' && from !== undefined && from !== origin;
  next(isForeign ? new Refusal('foreign_form', 'This form was sent from another site.') : undefined);
};

/** The same file from the sources and from the build. */
const readStyle = () =>
  readFileSync(fileURLToPath(new URL('../../server/demo/partner.css', import.meta.url)), 'utf8');
