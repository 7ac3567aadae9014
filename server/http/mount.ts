/** The generic adapter: a row of the contract and its handler become a route. */
import type { Express, NextFunction, Request, Response } from 'express';
import type { z } from 'zod';
import { callbackIn } from '../../src/contract/jsonp.ts';
import type { KeyScope, Operation } from '../../src/contract/index.ts';
import { authoriser, type ReadBody } from './authorise.ts';
import { fieldsOf, longBody, readBody, readForm, usualBytes, type Fields, type UnreadBody } from './body.ts';
import type { Log } from '../log.ts';
import type { Limits, RateHeaders } from '../limits/limits.ts';
import { otherMethods } from './other-methods.ts';
import { badFields, Refusal, refusalBody, type FieldFault } from './refusal.ts';
import { failureOf, jsonHeaders } from './reply.ts';
import { slugNames } from './slug-names.ts';
import { route } from './current-routes.ts';

/** Who holds the key of a request. */
export type Caller = { accountId: number; keyId: number; lineage: number };

/** What a handler may know of a request beside its fields. */
export type Facts = {
  now: number;
  ip: string;
  /** The Origin header: set by browsers, forgeable by servers. */
  origin: string | undefined;
  idempotencyKey: string | undefined;
  /** The API key of the Authorization header, where it has one. */
  bearer: string | undefined;
  /** A body that is too long to be read here, of an operation that reads its fields itself. */
  unread: UnreadBody | undefined;
};

type Input<O extends Operation> = O extends { ownReading: true } ? Fields : z.output<O['input']>;
type Format<O extends Operation> = O extends { formats: Record<string, infer F extends z.ZodObject> }
  ? F
  : never;
type Reply<O extends Operation> = z.input<O['reply'] | Format<O>> & { warnings?: string[] };
type Handler<O extends Operation> = (
  input: Input<O>,
  caller: O['auth'] extends 'key' ? Caller : undefined,
  facts: Facts,
) => Promise<Reply<O>> | Reply<O>;

/** A handler for every row of a table: one that is missing, or answers a wrong field, does not compile. */
export type Handlers<Table extends Record<string, Operation>> = { [Row in keyof Table]: Handler<Table[Row]> };

export type Adapter = {
  log: Log;
  /** The slug's aliases: `service_profile_id` is also answered as `<slug>_profile_id`. */
  slug: string;
  openFinder: boolean;
  limits: Limits;
  /** What more is wrong with fields that the contract refuses: a refusal names every fault at once. */
  furtherFaults: Record<string, (fields: Fields) => FieldFault[]>;
  callerOf: (key: string | undefined, scope: KeyScope | 'any', now: number) => Promise<Caller>;
};

export function mount<Table extends Record<string, Operation>>(
  app: Express,
  table: Table,
  handlers: Handlers<Table>,
  adapter: Adapter,
): void {
  for (const [row, operation] of Object.entries(table)) {
    const [method, path] = row.split(' ') as ['GET' | 'POST', string];
    const handler = handlers[row] as unknown as AnyHandler;
    const respond = responder(row, operation, handler, adapter);
    if (method === 'GET') app.get(path, respond);
    else app.post(path, respond);
  }
  // After every row: an address with a name in it must not answer for another row's.
  for (const [row, operation] of Object.entries(table)) {
    const [method, path = ''] = row.split(' ');
    app.all(path, otherMethods(method === 'GET' ? ['GET', 'HEAD'] : ['POST'], operation));
  }
}

type AnyHandler = (input: unknown, caller: Caller | undefined, facts: Facts) => Promise<Answer>;
type Answer = { warnings?: string[] };

/** A class, since an object with a getter of its own costs each request a shape of its own. */
class FactsOf implements Facts {
  readonly now: number;
  unread: UnreadBody | undefined;
  readonly #request: Request;

  constructor(request: Request, now: number) {
    this.#request = request;
    this.now = now;
  }

  // Few ask, and reading it through proxies has a price.
  get ip() {
    return this.#request.ip ?? '';
  }

  get origin() {
    return this.#request.headers.origin;
  }

  // An empty header counts as absent, like an empty field: else all events of a caller would be one.
  get idempotencyKey() {
    return (this.#request.headers['idempotency-key'] as string | undefined) || undefined;
  }

  // Some clients send an Authorization header for something else, such as the site's own password: it is no key.
  get bearer() {
    return /^bearer +(mh_\S{1,100})$/i.exec(this.#request.headers.authorization ?? '')?.[1];
  }
}

/** Names that belong to the request and not to an operation. */
const ambient = new Set(['key', 'idempotency_key', 'format', 'jsonp', '_', '_charset_']);

/** One sentence on what is neither known nor of the request; undefined where there is nothing such. */
export function ignoredIn(fields: Fields, known: { has: (name: string) => boolean }): string | undefined {
  const unknown = Object.keys(fields).filter((name) => !known.has(name) && !ambient.has(name));
  return unknown.length > 0 ? `unknown fields were ignored: ${unknown.slice(0, 20).join(', ')}` : undefined;
}

function responder(row: string, operation: Operation, handler: AnyHandler, adapter: Adapter) {
  const { log } = adapter;
  const { take, answered, asSent } = slugNames(adapter.slug);
  const isEmbed = row.includes(' /embed/');
  const known = new Set(Object.keys(operation.input.shape));
  const isPost = row.startsWith('POST');
  const admit = authoriser(operation, isEmbed, adapter);
  const { enter, run, leave } = route(row);

  const answer = async (request: Request, held: Held): Promise<object> => {
    const now = Date.now();
    const query = queryOf(request);
    held.callback = operation.jsonp && callbackIn(query);
    const facts = new FactsOf(request, now);
    const read: ReadBody = async (maxBytes, advice) => {
      const body = await readBody(request, maxBytes, advice);
      if (!operation.ownReading || body.bytes.length <= longBody) return fieldsOf(body);
      facts.unread = { ...body, query, slug: adapter.slug, onAlias: () => (held.isAlias = true) };
      // A shorter limit means that the key is not known yet: it may be in the body.
      return maxBytes > usualBytes ? {} : fieldsOf(body);
    };
    const { fields, caller } = await admit(
      query,
      isPost ? read : undefined,
      facts,
      (rate) => (held.rate = rate),
    );
    run();
    for (const [name, value] of Object.entries(request.params)) fields[name] = value;
    held.isAlias = take(fields);
    if (operation.ownReading)
      return answered({ result: 'success', ...(await handler(fields, caller, facts)) });
    const parsed = operation.input.safeParse(fields);
    if (!parsed.success) throw misread(parsed.error.issues, adapter.furtherFaults[row]?.(fields) ?? []);
    const reply: Answer = await handler(parsed.data, caller, facts);
    const ignored = ignoredIn(fields, known);
    if (ignored) reply.warnings = [...(reply.warnings ?? []), ignored];
    return answered({ result: 'success', ...reply });
  };

  return (request: Request, response: Response, next: NextFunction) => {
    if (operation.page && !hasFormat.test(request.url)) return next();
    const started = performance.now();
    const held: Held = { rate: undefined, isAlias: false, callback: undefined };
    enter();
    const finish = (status: number, body: object, retryAfter?: number) => {
      run();
      const headers = { ...held.rate, ...retry(retryAfter) };
      send(response, operation, isEmbed, status, body, held.callback, headers);
      log.info({ row, status, ms: Math.round((performance.now() - started) * 10) / 10 });
    };
    answer(request, held)
      .then(
        (body) => finish(200, body),
        (error: unknown) => {
          const { refusal, requestId } = failureOf(error, row, log);
          const told = held.isAlias ? asSent(refusal) : refusal;
          finish(refusal.status, refusalBody(told, requestId), refusal.retryAfter);
        },
      )
      .catch(next)
      .finally(leave);
  };
}

function misread(issues: z.core.$ZodIssue[], further: FieldFault[]): Refusal {
  const faults = issues.map(({ path, message }) => ({ field: path.join('.') || 'body', message }));
  faults.push(...further);
  const isTooLarge = issues.some((issue) => issue.code === 'custom' && issue.params?.['status'] === 413);
  return isTooLarge
    ? new Refusal('too_large', 'The request has a field that is too large.', { fields: faults })
    : badFields(faults);
}

/** What is known of a request so far; a refusal that comes later is answered by it, too. */
type Held = { rate: RateHeaders | undefined; isAlias: boolean; callback: string | undefined };

/** Before the address is read: where it cannot be, the refusal is the operation's, in its format. */
const hasFormat = /[?&]format=[^&]/;

const retry = (seconds: number | undefined) => (seconds ? { 'Retry-After': seconds } : undefined);

function queryOf(request: Request): Fields {
  const mark = request.url.indexOf('?');
  return mark < 0 ? {} : readForm(request.url.slice(mark + 1));
}

function send(
  response: Response,
  operation: Operation,
  isEmbed: boolean,
  status: number,
  body: object,
  callback: string | undefined,
  rate: Record<string, string | number>,
): void {
  const headers: Record<string, string | number> = { ...jsonHeaders, ...rate };
  if (operation.cors) {
    headers['Access-Control-Allow-Origin'] = '*';
    headers['Cross-Origin-Resource-Policy'] = 'cross-origin';
    headers['Access-Control-Expose-Headers'] = 'RateLimit, RateLimit-Policy, Retry-After';
    if (isEmbed) headers['Timing-Allow-Origin'] = '*';
  }
  let text = JSON.stringify(body);
  if (callback !== undefined) {
    headers['Content-Type'] = 'application/javascript; charset=utf-8';
    headers['Cross-Origin-Resource-Policy'] = 'cross-origin';
    // A script element cannot read a status; U+2028 and U+2029 end a line in old engines' string literals.
    text = `/**/ ${callback}(${text.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')});`;
    status = 200;
  }
  headers['Content-Length'] = Buffer.byteLength(text);
  // As text and not as bytes: Node then writes head and body in one piece.
  response.writeHead(status, headers).end(text);
}
