/** A site of an owner who follows the documentation: its page is given by the test, with headers if needed. */
import { createServer } from 'node:http';
import { docsTopics } from '../../../src/contract/pages/docs-topics.ts';
import { afterFile } from '../../set-up/after-file.ts';
import { freePort } from '../../set-up/service/free-port.ts';
import { snippetsIn } from '../../set-up/service/snippets.ts';
import type { Service } from '../../set-up/service/start-service.ts';

export type Content = { head?: string; body: string; headers?: Record<string, string> };

export async function ownersSite() {
  let content: Content = { body: '' };
  const sent: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      if (request.method === 'POST') sent.push(body);
      const { head = '', body: shown, headers } = content;
      // A policy would forbid the picture, and otherwise the browser would request one.
      const icon = headers ? '' : '<link rel="icon" href="data:,">';
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers });
      response.end(`<!doctype html><html lang="en"><title>Thank you</title>
        ${icon}${head}<body><h1>Thank you</h1>${shown}<p id="after">Words that come after</p>`);
    });
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  afterFile(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    origin: `http://127.0.0.1:${port}`,
    /** The same pages at an origin that is not registered. */
    elsewhere: `http://localhost:${port}`,
    /** The submissions of its forms. */
    sent,
    serve: (next: Content) => (content = next),
  };
}

/** All snippets of the documentation, by name. */
export async function allSnippets(service: Service, projectId: number) {
  const pages = await Promise.all(
    docsTopics.map(async ({ name }) =>
      (await service.get(`/docs${name && `/${name}`}?project_id=${projectId}`)).text(),
    ),
  );
  return new Map(pages.flatMap((html) => [...snippetsIn(html)]));
}
