/** The pages of our own site: their visitors, the forms that they send, and the headers of HTML replies. */
import type { Express, NextFunction, Request, RequestHandler, Response } from 'express';
import type { Frame, Page } from '../../src/contract/pages.ts';
import type { Tables } from '../db/schema.ts';
import { readFields, readForm, smallBytes } from './bodies/body.ts';
import type { Limits } from '../limits/limits.ts';
import type { Log } from '../log.ts';
import { popup, usual } from './page-headers.ts';
import { Refusal } from './refusal.ts';
import { failureOf } from './reply.ts';
import { refusalIn } from '../text/languages.ts';
import { toldOfChanges } from './changed-meanwhile.ts';
import { type LanguageHeaders, languageOfRequest } from './chosen-language.ts';
import { type FormFields, formOf, type SentForm } from './bodies/form-fields.ts';
import { route } from './load/current-routes.ts';
import { type SavedFile, sendSavedFile } from './saved-file.ts';
import { sendText } from './public-file.ts';
import { sendFile, type WholeFile } from './send-file.ts';
import { uploadReader } from './bodies/uploads.ts';

/** `since`: when they signed in. */
export type Visitor = {
  accountId: number;
  name: string;
  role: Tables['accounts']['role'];
  /** The time zone of their days; absent until their browser or they have named it. */
  zone?: string;
  session: string;
  since: number;
};

export type Visit = SentForm & {
  now: number;
  ip: string;
  /** Path and query as requested, without a key. */
  path: string;
  params: Record<string, string>;
  query: FormFields;
  /** The file of a form that takes one (`fileField` of its row). */
  file?: Buffer;
  visitor: Visitor | undefined;
  /** The User-Agent header: any text. */
  userAgent: string | undefined;
  /** As they were sent: for a cookie that is not the session's. */
  cookies: string | undefined;
  /** The Accept-Language header: any text. */
  languages: string | undefined;
  /** The language of the service, where these name none that there is. */
  fallback: string;
  /** The language of the page, if it is one of those that are translated. */
  lang: string;
};

/** Reads from the address what was done, for a page that says so: one of its own deeds, or nothing. */
export function doneIn<Deed extends string>(
  { query }: Pick<Visit, 'query'>,
  deeds: readonly Deed[],
): { done?: Deed } {
  const done = deeds.find((deed) => deed === query['done']);
  return done === undefined ? {} : { done };
}

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
export type PageHandler = (visit: Visit) => Promise<PageAnswer> | PageAnswer;

/** A page or form that needs more than its handler. */
type PageRow = {
  answer: PageHandler;
  /** Sent by mail programs (RFC 8058): the address holds the permission, and cookies count for nothing. */
  oneClick?: true;
  /**
   * The window that shows the reply keeps its connection to the page that opened it (Cross-Origin-Opener-Policy). Any
   * site can open one of our pages in a window and see whether the policy has cut that window off. So it depends on the
   * address alone, never on the visitor: otherwise the site could learn whether the visitor is signed in.
   */
  keepsOpener?: true | ((query: FormFields) => boolean);
  /** The field of the form that takes a file. */
  fileField?: string;
  /** Of the form, where it takes more than usual. */
  maxBytes?: number;
};

/**
 * All pages and forms of a feature, by method and path. Who may use one is said by the function around its handler:
 * `signedIn`, `forOperators`, `operatorForm`; `keepsText` keeps what was typed when the session has ended.
 */
export type PageHandlers = Record<string, PageHandler | PageRow>;

export type SiteDeps = {
  log: Log;
  baseUrl: string;
  limits: Pick<Limits, 'ofPage'>;
  /** Renders the document of a page; implemented in src/pages. */
  render: (page: Page, frame: Frame, path: string) => string;
  frame: Omit<Frame, 'visitor'>;
  /** Of visitors who name none that there is. */
  language: string;
  visitorOf: (cookies: string | undefined, now: number) => Promise<Visitor | undefined>;
};

type PostedForm = SentForm & Pick<Visit, 'file'>;

export function mountPages(app: Express, handlers: PageHandlers, site: SiteDeps, maxBytes?: number): void {
  const readUpload = uploadReader();
  for (const [name, given] of Object.entries(handlers)) {
    const row = typeof given === 'function' ? { answer: given } : given;
    const [method, path] = name.split(' ') as ['GET' | 'POST', string];
    const read = async (request: Request): Promise<PostedForm> => {
      if (row.fileField === undefined) return formOf(await readFields(request, row.maxBytes ?? maxBytes));
      const { fields, ...sent } = await readUpload(request, row.fileField, maxBytes ?? smallBytes);
      return { ...formOf(fields), ...sent };
    };
    const respond = pageResponder(name, row, site, read);
    if (method === 'GET') app.get(path, pageHeaders(row), respond);
    else app.post(path, pageHeaders(row), respond);
  }
}

const pageHeaders =
  ({ keepsOpener }: PageRow): RequestHandler =>
  (request, response, next) => {
    const isKept = typeof keepsOpener === 'function' ? keepsOpener(queryOf(request)) : keepsOpener;
    (isKept ? popup : usual)(request, response, next);
  };

const sentLanguages = ({ headers }: Request, { language }: SiteDeps): LanguageHeaders => ({
  cookies: headers.cookie,
  languages: headers['accept-language'],
  fallback: language,
});

const queryOf = ({ originalUrl }: Request): FormFields => {
  const mark = originalUrl.indexOf('?');
  return formOf(mark < 0 ? {} : readForm(originalUrl.slice(mark + 1))).fields;
};

function pageResponder(
  name: string,
  { answer: handle, oneClick }: PageRow,
  site: SiteDeps,
  readPosted: (request: Request) => Promise<PostedForm>,
): RequestHandler {
  const { enter, run, leave } = route(name);
  const answer = async (request: Request): Promise<{ answer: PageAnswer; visit: Visit }> => {
    const now = Date.now();
    const isPost = request.method === 'POST';
    site.limits.ofPage(request.ip ?? '', now);
    if (isPost && !oneClick) mustBeOurForm(request, site.baseUrl);
    const query = queryOf(request);
    const posted = isPost ? await readPosted(request) : formOf({});
    const sent = sentLanguages(request, site);
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
    const answered = async () => handle(visit);
    return { answer: isPost ? await toldOfChanges(visit, answered) : await answered(), visit };
  };

  return (request: Request, response: Response, next: NextFunction) => {
    enter();
    answer(request)
      .then(async ({ answer: answered, visit }) => {
        run();
        await sendAnswer(response, answered, visit, site);
        site.log.info({ row: name, status: response.statusCode });
      })
      .catch((error: unknown) => sendProblem(request, response, error, name, site))
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
  const pairs = query.split('&').filter((pair) => !/^key(=|$)/i.test(pair));
  return pairs.length > 0 ? `${path}?${pairs.join('&')}` : path;
}

/** Refuses a form that another site sent, whatever cookie came with it. */
function mustBeOurForm(request: Request, baseUrl: string): void {
  const isOurs = request.headers['sec-fetch-site'] === 'same-origin' || request.headers.origin === baseUrl;
  if (!isOurs)
    throw new Refusal(
      'foreign_form',
      'This form was sent from another site; open the page here and try again.',
    );
}

const shownOf = ({ name, role, zone }: Visitor): Frame['visitor'] => ({ name, role, ...(zone && { zone }) });

async function sendAnswer(
  response: Response,
  answer: PageAnswer,
  { visitor, path, lang }: Pick<Visit, 'visitor' | 'path' | 'lang'>,
  site: SiteDeps,
): Promise<void> {
  response.setHeader('Cache-Control', 'no-store');
  if (answer.headers) response.set(answer.headers);
  if ('json' in answer) response.json(answer.json);
  else if ('file' in answer) sendSavedFile(response, answer, site.log);
  else if ('content' in answer) await sendFile(response, answer);
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
      ...(visitor && { visitor: shownOf(visitor) }),
    };
    response.status(answer.status ?? 200);
    await sendText(response, 'html', site.render(answer, frame, path));
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
  const lang = languageOfRequest(sentLanguages(request, site), { next: request.originalUrl });
  const { status } = refusal;
  if (refusal.retryAfter) response.setHeader('Retry-After', refusal.retryAfter);
  // While the database is away, the visitor is not known; the error page is shown all the same. For a visitor beyond
  // the rate limit, the database is not queried.
  const visitor =
    refusal.code === 'too_many'
      ? undefined
      : await site.visitorOf(request.headers.cookie, Date.now()).catch(() => undefined);
  await sendAnswer(
    response,
    {
      name: 'problem',
      title: status === 404 ? 'Not found' : 'Something went wrong',
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
