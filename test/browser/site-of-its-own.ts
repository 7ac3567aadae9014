/** A site that is neither the service nor the demonstration partner: one page, on a port of its own. */
import { createServer } from 'node:http';
import { afterFile } from '../set-up/after-file.ts';
import { freePort } from '../set-up/service/free-port.ts';

type Content = { head?: string; body: string; headers?: Record<string, string> };

/** Serves one page, which may depend on the query, at every path; returns the site's origin. */
export async function serveSite(content: (query: URLSearchParams) => Content) {
  const server = createServer((request, response) => {
    const {
      head = '',
      body,
      headers = {},
    } = content(new URL(request.url ?? '/', 'http://site').searchParams);
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers });
    response.end(`<!doctype html><html lang="en"><title>A site of its own</title>
      <link rel="icon" href="data:,">${head}<body>${body}`);
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  afterFile(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${port}`;
}
