/** The routes of the gold project, and its own small accounts: a cookie, and what is known of the browser behind it. */
import { randomUUID } from 'node:crypto';
import type { Request, Response, Router } from 'express';
import { readFields } from '../http/bodies/body.ts';
import { type GoldAccess, goldSite, type Leaving } from './gold.ts';
import { isVisit, type MothCount, newVisit, readMothCount } from './partner-forms.ts';
import type { PartnerSite } from './partner-frame.ts';
import { goldPage, goldThanks } from './partner-gold-pages.ts';
import { shownIn, thanksAddress, unknownVisit, visitCache } from './partner-visits.ts';
import { type PartnerReport, ServiceRefused } from './service-calls.ts';

type PartnerAccount = { leaving?: Leaving; profileId?: number };

const cookieName = 'hedge_and_pond';

export function mountGold(router: Router, site: PartnerSite, access: GoldAccess): void {
  const gold = goldSite(access);
  const accounts = visitCache<PartnerAccount>();
  const visits = visitCache<{ count: MothCount; profileId: number; reporting: Promise<PartnerReport> }>();

  const accountOf = ({ headers }: Request): PartnerAccount | undefined => {
    const id = /(?:^|; *)hedge_and_pond=([^;]*)/.exec(headers.cookie ?? '')?.[1];
    return isVisit(id) ? accounts.find(id) : undefined;
  };
  const visitorOf = (request: Request) => {
    const profileId = accountOf(request)?.profileId;
    return profileId === undefined ? undefined : { profileId };
  };
  const empty = () => ({ visit: newVisit(), typed: {}, faults: {} });
  const showProblem = (request: Request, response: Response, problem: string) =>
    response.status(400).send(goldPage(site, visitorOf(request), empty(), problem));

  router.get('/gold', (request, response) => {
    response.send(goldPage(site, visitorOf(request), empty()));
  });

  router.get('/gold/link', (_request, response) => {
    const { address, ...leaving } = gold.leave();
    const id = randomUUID();
    accounts.keep(id, { leaving });
    response.cookie(cookieName, id, { httpOnly: true, sameSite: 'lax', path: '/demo' });
    response.redirect(303, address);
  });

  router.get('/gold/callback', async (request, response) => {
    const account = accountOf(request);
    const { state, iss, code, error } = request.query;
    // The reply belongs to another browser, or comes from another authorization server (RFC 9700, 4.4 and 4.7).
    if (!account?.leaving || state !== account.leaving.state || iss !== site.baseUrl)
      return void showProblem(request, response, 'That answer does not belong to this browser. Try again.');
    const { leaving } = account;
    delete account.leaving;
    if (error !== undefined || typeof code !== 'string')
      return void showProblem(
        request,
        response,
        'You did not link your profile. Nothing was shared with us.',
      );
    try {
      account.profileId = await gold.profileOf(code, leaving);
    } catch (failed) {
      if (!(failed instanceof ServiceRefused)) throw failed;
      return void showProblem(request, response, `Something went wrong: ${failed.message}.`);
    }
    response.redirect(303, '/demo/gold');
  });

  router.post('/gold/unlink', (request, response) => {
    delete accountOf(request)?.profileId;
    response.redirect(303, '/demo/gold');
  });

  router.post('/gold/thanks', async (request, response) => {
    const visitor = visitorOf(request);
    const { read, ...filled } = readMothCount(await readFields(request));
    if (!visitor || !read) return void response.status(422).send(goldPage(site, visitor, filled));
    const { profileId } = visitor;
    const entry =
      visits.find(filled.visit) ??
      visits.keep(filled.visit, {
        count: read,
        profileId,
        reporting: gold.report(filled.visit, read, profileId, Date.now()),
      });
    await entry.reporting;
    response.redirect(303, thanksAddress('gold', filled.visit, entry.count, read));
  });

  router.get('/gold/thanks', async (request, response) => {
    const shown = shownIn(request);
    const entry = visits.find(shown.visit);
    // The page names a participant: only their own browser sees it.
    if (!entry || entry.profileId !== visitorOf(request)?.profileId) throw unknownVisit();
    const report = await entry.reporting;
    const token = await gold.tokenOf(report, Date.now());
    response.send(goldThanks(site, { ...shown, count: entry.count, report, token }));
  });
}
