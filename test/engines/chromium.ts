/** Chromium behind the same few actions as the other engines. */
import type { Page } from 'playwright-core';
import { openBrowser } from '../set-up/browser/browser.ts';
import type { Engine, Tab } from './tab.ts';

const tabOf = (page: Page): Tab => {
  const windows: Page[] = [];
  page.on('popup', (popup) => windows.push(popup));
  return {
    open: async (address) => void (await page.goto(address)),
    reload: async () => void (await page.reload()),
    evaluate: (source) => page.evaluate<string>(`(${source})()`),
    pressAt: (x, y) => page.mouse.click(x, y),
    keys: (text) => page.keyboard.type(text),
    opened: () => Promise.resolve(windows.filter((popup) => !popup.isClosed()).map(tabOf)),
  };
};

export async function startChromium(proxy: number): Promise<Engine> {
  const { freshContext } = await openBrowser();
  return {
    async newBrowser() {
      const more = { ignoreHTTPSErrors: true, proxy: { server: `http://127.0.0.1:${proxy}` } };
      const { context, page, problems } = await freshContext({ more });
      return { tab: tabOf(page), problems, close: () => context.close() };
    },
    // The browser ends with the test file, as in every test with Chromium.
    stop: () => Promise.resolve(),
  };
}
