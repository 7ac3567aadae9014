/** The pages of our own site: their visitors, the forms that they send, and the headers of HTML replies. */
import type { Express, NextFunction, Request, RequestHandler, Response } from 'express';
import type { Frame, Page } from '../../src/contract/pages.ts';
import type { Role } from '../db/account-schema.ts';
import { readFields, readForm, type RequestFields, smallBytes } from './body.ts';
import type { Limits } from '../limits/limits.ts';
import type { Log } from '../log.ts';
import { keepsOpener } from './opener-policy.ts';
import { popup, usual } from './page-headers.ts';
import { Refusal } from './refusal.ts';
import { failureOf } from './reply.ts';
import { refusalIn } from '../languages.ts';
import { type LanguageHeaders, languageOfRequest } from './chosen-language.ts';
import { route } from './current-routes.ts';
import { type SavedFile, sendSavedFile } from './saved-file.ts';
import { sendFile, type WholeFile } from './send-file.ts';
import { keepingForm } from './signed-out.ts';
import { uploadReader } from './uploads.ts';

/** `since`: when they signed in. */
export type Visitor = { accountId: number; name: string; role: Role; session: string; since: number };

export type Visit = {
  now: number;
  ip: string;
  /** Path and query as requested, without a key. */
  path: string;
  params: Record<string, string>;
  query: RequestFields;
  /** The fields of a posted form. */
  fields: RequestFields;
  /** The file of a form that takes one (`FormRules`). */
  file?: Buffer;
  visitor: Visitor | undefined;
  /** The User-Agent header: any text. */
  userAgent: string | undefined;
  /** As they were sent: for a cookie that is not the session's. */
  cookies: string | undefined;
  /** The Accept-Language header: any text. */
  languages: string | undefined;
  /** The language of the page, if it is one of those that are translated. */
  lang: string;
};

export type MoreHeaders = { headers?: Record<string, string | string[]> | undefined };
/** A page, a redirect (after a form), JSON for the page's own script, a file, or one to save. */
export type PageAnswer =
  | (Page & MoreHeaders)
  | ({ to: string } & MoreHeaders)
  | ({ json: object } & MoreHeaders)
  | (WholeFile & MoreHeaders)
  | SavedFile
  | WholeDocument;
/** HTML that is not a page of our site, with its own policy. */
type WholeDocument = {
  document: string;
  headers: Record<'Content-Security-Policy' | 'Origin-Agent-Cluster', string> & Record<string, string>;
  /** Any site may show it in a frame. */
  mayBeFramed?: true;
};
export type PageHandlers = Record<string, (visit: Visit) => Promise<PageAnswer> | PageAnswer>;

export type SiteDeps = {
  log: Log;
  baseUrl: string;
  limits: Pick<Limits, 'ofPage'>;
  /** Renders the document of a page; implemented in src/pages. */
  render: (page: Page, frame: Frame, path: string) => string;
  frame: Omit<Frame, 'visitor'>;
  visitorOf: (cookies: string | undefined, now: number) => Promise<Visitor | undefined>;
};

/** `maxBytes`: of posted forms, if they may be longer than usual; `fileOf`: by row, the field that takes a file. */
export type FormRules = { maxBytes?: number; fileOf?: Record<string, string> };

export function mountPages(
  app: Express,
  handlers: PageHandlers,
  site: SiteDeps,
  { maxBytes, fileOf = {} }: FormRules = {},
): void {
  const readUpload = uploadReader();
  for (const [row, handler] of Object.entries(handlers)) {
    const [method, path] = row.split(' ') as ['GET' | 'POST', string];
    const file = fileOf[row];
    const read = async (request: Request): Promise<Pick<Visit, 'fields' | 'file'>> =>
      file === undefined
        ? { fields: await readFields(request, maxBytes) }
        : readUpload(request, file, maxBytes ?? smallBytes);
    const respond = pageResponder(row, handler, site, read);
    if (method === 'GET') app.get(path, pageHeaders(path), respond);
    else app.post(path, pageHeaders(path), respond);
  }
}

const pageHeaders =
  (path: string): RequestHandler =>
  (request, response, next) => {
    const headers = keepsOpener(request.method, path, queryOf(request)) ? popup : usual;
    headers(request, response, next);
  };

const sentLanguages = ({ headers }: Request): LanguageHeaders => ({
  cookies: headers.cookie,
  languages: headers['accept-language'],
});

const queryOf = ({ originalUrl }: Request): RequestFields => {
  const mark = originalUrl.indexOf('?');
  return mark < 0 ? {} : readForm(originalUrl.slice(mark + 1));
};

function pageResponder(
  row: string,
  handler: PageHandlers[string],
  site: SiteDeps,
  readPosted: (request: Request) => Promise<Pick<Visit, 'fields' | 'file'>>,
): RequestHandler {
  const { enter, run, leave } = route(row);
  const answer = async (request: Request): Promise<{ answer: PageAnswer; visit: Visit }> => {
    const now = Date.now();
    const isPost = request.method === 'POST';
    site.limits.ofPage(request.ip ?? '', now);
    if (isPost && !oneClick.includes(row)) mustBeOurForm(request, site.baseUrl);
    const query = queryOf(request);
    const posted = isPost ? await readPosted(request) : { fields: {} };
    const sent = sentLanguages(request);
    const visit: Visit = {
      now,
      ip: request.ip ?? '',
      path: withoutKey(request.originalUrl),
      params: request.params as Record<string, string>,
      query,
      ...posted,
      visitor: await site.visitorOf(request.headers.cookie, now),
      userAgent: request.headers['user-agent'],
      ...sent,
      lang: languageOfRequest(sent, { ...query, ...posted.fields }),
    };
    run();
    const answered = async () => (await handler?.(visit)) as PageAnswer;
    return { answer: isPost ? await keepingForm(row, visit, answered) : await answered(), visit };
  };

  return (request: Request, response: Response, next: NextFunction) => {
    enter();
    answer(request)
      .then(({ answer: answered, visit }) => {
        run();
        sendAnswer(response, answered, visit, site);
        site.log.info({ row, status: response.statusCode });
      })
      .catch((error: unknown) => sendProblem(request, response, error, row, site))
      .catch(next)
      .finally(leave);
  };
}

/**
 * Removes a key from an address. A page repeats its own address, and a client that wanted JSON but did not say so may
 * have sent a key: no key is written into a page.
 */
function withoutKey(address: string): string {
  const [path = '', query] = address.split(/\?(.*)/s);
  if (query === undefined) return address;
  const kept = query.split('&').filter((pair) => !/^key(=|$)/i.test(pair));
  return kept.length > 0 ? `${path}?${kept.join('&')}` : path;
}

/** Sent by mail programs (RFC 8058); the address holds the permission, and cookies count for nothing. */
const oneClick = ['POST /unsubscribe/:token', 'POST /unsubscribe/status/:token'];

/** Refuses a form that another site sent, whatever cookie came with it. */
function mustBeOurForm(request: Request, baseUrl: string): void {
  const isOurs = request.headers['sec-fetch-site'] === 'same-origin' || request.headers.origin === baseUrl;
  if (!isOurs)
    throw new Refusal(
      'foreign_form',
      'This form was sent from another site; open the page here and try again.',
    );
}

function sendAnswer(
  response: Response,
  answer: PageAnswer,
  { visitor, path, lang }: Pick<Visit, 'visitor' | 'path' | 'lang'>,
  site: SiteDeps,
): void {
  response.setHeader('Cache-Control', 'no-store');
  if (answer.headers) response.set(answer.headers);
  if ('json' in answer) response.json(answer.json);
  else if ('file' in answer) sendSavedFile(response, answer, site.log);
  else if ('content' in answer) sendFile(response, answer);
  else if ('document' in answer) {
    if (answer.mayBeFramed) response.removeHeader('X-Frame-Options');
    response.type('html').send(answer.document);
  } else if ('to' in answer) {
    // No body: `redirect` writes one that depends on what the client accepts.
    response.status(303).location(answer.to).end();
  } else {
    const frame: Frame = {
      ...site.frame,
      lang,
      ...(visitor && { visitor: { name: visitor.name, role: visitor.role } }),
    };
    response
      .status(answer.status ?? 200)
      .type('html')
      .send(site.render(answer, frame, path));
  }
}

export async function sendProblem(
  request: Request,
  response: Response,
  error: unknown,
  row: string,
  site: SiteDeps,
): Promise<void> {
  const { refusal, requestId } = failureOf(error, row, site.log);
  const lang = languageOfRequest(sentLanguages(request), { next: request.originalUrl });
  const { status } = refusal;
  if (refusal.retryAfter) response.setHeader('Retry-After', refusal.retryAfter);
  // While the database is away, the visitor is not known; the error page is shown all the same. For a visitor beyond
  // the rate limit, the database is not queried.
  const visitor =
    refusal.code === 'too_many'
      ? undefined
      : await site.visitorOf(request.headers.cookie, Date.now()).catch(() => undefined);
  sendAnswer(
    response,
    {
      name: 'problem',
      title: status === 404 ? 'Not found' : 'That did not work',
      status,
      data: {
        status,
        message: refusalIn(lang, refusal),
        ...(requestId && { requestId }),
      },
    },
    { visitor, path: withoutKey(request.originalUrl), lang },
    site,
  );
  site.log.info({ row, status });
}
