/** Every journey in each of an engine's combinations. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authorizing, authorizingAt } from './authorizing.ts';
import { hostilePage } from './hostile.ts';
import { builder, finder, journeys } from './journeys.ts';
import { registering } from './registering.ts';
import { ofThisTry } from '../set-up/browser/of-this-try.ts';
import { type Combination, combinations, setScene } from './scene.ts';
import type { Browser, Engine } from './tab.ts';
import { signIn } from './journey-steps.ts';
import { unencrypted } from './unencrypted.ts';

/** Going on leaves pages while their scripts arrive, which some browsers report. */
const isOfPage = (problem: string) => !problem.includes('dynamically imported module');

/** `start` gets the port of a proxy, the only host that the engine's browsers can reach. */
export function allJourneys(tried: Combination[], start: (proxy: number) => Promise<Engine>) {
  let engine: Engine | undefined;
  let scene: Awaited<ReturnType<typeof setScene>>;
  // One browser for all, because each combination is another site. After a failure, which may leave data behind, a new
  // one.
  let browser: Browser | undefined;
  let browsers = 0;
  const member = () => `member-${browsers}@example.org`;

  beforeAll(async () => {
    scene = await setScene();
    engine = await start(scene.proxy);
  });
  afterAll(() => engine?.stop());

  const signedIn = async () => {
    browser = await engine?.newBrowser();
    if (!browser) throw new Error('The engine did not start.');
    browsers++;
    await signIn(browser.tab, scene.service, member());
    return browser;
  };

  // It credits nothing and opens no window, so one combination is enough, and a visitor who is not signed in.
  test('the finder and the builder', async () => {
    const [combination] = combinations.filter(
      ({ scheme, policy }) => scheme === 'https' && policy === 'strict CSP',
    );
    if (!combination) throw new Error('There is no such combination.');
    const visitor = await engine?.newBrowser();
    if (!visitor) throw new Error('The engine did not start.');
    await finder(visitor.tab, scene.placeOf(combination, ''));
    expect(visitor.problems).toEqual([]);
    await signIn(visitor.tab, scene.service, ofThisTry('owner-of-widgets@example.org'));
    await builder(visitor.tab, scene.placeOf(combination, ''));
    expect(visitor.problems.filter(isOfPage)).toEqual([]);
    await visitor.close();
  });

  test.each(tried)('$scheme, $policy, $way', async (combination) => {
    try {
      const { tab, problems } = browser ?? (await signedIn());
      const place = scene.placeOf(combination, member());
      for (const [name, journey] of Object.entries(combination.scheme === 'https' ? journeys : unencrypted))
        await journey(tab, place).catch((error: unknown) => {
          throw Object.assign(error as Error, { message: `${name}: ${(error as Error).message}` });
        });
      expect(problems.filter(isOfPage)).toEqual([]);
    } catch (error) {
      await browser?.close().catch(() => undefined);
      browser = undefined;
      throw error;
    }
  });

  test('a project is registered, asked about and published', async () => {
    const opened: Browser[] = [];
    const newTab = async () => {
      const one = await engine?.newBrowser();
      if (!one) throw new Error('The engine did not start.');
      opened.push(one);
      return one.tab;
    };
    try {
      await registering(newTab, { service: scene.service, name: ofThisTry('new') });
      expect(opened.flatMap(({ problems }) => problems).filter(isOfPage)).toEqual([]);
    } finally {
      for (const one of opened) await one.close().catch(() => undefined);
    }
  });

  test('a hostile page sees the same of a member and of a stranger', async () => {
    const one = await engine?.newBrowser();
    const others: Browser[] = [];
    try {
      if (one) await signIn(one.tab, scene.service, ofThisTry('watched@example.org'));
      // Only then: its window hides the first one, whose buttons then wait.
      const other = await engine?.newBrowser();
      if (!one || !other) throw new Error('The engine did not start.');
      others.push(other);
      await hostilePage(one.tab, other.tab, scene.placeOf(authorizingAt, ''));
    } finally {
      for (const each of [one, ...others]) await each?.close().catch(() => undefined);
    }
  });

  // In a browser of its own, in which nobody is signed in yet.
  test('a site that people authorize', async () => {
    const own = await engine?.newBrowser();
    if (!own) throw new Error('The engine did not start.');
    try {
      await authorizing(own.tab, scene.placeOf(authorizingAt, ''));
      // The forged form gets a 403, which browsers report. WebKit’s driver reports nothing.
      expect(own.problems.filter((problem) => /content.security.policy/i.test(problem))).toEqual([]);
    } finally {
      await own.close().catch(() => undefined);
    }
  });
}
