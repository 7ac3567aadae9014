/** Moves with the Tab key as a person does who has no mouse: each stop on the way must be seen. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

type Focused = { name: string; element: string; outline: string; isInView: boolean };

/** The focused element, through shadow roots: its name, and how its focus is shown. */
export const focused = (page: Page) =>
  page.evaluate((): Focused => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    if (!element) return { name: '', element: '', outline: '', isInView: false };
    const labels = (element as HTMLInputElement).labels ?? [];
    const { top, bottom } = element.getBoundingClientRect();
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return {
      name: [...labels, element]
        .map(({ textContent }) => textContent?.replace(/\s+/g, ' ').trim())
        .join(' ')
        .trim(),
      element: element.localName,
      outline: `${outlineStyle} ${outlineWidth}`,
      isInView: bottom > 0 && top < innerHeight,
    };
  });

/** Presses Tab until this has the focus; each stop on the way must be visible. */
export async function tabTo(page: Page, name: RegExp, element = '') {
  for (let stops = 0; stops < 40; stops++) {
    await page.keyboard.press('Tab');
    const now = await focused(page);
    if (now.name !== '')
      expect(now).toMatchObject({ outline: expect.not.stringMatching(/^none|\b0px/), isInView: true });
    if (name.test(now.name) && now.element.includes(element)) return;
  }
  throw new Error(`No stop of the Tab key is called ${name}.`);
}

/** Presses a key on what the Tab key leads to, once it is active: buttons of our pages are not for half a second. */
export async function press(page: Page, name: RegExp, key = 'Enter') {
  await tabTo(page, name);
  await page.waitForFunction(() => document.activeElement?.ariaDisabled !== 'true');
  await page.keyboard.press(key);
}
