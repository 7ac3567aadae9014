/**
 * The pages on which people get an account, keys and a project, in every state: axe, a window of 320 pixels (400 % zoom
 * of 1280), forced colours, and the way of the Tab key. They are drawn from data as the service draws them.
 */
import { readFileSync } from 'node:fs';
import type { Page as BrowserPage } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { Frame, Page } from '../../../src/contract/pages.ts';
import { htmlOf } from '../../../server/mail/html.ts';
import { renderPage } from '../../../src/pages/render.tsx';
import { openBrowser } from '../../set-up/browser/browser.ts';
import { startService, type Service } from '../../set-up/service/start-service.ts';
import { checker, narrowFaultsOf } from '../checks/accessible.ts';
import { startDrawnSite } from '../checks/drawn-site.ts';
import { walkFaults } from '../checks/keyboard-walk.ts';
import { pageStates } from '../checks/page-states.ts';
import { sameNames } from '../checks/same-names.ts';

const shell = readFileSync(new URL('../../../dist/client/index.html', import.meta.url), 'utf8');

let service: Service;
let page: BrowserPage;
let shown: Page;
/** The address at which the page is drawn. */
let drawn: string;

beforeAll(async () => {
  const [{ freshContext }, started] = await Promise.all([openBrowser('shell'), startService('sqlite')]);
  service = started;
  ({ page } = await freshContext());
  const frame: Frame = {
    serviceName: 'Manyhands',
    baseUrl: service.baseUrl,
    slug: 'service',
    ownPages: [{ name: 'imprint', address: 'https://manyhands.example/imprint' }],
    visitor: { name: 'Ada', role: 'operator' },
  };
  // Only the document is ours: styles, scripts and drawings are those of the service.
  drawn = await startDrawnSite(service.baseUrl, '/drawn', () => renderPage(shell, shown, frame, '/drawn'));
});

const open = async (state: Page) => {
  shown = state;
  await page.goto(drawn);
};

test('a mail with a long address is no wider than a phone', async () => {
  const address = `${service.baseUrl}/sign-in/${'pEvnijQJIcKcQnuWbTpT6wbmVNkqdlRAkhjfEZ'.repeat(4)}`;
  await page.goto(`${service.baseUrl}/live`);
  await page.setContent(htmlOf(`Open this link:\n\n${address}\n\nThen go on.`));
  expect(await narrowFaultsOf(page, 'mail')).toEqual([]);
});

test.each(pageStates())('$name', async ({ name, page: state, crowded }) => {
  const faults: string[] = [];
  await open(state);
  faults.push(...(await walkFaults(page, 'usual')));
  await checker(faults)(page, name);
  await open(crowded);
  faults.push(...(await sameNames(page)), ...(await narrowFaultsOf(page, 'crowded')));
  expect(faults).toEqual([]);
});
