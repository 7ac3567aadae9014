/** Pages that Chromium prerenders. It does not do so under remote control, so the pages act by themselves. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { isRoot } from '../../set-up/programs/installed.ts';
import { forget, watchOver } from '../../set-up/watch-over.ts';
import { answeringService } from '../../widgets/answering-service.ts';
import { earlier, kinds, snippet } from './contributing-pages.ts';

/** A browser without remote control; the returned function ends it. */
async function openAlone(address: string) {
  const folder = await mkdtemp(join(tmpdir(), 'prerendered-'));
  watchOver(folder);
  const flags = ['--headless', '--disable-gpu', '--no-first-run', `--user-data-dir=${folder}`];
  const child = spawn(
    inject('browserPath'),
    [...flags, ...(isRoot ? ['--no-sandbox'] : []), '--remote-debugging-port=0', address],
    { stdio: 'ignore' },
  );
  const { pid } = child;
  if (pid !== undefined) watchOver(pid);
  return async () => {
    const ended = once(child, 'exit');
    child.kill();
    await ended;
    if (pid !== undefined) forget(pid);
    await rm(folder, { recursive: true, force: true, maxRetries: 20 });
    forget(folder);
  };
}

test.each(kinds)('a prerendered page waits until it is visible: the %s', async (kind) => {
  const service = await answeringService();
  const heard: string[] = [];
  const { promise: mayGo, resolve: go } = Promise.withResolvers<void>();
  const head = '<!doctype html><meta charset="utf-8"><title>Birds</title><link rel="icon" href="data:,">';
  const kept = [{ name: 'manyhands:12:grant', value: 'a-grant-of-an-earlier-visit' }, earlier('left-over')];
  const pages: Record<string, string> = {
    '/': `${head}<script>
        for (const { name, value } of ${JSON.stringify(kept)}) localStorage.setItem(name, value);
        fetch('/go').then(() => (location.href = '/thanks'));
      </script>
      <script type="speculationrules">{ "prerender": [{ "urls": ["/thanks"], "eagerness": "immediate" }] }</script>`,
    '/thanks': `${head}<body>${snippet(kind, service.origin)}
      <script>
        const say = (what) => fetch('/' + what);
        addEventListener('load', () => setTimeout(say, 300, document.prerendering ? 'prerendered' : 'opened'));
        document.addEventListener('prerenderingchange', () => say('activated'));
      </script>`,
  };
  const site = createServer((request, response) => {
    const path = request.url ?? '';
    heard.push(path);
    response.setHeader('content-type', 'text/html; charset=utf-8');
    void (path === '/go' ? mayGo : Promise.resolve()).then(() => response.end(pages[path] ?? ''));
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const close = await openAlone(`http://localhost:${(site.address() as AddressInfo).port}/`);
  try {
    await expect.poll(() => heard).toContain('/prerendered');
    expect(service.asked).toEqual([]);
    go();
    await expect
      .poll(() => service.said('POST /embed/record').map(({ event_id }) => event_id))
      .toContain('left-over');
    expect(heard).toContain('/activated');
    expect(heard).not.toContain('/opened');
  } finally {
    await close();
    site.closeAllConnections();
    site.close();
    await service[Symbol.asyncDispose]();
  }
});
