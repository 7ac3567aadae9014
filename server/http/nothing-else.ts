/** The last of the routes: what no other answered, and what went wrong before one could. */
import type { Express, NextFunction, Request, Response } from 'express';
import { isAway, storeAway } from '../db/store.ts';
import { notText } from './decode-text.ts';
import { requestId } from './log.ts';
import { sendProblem, usual, type Site } from './pages.ts';
import { Refusal, refusalBody } from './refusal.ts';

/** Only programs ask here, whatever they accept. */
const programs = /^\/(?:(?:api|embed|fedcm|static|token)\b|finder\/|\.well-known\/)/;
/** Programs and browsers ask here: old clients of the service for what is not in this version. */
const both = /^\/(widget|authorize)\b/;
const oauth =
  /^\/(authorize|token|api\/user_(info|data)|\.well-known\/(openid-configuration|oauth-authorization-server))\/?$/;

/** Who accepts anything gets JSON where programs ask, and a page elsewhere; a browser names HTML first. */
const isForProgram = (request: Request) =>
  programs.test(request.path) ||
  request.accepts(both.test(request.path) ? ['json', 'html'] : ['html', 'json']) === 'json';

/** What no route answered, and what went wrong before one could: JSON for programs, a page for people. */
export function mountNothingElse(app: Express, around: Site): void {
  const nothing = new Refusal(
    'not_found',
    'There is nothing at this address; /docs/api lists what there is.',
  );
  const noOAuth = new Refusal(
    'not_found',
    'Authorization by OAuth is not in this version; /docs/gold says what to use meanwhile, and /docs/api lists what there is.',
  );
  const answer = (error: unknown, request: Request, response: Response) => {
    if (isForProgram(request)) {
      const refusal = error instanceof Refusal ? error : isAway(error) ? storeAway() : undefined;
      const id = refusal && refusal.status < 500 ? undefined : requestId();
      if (id) around.log.error({ row: 'none', request_id: id, err: error });
      response
        .status(refusal?.status ?? 500)
        .set({
          'Cache-Control': 'no-store',
          'Referrer-Policy': 'no-referrer',
          'X-Content-Type-Options': 'nosniff',
        })
        .json(refusalBody(refusal, id));
    } else usual(request, response, () => void sendProblem(request, response, error, 'none', around));
  };
  app.use((request: Request, response: Response) => {
    const isApi = isForProgram(request);
    if (!isApi) around.limits.ofPage(request.ip ?? '', Date.now());
    const page = new Refusal('not_found', 'There is nothing at this address.');
    answer(oauth.test(request.path) ? noOAuth : isApi ? nothing : page, request, response);
  });
  app.use((error: unknown, request: Request, response: Response, next: NextFunction) => {
    if (response.headersSent) next(error);
    else {
      // Express refuses an address that is not percent-encoded text; that is the caller's.
      const isUnreadable = error instanceof URIError;
      answer(isUnreadable ? notText('address') : error, request, response);
    }
  });
}
