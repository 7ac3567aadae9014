/** Turns a row of the contract and its handler into an Express route. */
import type { Express, NextFunction, Request, Response } from 'express';
import type { z } from 'zod';
import { callbackIn } from '../../src/contract/api/jsonp.ts';
import type { KeyScope, Operation } from '../../src/contract/index.ts';
import { authoriser, challengeOf, type ReadBody, type TokenHolder } from './authorise.ts';
import { fieldsOf, longBody, readBody, readForm, usualBytes, type RequestFields } from './bodies/body.ts';
import { FactsOf, type Caller, type Facts, type SentKey } from './facts.ts';
import type { Log } from '../log.ts';
import type { Limits, RateHeaders } from '../limits/limits.ts';
import { otherMethods } from './other-methods.ts';
import { badFields, Refusal, refusalBody, type FieldFault } from './refusal.ts';
import { failureOf, jsonHeaders } from './reply.ts';
import { slugNames } from './slug-names.ts';
import { route } from './load/current-routes.ts';
import { sha256 } from '../secrets/secrets.ts';

type OperationInput<O extends Operation> = O extends { ownReading: true }
  ? RequestFields
  : z.output<O['input']>;
type ReplyFormat<O extends Operation> = O extends { formats: Record<string, infer F extends z.ZodObject> }
  ? F
  : never;
type OperationReply<O extends Operation> = z.input<O['reply'] | ReplyFormat<O>> & { warnings?: string[] };
type Handler<O extends Operation> = (
  input: OperationInput<O>,
  caller: O['auth'] extends 'key' ? Caller : O['auth'] extends 'token' ? TokenHolder : undefined,
  facts: Facts,
) => Promise<OperationReply<O>> | OperationReply<O>;

/** An operation that needs more than its handler. */
export type HandlerRow<Answer, Input = object> = {
  answer: Answer;
  /**
   * Returns what the handler would refuse of a request that the contract refuses, so that one refusal names every
   * fault. `read`: the fields that the contract accepts; `sent`: all as they came.
   */
  furtherFaults?: (
    read: Partial<Input>,
    facts: Facts,
    sent: RequestFields,
  ) => FieldFault[] | Promise<FieldFault[]>;
  /** Called for each refusal, with the fields as they were sent, as far as they had been read. */
  onRefused?: OnRefused;
};
export type OnRefused = (fields: RequestFields, refusal: Refusal, ip: string, now: number) => void;

/** A handler for every row of a table: a missing one, or one that returns a wrong field, does not compile. */
export type Handlers<Table extends Record<string, Operation>> = {
  [Row in keyof Table]: Handler<Table[Row]> | HandlerRow<Handler<Table[Row]>, OperationInput<Table[Row]>>;
};

export type Adapter = {
  log: Log;
  /** The slug's aliases: `service_profile_id` is also returned as `<slug>_profile_id`. */
  slug: string;
  openFinder: boolean;
  limits: Limits;
  callerOf: (sent: SentKey, scope: KeyScope | 'any', now: number) => Promise<Caller>;
  holderOf: (token: string | undefined, now: number) => Promise<TokenHolder>;
  /** Embeds call these operations from pages of other sites. */
  isEmbed: boolean;
};

export function mount<Table extends Record<string, Operation>>(
  app: Express,
  table: Table,
  handlers: Handlers<Table>,
  adapter: Adapter,
): void {
  for (const [row, operation] of Object.entries(table)) {
    const [method, path] = row.split(' ') as ['GET' | 'POST', string];
    const paths = [path, ...(operation.also ?? [])];
    const handlerRow = handlers[row] as unknown as AnyHandler | HandlerRow<AnyHandler>;
    const handler = typeof handlerRow === 'function' ? { answer: handlerRow } : handlerRow;
    const respond = responder(row, operation, handler, adapter);
    if (method === 'GET') app.get(paths, respond);
    else app.post(paths, respond);
  }
  // After all other rows: an address with a parameter must not match another row's address.
  for (const [row, operation] of Object.entries(table)) {
    const [method, path = ''] = row.split(' ');
    app.all(
      [path, ...(operation.also ?? [])],
      otherMethods(method === 'GET' ? ['GET', 'HEAD'] : ['POST'], operation),
    );
  }
}

type AnyHandler = (
  input: unknown,
  caller: Caller | TokenHolder | undefined,
  facts: Facts,
) => Promise<HandlerAnswer>;
type HandlerAnswer = { warnings?: string[] };

/** Names that belong to every request, not to one operation. */
const ambient = new Set(['key', 'idempotency_key', 'format', 'jsonp', '_', '_charset_']);

/** One sentence about unknown fields; undefined if there are none. */
export function ignoredIn(
  fields: RequestFields,
  known: { has: (name: string) => boolean },
): string | undefined {
  const unknown = Object.keys(fields).filter((name) => !known.has(name) && !ambient.has(name));
  return unknown.length > 0 ? `unknown fields were ignored: ${unknown.slice(0, 20).join(', ')}` : undefined;
}

function responder(
  row: string,
  operation: Operation,
  { answer: handle, furtherFaults, onRefused }: HandlerRow<AnyHandler>,
  adapter: Adapter,
) {
  const { log, isEmbed } = adapter;
  const { take, answered, asSent } = slugNames(adapter.slug);
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
      // A lower limit means that the key is not known yet: it may be in the body.
      return maxBytes > usualBytes ? {} : fieldsOf(body);
    };
    held.fields = query;
    const { fields, caller } = await admit(
      query,
      isPost ? read : undefined,
      facts,
      (rate) => (held.rate = rate),
    );
    run();
    for (const [name, value] of Object.entries(request.params)) fields[name] = value;
    held.fields = fields;
    held.isAlias = take(fields);
    if (operation.ownReading)
      return answered({ result: 'success', ...(await handle(fields, caller, facts)) });
    const parsed = operation.input.safeParse(fields);
    if (!parsed.success) {
      const further = await furtherFaults?.(acceptedIn(operation, fields), facts, fields);
      throw misread(parsed.error.issues, further ?? []);
    }
    const reply: HandlerAnswer = await handle(parsed.data, caller, facts);
    const ignored = ignoredIn(fields, known);
    if (ignored) reply.warnings = [...(reply.warnings ?? []), ignored];
    return answered({ result: 'success', ...reply });
  };

  return (request: Request, response: Response, next: NextFunction) => {
    if (operation.page && !hasFormat.test(request.url)) return next();
    const started = performance.now();
    const held: Held = { rate: undefined, isAlias: false, callback: undefined, fields: {} };
    enter();
    const finish = (status: number, body: object, retryAfter?: number) => {
      run();
      const headers = { ...held.rate, ...retry(retryAfter) };
      const known = request.headers['if-none-match'];
      send(response, { operation, isEmbed, known }, status, body, held.callback, headers);
      log.info({ row, status: response.statusCode, ms: Math.round((performance.now() - started) * 10) / 10 });
    };
    answer(request, held)
      .then(
        (body) => finish(200, body),
        (error: unknown) => {
          const { refusal, requestId } = failureOf(error, row, log);
          onRefused?.({ ...held.fields, ...request.params }, refusal, request.ip ?? '', Date.now());
          const named = held.isAlias ? asSent(refusal) : refusal;
          const challenge = challengeOf(refusal);
          if (challenge) response.setHeader('WWW-Authenticate', challenge);
          finish(refusal.status, refusalBody(named, requestId), refusal.retryAfter);
        },
      )
      .catch(next)
      .finally(leave);
  };
}

/** The values of the fields that the contract accepts, each read alone. */
function acceptedIn({ input }: Operation, fields: RequestFields): object {
  const read = Object.entries(input.shape).map(([name, field]) => [name, field.safeParse(fields[name]).data]);
  return Object.fromEntries(read) as object;
}

function misread(issues: z.core.$ZodIssue[], further: FieldFault[]): Refusal {
  const faults = issues.map(({ path, message }) => ({ field: path.join('.') || 'body', message }));
  const named = new Set(faults.map(({ field }) => field));
  faults.push(...further.filter(({ field }) => !named.has(field)));
  const isTooLarge = issues.some((issue) => issue.code === 'custom' && issue.params?.['status'] === 413);
  return isTooLarge
    ? new Refusal('too_large', 'The request has a field that is too large.', { fields: faults })
    : badFields(faults);
}

/** The results of processing so far. A later refusal is sent with the same headers and format. */
type Held = {
  rate: RateHeaders | undefined;
  isAlias: boolean;
  callback: string | undefined;
  fields: RequestFields;
};

/** Checked before the address is parsed: if parsing fails, the refusal still has the operation's format. */
const hasFormat = /[?&]format=[^&]/;

const retry = (seconds: number | undefined) => (seconds ? { 'Retry-After': seconds } : undefined);

function queryOf(request: Request): RequestFields {
  const mark = request.url.indexOf('?');
  return mark < 0 ? {} : readForm(request.url.slice(mark + 1));
}

/** `known`: the validators of the replies that the caller has. */
type ReplyDeps = { operation: Operation; isEmbed: boolean; known: string | undefined };

function send(
  response: Response,
  { operation, isEmbed, known }: ReplyDeps,
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
  if (operation.cacheSeconds !== undefined && status === 200) {
    const etag = `"${sha256(text).slice(0, 22)}"`;
    Object.assign(headers, { 'Cache-Control': `public, max-age=${operation.cacheSeconds}`, ETag: etag });
    if (known?.includes(etag)) {
      response.writeHead(304, headers).end();
      return;
    }
  }
  if (callback !== undefined) {
    headers['Content-Type'] = 'application/javascript; charset=utf-8';
    headers['Cross-Origin-Resource-Policy'] = 'cross-origin';
    // A script element cannot read a status; U+2028 and U+2029 end a line in string literals of old engines.
    text = `/**/ ${callback}(${text.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')});`;
    status = 200;
  }
  headers['Content-Length'] = Buffer.byteLength(text);
  // A string, not bytes: Node then writes head and body in one chunk.
  response.writeHead(status, headers).end(text);
}
