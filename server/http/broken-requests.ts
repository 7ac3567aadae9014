/**
 * Answers requests that Node's parser rejects: an address that is not percent-encoded, headers that are too long or too
 * late, bytes that are no HTTP. Node would answer them without a body; they get a refusal in JSON like any other.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Log } from '../log.ts';
import { Refusal } from './refusal.ts';
import { refusalReply, sendRefusal } from './reply.ts';

/** How long a connection is still read after its last reply: closing it with unread bytes resets it (RFC 9112, 9.6). */
const lingerMilliseconds = 2000;

const reasons: Record<number, string> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  413: 'Content Too Large',
  431: 'Request Header Fields Too Large',
};

function refusalOf(code: string | undefined): Refusal {
  switch (code) {
    // The second code is for a space in the address: the parser expects the HTTP version after it.
    case 'HPE_INVALID_URL':
    case 'HPE_INVALID_CONSTANT':
      return new Refusal(
        'unreadable',
        'The address has a character that must be encoded; percent-encode the address, such as %20 for a space and %C3%B6 for ö.',
      );
    case 'HPE_INVALID_EOF_STATE':
      return new Refusal('unreadable', 'The request ended before its body; send it completely.');
    case 'HPE_HEADER_OVERFLOW':
      return new Refusal(
        'long_headers',
        'Address and headers may have at most 16,384 bytes together; send long values in a body.',
      );
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new Refusal('too_large', 'The chunk extensions are too large; send none.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Refusal('too_slow', 'The request did not arrive in time; send it again.');
    default:
      return new Refusal('unreadable', 'This is not readable as an HTTP/1.1 request.');
  }
}

// Nothing after an unreadable request is read: where it ends is a guess, and a way to smuggle requests.
const closing = { Connection: 'close' };

/** The requests of a connection that have no whole reply yet. On the socket itself, as in connections.ts. */
const pending = Symbol('pending replies');
type PendingSocket = Socket & { [pending]?: ServerResponse[] };

/** Notes a request until its reply is sent: where a later one on its connection is broken, it is answered first. */
export function replyIsPending(socket: PendingSocket, response: ServerResponse): void {
  const responses = socket[pending];
  if (responses) responses.push(response);
  else socket[pending] = [response];
}

export function replyIsSent({ [pending]: responses = [] }: PendingSocket, response: ServerResponse): void {
  const at = responses.indexOf(response);
  if (at >= 0) responses.splice(at, 1);
}

/** Answers requests that the parser rejects. The log gets Node's error code and nothing that was sent. */
export function answerBrokenRequests(server: Server, log: Log): void {
  const isBroken = new WeakSet<Socket>();

  server.on('clientError', (error: Error & { code?: string }, duplex) => {
    const socket = duplex as PendingSocket;
    // The parser reports the error again for every further packet.
    if (isBroken.has(socket)) return;
    isBroken.add(socket);
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    const refusal = refusalOf(error.code);
    log.info({ row: 'none', status: refusal.status, code: error.code });
    const responses = [...(socket[pending] ?? [])];
    const whole = responses.filter(({ req }) => req.complete);
    const isBegun = responses.some(({ headersSent, req }) => headersSent && !req.complete);
    // Earlier requests on the connection were complete, and may have stored something: their replies are sent first,
    // and nothing before them that a client could take for one.
    const last = whole.at(-1);
    if (!last) close(socket, isBegun ? '' : asText(refusal));
    else {
      last.shouldKeepAlive = false;
      last.once('close', () => close(socket, ''));
    }
  });
}

function asText(refusal: Refusal): string {
  const { status, headers, body } = refusalReply({ refusal });
  const head = Object.entries({ ...headers, ...closing }).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${reasons[status]}`, ...head, '', body].join('\r\n');
}

function close(socket: Socket, last: string): void {
  socket.end(last);
  const deadline = setTimeout(() => socket.destroy(), lingerMilliseconds).unref();
  socket.once('close', () => clearTimeout(deadline));
}

/** Refuses a request without a Host header (RFC 9112, 3.2). Node would refuse it without a body. */
export function isWithoutHost(request: IncomingMessage, response: ServerResponse): boolean {
  if (request.headers.host !== undefined || request.httpVersion !== '1.1') return false;
  const refusal = new Refusal('unreadable', 'The request has no Host header; name the host.');
  sendRefusal(response, { refusal }, closing);
  return true;
}
