/** A server that receives notices, and misbehaves as a test wants. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterFile } from '../../after-file.ts';

export type Received = { headers: Record<string, string>; body: string; path: string };

export async function startReceiver(ip = '127.0.0.1') {
  const received: Received[] = [];
  let behave = (response: ServerResponse): void => void response.writeHead(204).end();
  let open = 0;
  const server = createServer((request, response) => {
    open += 1;
    response.on('close', () => (open -= 1));
    const parts: Buffer[] = [];
    response.on('error', () => undefined);
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      received.push({
        headers: textHeaders(request.headers),
        body: Buffer.concat(parts).toString(),
        path: request.url ?? '',
      });
      behave(response);
    });
  });
  await once(server.listen(0, ip), 'listening');
  afterFile(() => {
    server.close();
    server.closeAllConnections();
  });
  const host = `${ip}:${(server.address() as AddressInfo).port}`;
  return {
    host,
    address: `http://${host}/hooks?token=planted`,
    received,
    /** The requests whose reply has not ended. */
    open: () => open,
    /** How it answers from now on; without an argument, with 204. */
    answer: (with_?: (response: ServerResponse) => void) =>
      void (behave = with_ ?? ((response) => void response.writeHead(204).end())),
    types: () => received.map(({ body }) => (JSON.parse(body) as { type: string }).type),
  };
}

const textHeaders = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
