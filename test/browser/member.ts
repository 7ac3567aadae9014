/** A person's actions, and the pages that they see, on the service's own site. */
import type { Page } from 'playwright-core';
import { messageOn, mailTo } from './partner.ts';
import type { Service } from '../set-up/start-service.ts';

export const operator = 'operator@example.org';

/** Opens a mailed link and presses its one button; a newcomer first confirms their age. */
export async function followSignInLink(page: Page, link: string) {
  await page.goto(link);
  const age = page.getByLabel('I am 16 or older');
  if (await age.isVisible()) await age.check();
  await page.locator('main form').getByRole('button').click();
}

export async function signIn(page: Page, service: Service, address: string) {
  await page.goto(`${service.baseUrl}/sign-in`);
  await page.getByLabel('E-mail address').fill(address);
  await page.getByRole('button', { name: 'Mail me a link' }).click();
  await page.getByRole('heading', { name: 'Look into your mail' }).waitFor();
  const { links } = await mailTo(service, address, /^Sign in/);
  await followSignInLink(page, links[0] ?? '');
  await page.waitForURL('**/me');
}

/** Signs in as the operator, who manages the demonstration's projects. */
export async function signInAsOperator(page: Page, service: Service) {
  const { json } = await service.operator<{ link: string }>('sign-in-link', operator);
  await followSignInLink(page, json.link);
  await page.waitForURL('**/me');
}

/** The credited contributions on /me: one line per project, or nothing. */
export async function profileOf(page: Page, service: Service) {
  await page.goto(`${service.baseUrl}/me`);
  const cards = page.locator('section[aria-labelledby="credited"] li.card');
  return cards.locator('.byline').allInnerTexts();
}

/** The sites that may credit, as /me lists them. */
export async function grantsOf(page: Page, service: Service) {
  await page.goto(`${service.baseUrl}/me`);
  return page.locator('section[aria-labelledby="grants"] li.card .byline').allInnerTexts();
}

/** A project's Stats: its total, and the rows of its table without their day. */
export async function statsOf(page: Page, service: Service, projectId: number) {
  await page.goto(`${service.baseUrl}/project/${projectId}/stats`);
  const tile = page
    .locator('.tiles li')
    .filter({ hasText: /contributions?$/ })
    .locator('strong');
  await tile.or(page.getByRole('heading', { name: 'No contributions yet' })).waitFor();
  if (!(await tile.isVisible())) return { events: 0, rows: [] };
  const rows = await page
    .locator('table tbody tr')
    .evaluateAll((all) =>
      all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent).join(' · ')),
    );
  return { events: Number(await tile.innerText()), rows };
}

/** Presses "Credit me" or a similar button on a partner's page, and returns the window that opens. */
export async function popupOf(page: Page, name: string) {
  const opening = page.waitForEvent('popup');
  await messageOn(page).getByRole('button', { name, exact: true }).click();
  return opening;
}

/** Presses a button of the window, which may close before the press has finished. */
export async function answer(popup: Page, name: 'Credit me' | 'Not now') {
  try {
    await popup.getByRole('button', { name }).click();
  } catch (error) {
    if (!popup.isClosed()) throw error;
  }
}

/** Presses the window's "Credit me" once it is active: the other button shows when it became inactive. */
export async function sayYes(popup: Page) {
  await popup.getByRole('button', { name: 'Not now' }).waitFor();
  await answer(popup, 'Credit me');
}
