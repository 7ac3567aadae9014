/**
 * A site that answers one path with a document of the test, and everything else as the service does. The browser caches
 * its styles and scripts; where Playwright intercepts a page's requests, it caches nothing and sends all of them
 * through the test.
 */
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterFile } from '../../set-up/after-file.ts';

/** `document` returns the HTML of `path` at the moment. Returns the address of that path. */
export const startDrawnSite = async (
  baseUrl: string,
  path: string,
  document: () => string,
): Promise<string> => {
  const server = createServer((incoming, reply) => {
    if (incoming.url === path) return void reply.setHeader('content-type', 'text/html').end(document());
    const { method = 'GET', headers } = incoming;
    // The reply to a form that the page's script sends would replace parts of what the test has drawn.
    if (method !== 'GET') return void reply.writeHead(503).end();
    const outgoing = request(new URL(incoming.url ?? '/', baseUrl), { headers }, (answered) => {
      reply.writeHead(answered.statusCode ?? 500, answered.headers);
      answered.pipe(reply);
    });
    outgoing.once('error', () => reply.destroy());
    return void outgoing.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterFile(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://localhost:${(server.address() as AddressInfo).port}${path}`;
};
