/** The last route: addresses that no other route matched, and errors that occurred before a route was found. */
import type { Express, NextFunction, Request, Response } from 'express';
import { notText } from './bodies/decode-text.ts';
import { usual } from './page-headers.ts';
import { sendProblem, type SiteDeps } from './pages.ts';
import { Refusal } from './refusal.ts';
import { failureOf, sendRefusal } from './reply.ts';

export type ProgramPaths = {
  /** Addresses that only programs request, whatever they accept. */
  programs: RegExp;
  /** Addresses that programs and browsers request. */
  both: RegExp;
  /** The page that lists the addresses for programs. */
  reference: string;
};

/**
 * JSON for programs, a page for people. A client that accepts anything gets JSON at addresses for programs, and a page
 * at others; a browser names HTML first.
 */
export function mountNotFound(
  app: Express,
  site: SiteDeps,
  { programs, both, reference }: ProgramPaths,
): void {
  const isForProgram = (request: Request) =>
    programs.test(request.path) ||
    request.accepts(both.test(request.path) ? ['json', 'html'] : ['html', 'json']) === 'json';
  const nothingAt = (request: Request) => {
    const hint = isForProgram(request) ? `; ${reference} lists what there is.` : '.';
    return new Refusal('not_found', `There is nothing at this address${hint}`);
  };
  const answer = (error: unknown, request: Request, response: Response) => {
    if (isForProgram(request)) {
      const failure = failureOf(error, 'none', site.log);
      sendRefusal(response, failure);
      site.log.info({ row: 'none', status: failure.refusal.status });
    } else usual(request, response, () => void sendProblem(request, response, error, 'none', site));
  };
  app.use((request: Request, response: Response) => {
    if (!isForProgram(request)) site.limits.ofPage(request.ip ?? '', Date.now());
    answer(nothingAt(request), request, response);
  });
  // Express knows by the fourth parameter that this handles errors.
  app.use((error: unknown, request: Request, response: Response, _next: NextFunction) => {
    if (response.headersSent) {
      // Express would print the error itself, unredacted. The reply ends early, which its reader notices.
      site.log.error({ row: 'none', err: error });
      response.destroy();
    } else {
      // Express throws this for an address that is not percent-encoded text, which is the caller's fault.
      const isUnreadable = error instanceof URIError;
      answer(isUnreadable ? notText('address') : error, request, response);
    }
  });
}
