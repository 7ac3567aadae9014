/**
 * Accessibility checks of the current page: axe, at two widths and in two colour schemes, and a very narrow window in
 * narrow and wide fonts.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import type { AxeResults, RunOptions } from 'axe-core';
import { fonts, setIn } from '../../set-up/browser/fonts.ts';
import { give } from '../../set-up/browser/page-scripts.ts';
import { animationsEnded } from './animations.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Each width and each scheme once: what only both together would show is not worth twice the time. Every other page has
 * the other two.
 */
const surroundings = [
  [{ width: 1280, colorScheme: 'light' } as const, { width: 390, colorScheme: 'dark' } as const],
  [{ width: 1280, colorScheme: 'dark' } as const, { width: 390, colorScheme: 'light' } as const],
];

const options: RunOptions = {
  resultTypes: ['violations'],
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  // It reads all style sheets each time, half of the work, for the rule that test/architecture.test.ts has instead.
  rules: { 'css-orientation-lock': { enabled: false } },
  preload: false,
};

type WithAxe = { axe?: { run: (options: RunOptions) => Promise<AxeResults> }; loadAxe: () => void };

/** Returns one line per fault, under the name of the state; restores the window. */
export async function faultsOf(page: Page, shown: string): Promise<string[]> {
  const size = page.viewportSize() ?? { width: 1280, height: 900 };
  const faults: string[] = [];
  await give(page, 'loadAxe', `() => { ${axe} }`);
  await page.evaluate(() => {
    const { axe, loadAxe } = window as unknown as WithAxe;
    if (!axe) loadAxe();
  });
  // A button that is not active yet is pale for half a second.
  await animationsEnded(page.locator(':root'));
  for (const { width, colorScheme } of surroundings[shown.length % 2] ?? []) {
    await page.setViewportSize({ ...size, width });
    await page.emulateMedia({ colorScheme });
    const { violations } = await page.evaluate(
      (asked) => (window as unknown as Required<WithAxe>).axe.run(asked),
      options,
    );
    for (const { id, nodes } of violations)
      for (const { target, failureSummary } of nodes)
        faults.push(`${shown}, ${width} ${colorScheme}: ${id} at ${target.join(' ')}: ${failureSummary}`);
  }
  await page.setViewportSize(size);
  faults.push(...(await narrowFaultsOf(page, shown)));
  await page.emulateMedia({ colorScheme: 'light' });
  return faults;
}

/** Returns a line for each font in which the page scrolls sideways at 320 pixels; restores the window. */
export async function narrowFaultsOf(page: Page, shown: string): Promise<string[]> {
  const size = page.viewportSize() ?? { width: 1280, height: 900 };
  const faults: string[] = [];
  await page.setViewportSize({ ...size, width: 320 });
  for (const font of fonts) {
    await setIn(page, font);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (overflow > 0) faults.push(`${shown}, 320, ${font} font: ${overflow} pixels wider than the window`);
  }
  await page.setViewportSize(size);
  return faults;
}

/** Checks a page with axe, at 320 pixels (400 % zoom), and for the outlines of its controls in forced colours. */
export const checker = (faults: string[]) => async (page: Page, shown: string) => {
  faults.push(...(await faultsOf(page, shown)));
  await page.emulateMedia({ forcedColors: 'active' });
  const bare = await page
    .locator('main :is(button, a.button, input, select, textarea)')
    .evaluateAll((controls) =>
      controls
        .filter((one) => one.checkVisibility() && !one.matches('.link, [type=checkbox], [type=radio]'))
        .filter((one) => getComputedStyle(one).borderTopStyle === 'none')
        .map((one) => one.outerHTML.slice(0, 80)),
    );
  faults.push(...bare.map((one) => `${shown}, forced colours: no outline of ${one}`));
  await page.emulateMedia({ forcedColors: 'none' });
};
