/** Chromium, whole or as its headless shell: both block third-party cookies, as Safari and Firefox do. */
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { inject } from 'vitest';
import { afterFile } from '../after-file.ts';
import { patience } from '../patience.ts';
import { isRoot } from '../programs/installed.ts';

const flags = [
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
  // Fresh contexts block third-party cookies by default in current versions of Chromium; this requests it in others.
  '--test-third-party-cookie-phaseout',
  ...(isRoot ? ['--no-sandbox'] : []),
];

/** The headless shell blocks third-party cookies only with both features; playwright disables the second. */
const shellFlags = [
  '--enable-features=ForceThirdPartyCookieBlocking,ThirdPartyStoragePartitioning',
  '--disable-features=AvoidCorsURLLoaderRestartOnRedirect,AvoidUnnecessaryBeforeUnloadCheckSync,PaintHolding',
];

export type ContextOptions = {
  /** CSS pixels; by default 1280. */
  width?: number;
  /** CSS pixels; by default 900. */
  height?: number;
  colorScheme?: 'light' | 'dark';
  /** Any other option of playwright-core, such as `locale` or `javaScriptEnabled`. */
  more?: BrowserContextOptions;
};

/** Collects the problems in the pages of a context, one line each; for `expect(problems).toEqual([])`. */
const collectProblems = (page: Page, problems: string[]) => {
  page.on('pageerror', (error) => problems.push(`page error on ${page.url()}: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    // The address that did not load; the text does not name it.
    problems.push(`console error on ${page.url()}: ${message.text()} (${message.location().url})`);
  });
};

/**
 * `whole` is all of a participant's browser. `shell` is the same engine without the user interface: a context takes a
 * sixth of the processor time, a page a third. It has no FedCM and no popup blocker. Where it is not installed, the
 * whole browser takes its place.
 */
export type Program = 'whole' | 'shell';

const launch = (program: Program): Promise<Browser> => {
  const shellPath = program === 'shell' ? inject('shellPath') : undefined;
  return chromium.launch({
    executablePath: shellPath ?? inject('browserPath'),
    args: shellPath === undefined ? flags : [...flags, ...shellFlags],
    headless: true,
    // This flag would allow popups without a click, which no participant's browser does.
    ignoreDefaultArgs: ['--disable-popup-blocking'],
  });
};

/** The browsers of this worker: each ends with it. */
const launched = new Map<Program, Promise<Browser>>();

/** The worker's browser, launched when the first file needs it, and again if it has crashed since. */
const browserOf = async (program: Program): Promise<Browser> => {
  const running = await launched.get(program)?.catch(() => undefined);
  if (running?.isConnected()) return running;
  const launching = launch(program);
  launched.set(program, launching);
  return launching;
};

/** For `beforeAll`; then one fresh context per test. Contexts that are still open close after the file. */
export const openBrowser = async (program: Program = 'whole') => {
  const browser = await browserOf(program);
  afterFile(() => Promise.all(browser.contexts().map((context) => context.close())));

  /** A new visitor: no cookies, no storage, and a first page. */
  const freshContext = async ({
    width = 1280,
    height = 900,
    colorScheme = 'light',
    more,
  }: ContextOptions = {}) => {
    const context = await browser.newContext({
      viewport: { width, height },
      colorScheme,
      locale: 'en-GB',
      reducedMotion: 'reduce',
      ...more,
    });
    context.setDefaultTimeout(patience);
    const problems: string[] = [];
    context.on('page', (page) => collectProblems(page, problems));
    return {
      context,
      page: await context.newPage(),
      problems,
      [Symbol.asyncDispose]: () => context.close(),
    };
  };

  return { browser, freshContext };
};
