/** The data about a request that a handler gets besides its fields: the caller, and the facts that headers tell. */
import type { Request } from 'express';
import type { UnreadBody } from './bodies/body.ts';

/** The account and the key of a request. */
export type Caller = { accountId: number; keyId: number; lineage: number };

/** An API key as it came, and where it was; `key` is absent if there is none. */
export type SentKey = {
  key: string | undefined;
  place: 'the Authorization header' | 'the query' | 'the body';
  /** There is an Authorization header, but no key of ours in it. */
  isHeaderForeign: boolean;
};

/** The data about a request that a handler gets besides its fields. */
export type Facts = {
  now: number;
  ip: string;
  /** The Origin header: set by browsers, forgeable by servers. */
  origin: string | undefined;
  idempotencyKey: string | undefined;
  /** The API key of the Authorization header, if there is one. */
  bearer: string | undefined;
  /** There is an Authorization header, but no API key in it. */
  isHeaderForeign: boolean;
  /** Any bearer token of the Authorization header. */
  token: string | undefined;
  /** The body of an operation that reads its own fields, if it is too long to be parsed on the event loop. */
  unread: UnreadBody | undefined;
};

/** A class, because an object literal with a getter would give each request a hidden class of its own. */
export class FactsOf implements Facts {
  readonly now: number;
  unread: UnreadBody | undefined;
  readonly #request: Request;

  constructor(request: Request, now: number) {
    this.#request = request;
    this.now = now;
  }

  // Evaluated only when used: few handlers need it, and looking through the proxies' headers costs time.
  get ip() {
    return this.#request.ip ?? '';
  }

  get origin() {
    return this.#request.headers.origin;
  }

  // An empty header counts as absent, like an empty field: otherwise all events of a caller would share one key.
  get idempotencyKey() {
    return (this.#request.headers['idempotency-key'] as string | undefined) || undefined;
  }

  get token() {
    return /^bearer +(\S{1,500})$/i.exec(this.#request.headers.authorization ?? '')?.[1];
  }

  // Some clients use the Authorization header for something different, such as the site's own password: that is not an
  // API key.
  get bearer() {
    return /^bearer +(mh_\S{1,100})$/i.exec(this.#request.headers.authorization ?? '')?.[1];
  }

  get isHeaderForeign() {
    return Boolean(this.#request.headers.authorization) && this.bearer === undefined;
  }
}
