/**
 * The cost of the message, and of the finder widget, for a page on a phone: the same page without and with it, by turns,
 * in one run, and of a visitor's pages of our own. 4× slower processor, 1.6 Mbit/s, 150 ms; medians.
 */
import { createServer } from 'node:http';
import { loadavg } from 'node:os';
import { chromium, type Browser } from 'playwright-core';
import { ensureBuilt } from '../../scripts/built.ts';
import { freePort } from '../set-up/service/free-port.ts';
import { isRoot, pathOf } from '../set-up/programs/installed.ts';
import { snippetFor } from '../../server/projects/snippets.ts';
import { unescaped } from '../../src/embed-code/paste.ts';
import { ownProject } from '../set-up/service/project.ts';
import { runService, unlimited } from '../set-up/service/running-service.ts';
import { importMade } from './made/import-made.ts';
import { projectMaker } from './made/made-projects.ts';
import { median } from './measure.ts';

const phone = { width: 390, height: 844 };
const network = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 };
const slower = 4;
const rounds = 5;

type Seen = {
  shift: number;
  longTasks: number;
  /** Milliseconds; 0 if there is none above 50 ms. */
  longest: number;
  firstPaint: number;
  drawn: number;
  answered: number;
  arrived: number;
};
type Cost = Seen & { requests: string[]; bytes: number };

/** Runs in the page, before all other scripts. */
function watch() {
  const seen: Seen = { shift: 0, longTasks: 0, longest: 0, firstPaint: 0, drawn: 0, answered: 0, arrived: 0 };
  Object.assign(window, { seen });
  const each = (type: string, act: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(act)).observe({ type, buffered: true });
  each('layout-shift', (entry) => (seen.shift += (entry as PerformanceEntry & { value: number }).value));
  each('longtask', ({ duration }) => {
    seen.longTasks++;
    seen.longest = Math.max(seen.longest, duration);
  });
  each('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.firstPaint = startTime;
  });
  each('resource', (entry) => {
    if (entry.name.includes('/static/api/')) seen.arrived = (entry as PerformanceResourceTiming).responseEnd;
  });
  // Frame by frame, as it is visible: the message has a layout before it has its words, the finder before its projects.
  const look = () => {
    const root = document.querySelector('manyhands-confirmation, manyhands-finder')?.shadowRoot;
    if (root?.querySelector('[part=card], [part=results]')) seen.drawn ||= performance.now();
    if (root?.querySelector('[part=card]:not(.loading), [part=results] [part=title]'))
      seen.answered ||= performance.now();
    if (!seen.answered) requestAnimationFrame(look);
  };
  look();
}

async function visit(browser: Browser, address: string, service: string, hasEmbed: boolean): Promise<Cost> {
  const context = await browser.newContext({
    viewport: phone,
    deviceScaleFactor: 3,
    isMobile: true,
    hasTouch: true,
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', network);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
  const requests: string[] = [];
  let bytes = 0;
  const ours = new Set<string>();
  session.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    if (!request.url.startsWith(service) || type === 'Image') return;
    requests.push(`${request.method} ${request.url.slice(service.length).replace(/\d+/, '…')}`);
    ours.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (ours.has(requestId)) bytes += encodedDataLength;
  });
  await page.addInitScript(watch);
  await page.goto(address, { waitUntil: 'load' });
  // Evaluated without playwright's own scripts, whose tasks would count as the page's.
  const expression = `new Promise((resolve) => {
    const look = () => setTimeout(seen.answered || ${!hasEmbed} ? () => resolve(seen) : look, 1000);
    look();
  })`;
  const reply = await session.send('Runtime.evaluate', {
    expression,
    awaitPromise: true,
    returnByValue: true,
  });
  const seen = reply.result.value as Seen;
  await context.close();
  return { ...seen, requests, bytes };
}

const pageOf = (snippet: string) => `<!doctype html><html lang="en"><meta charset="utf-8">
  <meta name="viewport" content="width=device-width"><title>Thank you</title><link rel="icon" href="data:,">
  <style>body{font:17px/1.6 system-ui;margin:24px;max-width:40em}</style>
  <h1>Thank you for counting</h1><p>Your count is in. ${'It is read by people who know birds. '.repeat(4)}</p>
  ${snippet}
  ${'<p>What happens next: we add up what was seen, region by region, and publish it in spring.</p>'.repeat(8)}`;

async function inTurn(browser: Browser, pages: { name: string; address: string }[], service: string) {
  const costs = new Map<string, Cost[]>(pages.map(({ name }) => [name, []]));
  for (let round = 0; round <= rounds; round++)
    for (const { name, address } of pages) {
      const cost = await visit(browser, address, service, /^(with |no )/.test(name));
      // The first round warms up service and browser.
      if (round > 0) costs.get(name)?.push(cost);
    }
  return costs;
}

function print(costs: Map<string, Cost[]>, hasEmbeds: boolean) {
  const rows = [...costs].map(([name, list]) => {
    const of = (figure: (cost: Cost) => number, digits = 0) => median(list.map(figure)).toFixed(digits);
    return [
      name,
      {
        'requests to us': of(({ requests }) => requests.length),
        'kB from us': of(({ bytes }) => bytes / 1000, 1),
        'first paint, ms': of(({ firstPaint }) => firstPaint),
        'layout shift': of(({ shift }) => shift, 3),
        'long tasks': of(({ longTasks }) => longTasks),
        'longest, ms': of(({ longest }) => longest),
        ...(hasEmbeds && {
          'drawn after script, ms': of(({ drawn, arrived }) => drawn - arrived),
          'asks after script, ms': of(({ answered, arrived }) => answered - arrived),
        }),
      },
    ] as const;
  });
  console.table(Object.fromEntries(rows));
}

export async function pageCostBench() {
  await ensureBuilt();
  const service = await runService(undefined, unlimited);
  const { projectId, key } = await ownProject(service);
  const make = projectMaker();
  await importMade(
    service,
    Array.from({ length: 500 }, (_, n) => make(n)),
  );
  const embedder = { baseUrl: service.baseUrl, slug: 'service', serviceName: 'Manyhands' };
  const snippet = snippetFor('bronze', projectId, embedder, 'collection').blocks[0]?.code ?? '';
  const builder = await (await service.get('/builder?embed=finder')).text();
  const [, printed = ''] = /<pre[^>]*><code[^>]*>(&lt;div[^<]*)<\/code>/.exec(builder) ?? [];
  const finderSnippet = unescaped(printed);
  const pages: Record<string, string> = {
    'without it': pageOf(''),
    'with the message': pageOf(snippet),
    'no room kept': pageOf(snippet.replace(/ style=".*?"/, '')),
    'with the finder': pageOf(finderSnippet),
  };
  const site = createServer((request, response) => {
    const name = decodeURIComponent(request.url?.slice(1) ?? '');
    response.setHeader('content-type', 'text/html; charset=utf-8').end(pages[name] ?? '');
  });
  const port = await freePort();
  await new Promise<void>((resolve) => site.listen(port, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${port}`;
  await service.operate('origin', String(projectId), origin);
  const { results } = (await (
    await service.get(`/finder?format=json&limit=1&q=species&key=${key}`)
  ).json()) as {
    results: { url: string }[];
  };
  const ownPage = new URL(results[0]?.url ?? '').pathname;
  const browser = await chromium.launch({
    executablePath: await pathOf('chromium'),
    args: ['--disable-gpu', '--no-first-run', ...(isRoot ? ['--no-sandbox'] : [])],
  });

  const of = (names: string[], start: string) => names.map((name) => ({ name, address: start + name }));
  const embedding = await inTurn(browser, of(Object.keys(pages), `${origin}/`), service.baseUrl);
  const own = await inTurn(browser, of(['/', '/finder', ownPage], service.baseUrl), service.baseUrl);

  const [load] = loadavg();
  console.log(
    `\nPage cost on a phone: ${slower}× slower processor, 1.6 Mbit/s, 150 ms; ${rounds} visits each in turn, medians; ` +
      `load of the machine ${load?.toFixed(1)}`,
  );
  print(embedding, true);
  print(own, false);
  for (const name of ['with the message', 'with the finder'])
    console.log(`Requests ${name}:`, embedding.get(name)?.[0]?.requests.join(', '));
  await browser.close();
  site.close();
  await service[Symbol.asyncDispose]();
}
