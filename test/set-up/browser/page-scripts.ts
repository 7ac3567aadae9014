/** Large scripts and data of the tests in a page: they are sent once, and are there again after each navigation. */
import type { Page } from 'playwright-core';

const given = new WeakMap<Page, Set<string>>();

/** Sets a global variable of the page, and of every page that it goes to from now on, to an expression. */
export async function give(page: Page, name: string, expression: string): Promise<void> {
  if (await page.evaluate((asked) => asked in window, name)) return;
  const script = `void (window.${name} = ${expression});`;
  const names = given.get(page) ?? new Set();
  given.set(page, names);
  if (!names.has(name)) await page.addInitScript(script);
  names.add(name);
  // Evaluated, not added as an element, which the page's policy would forbid.
  await page.evaluate(script);
}
