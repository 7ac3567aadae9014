/** `manyhands-client`: the public API with the types of its contract, for browsers and for Node 20 and later. */
import type { Operations, RefusalCode } from './operations.ts';

export { hashAddress } from './hash-address.ts';
export type { Operations, RefusalCode };

/** An operation as the reference writes it, such as `POST /api/record_event`. */
export type Operation = keyof Operations;

/** The fields of an operation. */
export type Said<O extends Operation> = Operations[O]['said'];

/** Its reply on success. */
export type Reply<O extends Operation> = Operations[O]['reply'];

export type ClientSettings = {
  /** The address of the service, such as `https://citizenscience.example.org`. */
  baseUrl: string;
  /** Your API key; only the metadata of the search is available without one. */
  key?: string;
  /** An access token of OAuth 2, for `GET /api/user_info` and `GET /api/contributions`. */
  token?: string;
  /** Milliseconds until a request is given up; by default 30,000. */
  timeout?: number;
  /** How often a request that may be repeated is tried; by default 3. */
  tries?: number;
};

export type CallSettings = {
  /** The same key is recorded once. With it, a record is tried again if no reply came. At most 128 characters. */
  idempotencyKey?: string;
  signal?: AbortSignal;
};

/** Thrown if the service refuses: `code` is a stable word (see the reference), `message` a sentence for a person. */
export class ManyhandsRefusal extends Error {
  readonly status: number;
  readonly code: RefusalCode;
  /** Every bad field, and what it must be. */
  readonly fields: { field: string; message: string }[];
  /** Seconds to wait before another try. */
  readonly retryAfter: number | undefined;
  /** With a status of 500 and above: the id by which the operator finds the error in the log. */
  readonly requestId: string | undefined;

  constructor(status: number, body: RefusalBody, retryAfter: string | null) {
    super(body.error);
    this.name = 'ManyhandsRefusal';
    this.status = status;
    this.code = body.code;
    this.fields = body.errors ?? [];
    this.retryAfter = retryAfter === null ? undefined : Number(retryAfter);
    this.requestId = body.request_id;
  }
}

type RefusalBody = {
  error: string;
  code: RefusalCode;
  errors?: { field: string; message: string }[];
  request_id?: string;
};

/** The operations that need an access token of a person, and not a key. */
const ofPeople = ['/api/user_info', '/api/contributions'];

/** Seconds. For longer waits, the caller decides. */
const longestWait = 10;

export function manyhands({ baseUrl, key, token, timeout = 30_000, tries = 3 }: ClientSettings) {
  const ask = async <O extends Operation>(
    operation: O,
    message: Said<O>,
    { idempotencyKey, signal }: CallSettings,
  ): Promise<Reply<O>> => {
    const [method = 'GET', pattern = ''] = operation.split(' ');
    const fields: Record<string, unknown> = { ...message };
    const path = pattern.replace(/:(\w+)/g, (_, name: string) => {
      const value = fields[name];
      Reflect.deleteProperty(fields, name);
      return encodeURIComponent(String(value));
    });
    if (path === '/finder') fields['format'] = 'json';
    const bearer = ofPeople.includes(path) ? token : key;
    const url = new URL(path, baseUrl);
    // A GET has its fields in the address. The key is in a header, which keeps it out of addresses and logs.
    if (method === 'GET')
      for (const [name, value] of Object.entries(fields))
        if (value !== undefined) url.searchParams.set(name, String(value));
    const limit = AbortSignal.timeout(timeout);
    const response = await fetch(url, {
      method,
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      headers: {
        ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
        ...(method === 'POST' && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      ...(method === 'POST' && { body: JSON.stringify(fields) }),
    });
    const body: unknown = await response.json();
    if (response.ok) return body as Reply<O>;
    throw new ManyhandsRefusal(response.status, body as RefusalBody, response.headers.get('retry-after'));
  };

  return {
    /** Calls one operation; returns its reply, or throws ManyhandsRefusal or the error of `fetch`. */
    async call<O extends Operation>(
      operation: O,
      message: Said<O>,
      settings: CallSettings = {},
    ): Promise<Reply<O>> {
      // A request that changes something is repeated only if the service can recognise the repetition.
      const mayRepeat = operation.startsWith('GET') || settings.idempotencyKey !== undefined;
      for (let attempt = 1; ; attempt++) {
        try {
          return await ask(operation, message, settings);
        } catch (error) {
          const wait = error instanceof ManyhandsRefusal ? waitAfter(error) : 2 ** (attempt - 1);
          const isOver = attempt >= tries || !mayRepeat || settings.signal?.aborted;
          if (wait === undefined || isOver) throw error;
          await new Promise((resolve) => setTimeout(resolve, wait * 1000));
        }
      }
    },
  };
}

/** Seconds until a refused request may succeed; undefined if it will not, or not soon. */
function waitAfter({ status, retryAfter = 1 }: ManyhandsRefusal): number | undefined {
  const mayPass = status === 429 || status >= 500;
  return mayPass && retryAfter <= longestWait ? retryAfter : undefined;
}
