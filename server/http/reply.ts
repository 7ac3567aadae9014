/** Converts errors into replies, and has the headers of replies that only their caller may store. */
import type { ServerResponse } from 'node:http';
import { isAway } from '../db/store.ts';
import { noteRefusal, requestId, type Log } from '../log.ts';
import { Refusal, refusalBody } from './refusal.ts';

/** For every reply that is neither a page nor public: it is not cached, and links in it do not reveal its address. */
export const privateHeaders = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
} as const;

export const jsonHeaders = { 'Content-Type': 'application/json; charset=utf-8', ...privateHeaders } as const;

/** The refusal that a caller receives; for our own faults, `requestId` finds the error in the log. */
export type Failure = { refusal: Refusal; requestId?: string };

/** Logs an error that is our own fault, under the pattern of its route; notes the code of any refusal for the log. */
export function failureOf(error: unknown, row: string, log: Log): Failure {
  const refusal = asRefusal(error);
  noteRefusal(refusal.code);
  if (refusal.status < 500) return { refusal };
  log.error({ row, err: error });
  return { refusal, requestId: requestId() };
}

function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (isAway(error))
    return new Refusal(
      'not_ready',
      'The service cannot reach its database at the moment; try again in a few seconds.',
      { retryAfter: 5 },
    );
  return new Refusal('internal', 'Something went wrong on our side; it has been noted.');
}

/** The body, headers and status of a refusal in JSON. */
export function refusalReply({ refusal, requestId: id }: Failure) {
  const body = JSON.stringify(refusalBody(refusal, id));
  const headers = {
    ...jsonHeaders,
    'Content-Length': Buffer.byteLength(body),
    ...(refusal.retryAfter && { 'Retry-After': refusal.retryAfter }),
  };
  return { status: refusal.status, headers, body };
}

/** Sends a refusal in JSON. */
export function sendRefusal(
  response: ServerResponse,
  failure: Failure,
  moreHeaders: Record<string, string> = {},
): void {
  const { status, headers, body } = refusalReply(failure);
  response.writeHead(status, { ...headers, ...moreHeaders }).end(body);
}
