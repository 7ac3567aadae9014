/** A request as oidc-provider gets it: read once by us, and said in the one way that it takes. */
import type { IncomingMessage } from 'node:http';
import { parse, stringify } from 'node:querystring';
import type { Request } from 'express';
import { authorizePath, type Scope } from '../../src/contract/api/user-info.ts';
import { readBody } from '../http/bodies/body.ts';
import { badField, Refusal } from '../http/refusal.ts';
import type { Client } from './clients.ts';
import { cookieNames, routes } from './paths.ts';
import { type RequestFacts, sessionName, setFacts } from './request-facts.ts';

/** A name that comes twice is a list: RFC 6749 (3.1) has such a request refused. */
export type FormParameters = Record<string, string | string[]>;

export const queryOf = ({ originalUrl }: Request): FormParameters =>
  readPairs(originalUrl.split(/\?(.*)/s)[1] ?? '');

/** Reads a posted form; JSON is taken for one as well. */
export async function readForm(request: Request): Promise<FormParameters> {
  const { bytes, type } = await readBody(request);
  const text = Buffer.from(bytes).toString();
  return /^application\/json/i.test(type) ? readJson(text) : readPairs(text);
}

function readJson(text: string): FormParameters {
  try {
    const pairs = Object.entries(JSON.parse(text) as object);
    const texts = pairs.filter((pair): pair is [string, string] => typeof pair[1] === 'string');
    // Half a surrogate pair, which JSON can name, has no percent-encoding.
    return Object.fromEntries(texts.map((pair) => pair.map((part) => part.toWellFormed())) as typeof texts);
  } catch {
    throw new Refusal('unreadable', 'The body is not readable as JSON.');
  }
}

/** An empty value counts as absent: some clients name every field. */
const readPairs = (text: string): FormParameters =>
  Object.fromEntries(
    Object.entries(parse(text)).filter((pair): pair is [string, string | string[]] => Boolean(pair[1])),
  );

const defaultScope: Scope = 'login';

/** Characters of a request that is stored until its person has answered; proxies refuse longer addresses, too. */
const maxOfRequest = 2_000;
const maxOfState = 1_000;

/** The first request: without a scope it asks for `login`; only a legacy client may omit the redirect address. */
export function readAsked(form: FormParameters, client: Client | undefined): FormParameters {
  mustBeShort(form);
  if (form['request_uri'] !== undefined) return form;
  if (client && !client.isLegacy && form['redirect_uri'] === undefined)
    throw badField('redirect_uri', 'is required: send one that is registered for this client');
  const mode = form['response_mode'];
  // By a form or in the fragment the code would go through scripts, of ours or of the page it ends on. The library would
  // refuse in the mode that was asked for; it refuses a name that it does not know in the query, with the state.
  const isRefused = typeof mode === 'string' && mode !== 'query';
  return { scope: defaultScope, ...form, ...(isRefused && { response_mode: 'unsupported' }) };
}

function mustBeShort(form: FormParameters): void {
  if (stringify(form).length > maxOfRequest)
    throw new Refusal('too_large', `The parameters have more than ${maxOfRequest} characters together.`);
  if (String(form['state'] ?? '').length > maxOfState)
    throw badField('state', `has more than ${maxOfState} characters: keep the rest at your site`);
}

/**
 * The address of the same request by GET. OpenID Connect Core (3.1.2.1) wants posted requests read as well, but a
 * form of another site comes without our session's cookie (SameSite=Lax), and the redirect brings it.
 */
export function asGet(form: FormParameters): string {
  mustBeShort(form);
  return `${authorizePath}?${stringify(form)}`;
}

/** Whether a path is one where an authorization begins. */
export const beginsAuthorization = (path: string): boolean =>
  [authorizePath, routes.pushed_authorization_request].includes(path.replace(/\/$/, ''));

export const isTokenRequest = (path: string): boolean => path.replace(/\/$/, '') === routes.token;

/** The library makes addresses of the Host header, and sees which session is ours by a cookie of its own. */
export function libraryRequest(
  request: Request,
  { host, protocol }: Pick<URL, 'host' | 'protocol'>,
  facts: RequestFacts,
  form: FormParameters | undefined,
): IncomingMessage {
  const isPost = request.method === 'POST';
  const body = Buffer.from(isPost ? stringify(form) : '');
  const path = request.path.replace(/(?<=.)\/$/, '');
  const session = facts.visitor && `${cookieNames.session}=${sessionName(facts.visitor.session)}`;
  const incoming = {
    // Its body in one piece: a stream costs more than all our own checks.
    readable: true,
    iterator: () => [body],
    method: request.method,
    url: isPost || !form ? path : `${path}?${stringify(form)}`,
    socket: request.socket,
    httpVersion: request.httpVersion,
    headers: {
      ...request.headers,
      host,
      'x-forwarded-proto': protocol.slice(0, -1),
      'x-forwarded-host': undefined,
      cookie: [ownCookies(request.headers.cookie), session].filter(Boolean).join('; '),
      'transfer-encoding': undefined,
      'content-length': String(body.length),
      'content-type': isPost ? 'application/x-www-form-urlencoded' : undefined,
    },
  } as unknown as IncomingMessage;
  setFacts(incoming, facts);
  return incoming;
}

/** The value of the cookie that holds the request under way, which only the browser that began it has. */
export const cookieValue = (cookies: string | undefined, name: string): string | undefined =>
  cookies
    ?.split(/; */)
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);

const ownCookies = (cookies: string | undefined): string =>
  [cookieNames.interaction, cookieNames.resume]
    .flatMap((name) => {
      const value = cookieValue(cookies, name);
      return value === undefined ? [] : [`${name}=${value}`];
    })
    .join('; ');
