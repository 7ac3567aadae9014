/** The last of the routes: what no other answered, and what went wrong before one could. */
import type { Express, NextFunction, Request, Response } from 'express';
import { isAway, storeAway } from '../db/store.ts';
import { requestId } from './log.ts';
import { sendProblem, usual, type Site } from './pages.ts';
import { Refusal, refusalBody } from './refusal.ts';

/** What no route answered, and what went wrong before one could: JSON for programs, a page for people. */
export function mountNothingElse(app: Express, around: Site): void {
  const nothing = new Refusal(
    'not_found',
    'There is nothing at this address; /docs/api lists what there is.',
  );
  const answer = (error: unknown, request: Request, response: Response) => {
    const isProgram = /^\/(api|embed|fedcm|static|token|finder\/)/.test(request.path);
    if (isProgram) {
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
    const isForProgram = /^\/(api|embed|fedcm|static|token|finder)\b/.test(request.path);
    answer(
      isForProgram ? nothing : new Refusal('not_found', 'There is nothing at this address.'),
      request,
      response,
    );
  });
  app.use((error: unknown, request: Request, response: Response, next: NextFunction) => {
    if (response.headersSent) next(error);
    else {
      // Express refuses an address that is not percent-encoded text; that is the caller's.
      const isUnreadable = error instanceof URIError;
      answer(
        isUnreadable ? new Refusal('unreadable', 'The address is not readable.') : error,
        request,
        response,
      );
    }
  });
}
