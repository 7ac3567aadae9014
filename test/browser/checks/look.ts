/** Looks at a state of a page as people do: axe, narrow windows, the keyboard, forced colours, paper, and from right to left. */
import type { BrowserContext, Page } from 'playwright-core';
import { checker, faultsOf } from './accessible.ts';
import { walkFaults } from './keyboard-walk.ts';

/** An A4 page with usual margins, in CSS pixels. */
const paperWidth = 680;

/** On paper nothing is cut off at the side, and controls that only a screen has are left out. */
async function paperFaults(page: Page, shown: string): Promise<string[]> {
  const size = page.viewportSize() ?? { width: 1280, height: 900 };
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: paperWidth, height: 960 });
  const faults = await page.evaluate(() => {
    const wider = document.documentElement.scrollWidth - innerWidth;
    const links = document.querySelector('.site-header nav')?.checkVisibility() ?? false;
    return [
      ...(wider > 0 ? [`${wider} pixels wider than the paper`] : []),
      ...(links ? ['the links of the header are printed'] : []),
    ];
  });
  await page.emulateMedia({ media: null });
  await page.setViewportSize(size);
  return faults.map((fault) => `${shown}, on paper: ${fault}`);
}

/** Checks the current page in every way, and the way of the Tab key in a wide and in a narrow window. */
export const looker = (faults: string[]) => {
  const check = checker(faults);
  return async (page: Page, shown: string): Promise<void> => {
    const size = page.viewportSize() ?? { width: 1280, height: 900 };
    for (const width of [1280, 390]) {
      await page.setViewportSize({ ...size, width });
      faults.push(...(await walkFaults(page, `${shown}, ${width}`)));
    }
    await page.setViewportSize(size);
    faults.push(...(await paperFaults(page, shown)));
    await check(page, shown);
  };
};

/** Checks addresses from right to left, in Arabic. */
export async function lookFromTheRight(
  context: BrowserContext,
  baseUrl: string,
  paths: string[],
  faults: string[],
): Promise<void> {
  await context.addCookies([{ name: 'language', value: 'ar', url: baseUrl }]);
  const page = await context.newPage();
  for (const path of paths) {
    const shown = `${path.replace(/\?.*/, '')} from the right`;
    await page.goto(baseUrl + path);
    if ((await page.locator('html').getAttribute('dir')) !== 'rtl') faults.push(`${shown}: is not Arabic`);
    await page.setViewportSize({ width: 390, height: 844 });
    faults.push(...(await walkFaults(page, shown)), ...(await faultsOf(page, shown)));
  }
  await page.close();
  await context.clearCookies({ name: 'language' });
}
