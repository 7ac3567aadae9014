import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openBrowser, type Program } from '../set-up/browser/browser.ts';
import { freePort } from '../set-up/service/free-port.ts';

let port: number;
const cookies = new Map<string, string>();

const html = (port: number) => `<link rel="icon" href="data:,">
<iframe src="http://localhost:${port}/frame"></iframe>
<script>
  const done = () => document.querySelector('iframe').isConnected && (document.title = 'done');
  onload = () => fetch('http://localhost:${port}/fetch', { credentials: 'include' }).then(done);
</script>`;

const answer = (request: IncomingMessage, response: ServerResponse) => {
  const path = request.url ?? '';
  cookies.set(path, request.headers.cookie ?? '');
  response.setHeader('content-type', 'text/html');
  response.setHeader('access-control-allow-origin', request.headers.origin ?? '*');
  response.setHeader('access-control-allow-credentials', 'true');
  if (path === '/sign-in') response.setHeader('set-cookie', 'session=1; SameSite=None; Secure; Path=/');
  response.end(path === '/host' ? html(port) : '<link rel="icon" href="data:,">');
};

const server = createServer(answer);

beforeAll(async () => {
  port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe.each<Program>(['whole', 'shell'])('%s', (program) => {
  let open: Awaited<ReturnType<typeof openBrowser>>;
  beforeAll(async () => {
    open = await openBrowser(program);
  });
  beforeEach(() => cookies.clear());

  test('a third-party cookie reaches neither an iframe nor a fetch, the same first-party cookie reaches both', async () => {
    await using person = await open.freshContext();
    await person.page.goto(`http://localhost:${port}/sign-in`);
    await person.page.goto(`http://localhost:${port}/home`);
    await person.page.goto(`http://127.0.0.1:${port}/host`);
    await person.page.waitForFunction(() => document.title === 'done');
    expect(Object.fromEntries(cookies)).toMatchObject({ '/home': 'session=1', '/frame': '', '/fetch': '' });
    expect(person.problems).toEqual([]);
  });

  test('the problems of a page are collected', async () => {
    await using person = await open.freshContext({ width: 360, colorScheme: 'dark' });
    await person.page.goto(`http://localhost:${port}/`);
    await person.page.evaluate(() => {
      console.error('spilt milk');
      setTimeout(() => {
        throw new Error('broken glass');
      });
    });
    await expect.poll(() => person.problems.join('\n')).toMatch(/spilt milk[^]*broken glass/);
    const isDark = () => matchMedia('(prefers-color-scheme: dark)').matches && innerWidth === 360;
    expect(await person.page.evaluate(isDark)).toBe(true);
  });
});
