/** Sites that nobody here wrote, on one server, and a visitor who agreed before and goes through one of them. */
import { createServer } from 'node:http';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { unescaped } from '../../src/embed-code/paste.ts';
import { eventsOf } from '../browser/database.ts';
import { creditByEmail } from '../browser/partner.ts';
import { projects, startScene } from '../server/scene.ts';
import { afterFile } from '../set-up/after-file.ts';
import { openBrowser } from '../set-up/browser/browser.ts';
import { freePort } from '../set-up/service/free-port.ts';

const { id: project } = projects.frogs;

/** The reply of a site for a path below its folder: a page, or a script where the path ends so. */
export type Site = {
  name: string;
  answer: (path: string, snippet: string) => string | Promise<string>;
  /** It is an app with one of our components, which reports the events. */
  isApp?: true;
  /** Runs on the page after the message was credited. */
  later?: (page: Page) => Promise<unknown>;
};

const typeOf = (path: string) => (path.endsWith('.js') ? 'text/javascript' : 'text/html; charset=utf-8');

export async function startSites() {
  const [{ freshContext }, { service }] = await Promise.all([
    openBrowser('shell'),
    startScene('sqlite', { NODE_ENV: 'development' }),
  ]);
  const builder = await (await service.get(`/builder?embed=message&project_id=${project}`)).text();
  const [, printed = ''] = /<pre[^>]*><code[^>]*>(&lt;div[^<]*)<\/code>/.exec(builder) ?? [];
  const snippet = unescaped(printed);
  const sites = new Map<string, Site>();
  const server = createServer(({ url = '' }, response) => {
    const [, name = '', path = ''] = new URL(url, 'http://site').pathname.split('/');
    response.writeHead(200, { 'content-type': typeOf(path) });
    const answer = sites.get(name)?.answer(path, snippet) ?? documentOf(snippet);
    void Promise.resolve(answer).then((text) => response.end(text));
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  afterFile(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${port}`;
  await service.operate('origin', String(project), origin);

  const person = await freshContext();
  const { page, problems } = person;
  const lines: string[] = [];
  const asked: string[] = [];
  page.on('console', (line) => void (line.text().startsWith('[Manyhands]') && lines.push(line.text())));
  page.on('request', (request) => void (request.url().includes('/embed/') && asked.push(request.url())));

  return {
    /** A first contribution, with the permission for the following ones. */
    async agree() {
      await page.goto(origin);
      await creditByEmail(page, service, 'visits@example.org');
    },
    service,
    person,
    newVisitor: freshContext,
    project,
    snippet,
    /** The address of the message's script. */
    src: /src="([^"]*)"/.exec(snippet)?.[1] ?? '',
    origin,
    add(site: Site) {
      sites.set(site.name, site);
    },
    recorded: () => eventsOf(service, project).length,
    /** The console lines of the embeds, and the errors of the page, since the last call. */
    complaints: () => [...lines.splice(0), ...problems.splice(0)],
    asked: () => asked.splice(0),
  };
}

export type Sites = Awaited<ReturnType<typeof startSites>>;

export const documentOf = (body: string, head = '') =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
  <title>A site</title><link rel="icon" href="data:,">${head}<body>${body}`;

export const messages = (page: Page) => page.locator('manyhands-confirmation');

/** As long as a message that needs not be seen would take to begin. */
export const twoFrames = (page: Page) =>
  page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));

/** Waits until every script of ours in the document has run. */
const scriptsRan = (page: Page) =>
  page.waitForFunction(() =>
    [...document.querySelectorAll('script[src*="recordevent"]')].every(
      (script) => (script as unknown as Record<symbol, boolean>)[Symbol.for('manyhands:claimed')],
    ),
  );

/** Waits for one message, credited. */
export async function oneCredited(page: Page) {
  // While it loads, it has the words of its next state already, unseen.
  const credited = page.locator('[data-state="credited"]:not(.loading, .manyhands-loading)');
  await credited.first().waitFor();
  await scriptsRan(page);
  expect([await credited.count(), await page.locator('[data-state]').count()]).toEqual([1, 1]);
  await expect.poll(() => messages(page).count()).toBe(1);
  await expect.poll(() => page.locator('a[href*="/confirm/"]').count()).toBe(0);
}
