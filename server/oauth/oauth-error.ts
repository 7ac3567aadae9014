/** Refusals where OAuth clients ask: by the names of RFC 6749, with our sentence. */
import type { ServerResponse } from 'node:http';
import type { RefusalCode } from '../../src/contract/api/refusals.ts';
import { jsonHeaders, failureOf } from '../http/reply.ts';
import type { Log } from '../log.ts';

/** The client is not the one that it says it is. */
export class InvalidClient extends Error {}

/** RFC 6749, 5.2, has no word for a limit; `temporarily_unavailable` of 4.1.2.1 is the nearest. */
const names: Partial<Record<RefusalCode, string>> = {
  too_many: 'temporarily_unavailable',
  busy: 'temporarily_unavailable',
  not_ready: 'temporarily_unavailable',
  internal: 'server_error',
};

export function sendOauthError(response: ServerResponse, error: unknown, row: string, log: Log): void {
  if (error instanceof InvalidClient) {
    send(
      response,
      401,
      { error: 'invalid_client', error_description: error.message },
      {
        'WWW-Authenticate': 'Basic realm="token"',
      },
    );
    return;
  }
  const { refusal, requestId } = failureOf(error, row, log);
  send(
    response,
    refusal.status,
    {
      error: names[refusal.code] ?? 'invalid_request',
      error_description: refusal.message,
      ...(requestId !== undefined && { request_id: requestId }),
    },
    { ...(refusal.retryAfter && { 'Retry-After': String(refusal.retryAfter) }) },
  );
}

function send(response: ServerResponse, status: number, body: object, headers: Record<string, string>): void {
  response
    .writeHead(status, { ...jsonHeaders, ...headers })
    .end(JSON.stringify({ result: 'error', ...body }));
}
