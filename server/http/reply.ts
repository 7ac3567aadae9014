/** What an error becomes for its caller, and the headers of replies that only their caller may keep. */
import type { ServerResponse } from 'node:http';
import { isAway } from '../db/store.ts';
import { requestId, type Log } from '../log.ts';
import { Refusal, refusalBody } from './refusal.ts';

/** Of every reply that is neither a page nor public: nobody keeps it, and no link from it tells its address. */
export const privateHeaders = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
} as const;

export const jsonHeaders = { 'Content-Type': 'application/json; charset=utf-8', ...privateHeaders } as const;

/** What a caller is told of an error; the number names it in the log where the fault is ours. */
export type Failure = { refusal: Refusal; requestId?: string };

/** Writes what is our own fault to the log, under the pattern of its route. */
export function failureOf(error: unknown, row: string, log: Log): Failure {
  const refusal = asRefusal(error);
  if (refusal.status < 500) return { refusal };
  const id = requestId();
  log.error({ row, request_id: id, err: error });
  return { refusal, requestId: id };
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

/** The body, the header lines that go with it, and the status of a refusal in JSON. */
export function refusalReply({ refusal, requestId: id }: Failure) {
  const body = JSON.stringify(refusalBody(refusal, id));
  const headers = {
    ...jsonHeaders,
    'Content-Length': Buffer.byteLength(body),
    ...(refusal.retryAfter && { 'Retry-After': refusal.retryAfter }),
  };
  return { status: refusal.status, headers, body };
}

/** Answers with a refusal in JSON. */
export function sendRefusal(
  response: ServerResponse,
  failure: Failure,
  moreHeaders: Record<string, string> = {},
): void {
  const { status, headers, body } = refusalReply(failure);
  response.writeHead(status, { ...headers, ...moreHeaders }).end(body);
}
