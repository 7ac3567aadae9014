/** HTTP as bytes, for requests that no client library sends. */
import { connect } from 'node:net';

export type RawAnswer = { status: number; head: string; body: string };

/** The last request asks the server to close. No other request of the tests is answered with 204. */
const last = 'OPTIONS /api/record_event HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';

/**
 * Writes the bytes and returns all responses until the server closed. A server that finds a second request inside one
 * sends two.
 */
export async function sendBytes(port: number, bytes: string): Promise<RawAnswer[]> {
  const text = await new Promise<string>((resolve) => {
    let heard = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(Buffer.from(bytes + last, 'latin1')));
    socket.setEncoding('latin1');
    socket.on('data', (part: string) => (heard += part));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(heard));
  });
  const parts = text.split(/(?=HTTP\/1\.[01] \d{3} )/).filter((part) => part !== '');
  const answers = parts.map((part) => {
    const [head = '', ...body] = part.split('\r\n\r\n');
    return { status: Number(/^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1]), head, body: body.join('\r\n\r\n') };
  });
  return answers.at(-1)?.status === 204 ? answers.slice(0, -1) : answers;
}

/** The bytes of a request, one element per header line. */
export const rawRequest = (lines: string[], body = '') => `${lines.join('\r\n')}\r\n\r\n${body}`;
