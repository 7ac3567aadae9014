/** A person's actions, and the pages that they see, on the service's own site. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { mailedLink } from '../../server/scene.ts';
import { messageOn, mailTo } from '../partner.ts';
import type { Service } from '../../set-up/service/start-service.ts';

export const operator = 'operator@example.org';

/** Opens a mailed link and presses its first button, which says of a newcomer that they are of age. */
export async function followSignInLink(page: Page, link: string) {
  await page.goto(link);
  await page.locator('main form').getByRole('button').first().click();
}

/** Signs in on the pages, as a person does; for tests about what the browser learns from them. */
export async function signInOnPages(page: Page, service: Service, address: string) {
  await page.goto(`${service.baseUrl}/sign-in`);
  await page.getByLabel('Email address').fill(address);
  await page.getByRole('button', { name: 'Email me a link' }).click();
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
  const { links } = await mailTo(service, address, /^Sign in/);
  await followSignInLink(page, links[0] ?? '');
  await page.waitForURL('**/me');
}

/** Posts a form of ours with the cookies of the page's browser, which keeps those of the reply. */
const postFrom = (page: Page, service: Service, path: string, form: Record<string, string>) =>
  page.context().request.post(service.baseUrl + path, {
    form,
    headers: { origin: service.baseUrl },
    maxRedirects: 0,
  });

async function follow(page: Page, service: Service, link: string) {
  // A page that waits for a sign-in would go on by itself, in the middle of what follows.
  await page.goto('about:blank');
  expect((await postFrom(page, service, link, { of_age: 'yes' })).status()).toBe(303);
  await page.goto(`${service.baseUrl}/me`);
}

/** Signs in without the pages in between, whose loading takes much longer; leaves the page at /me. */
export async function signIn(page: Page, service: Service, address: string) {
  expect((await postFrom(page, service, '/sign-in', { email: address })).status()).toBe(200);
  await follow(page, service, await mailedLink(service, address.toLowerCase()));
}

/** Signs in as the operator, who manages the demonstration's projects, in the same way. */
export async function signInAsOperator(page: Page, service: Service) {
  const { json } = await service.operator<{ link: string }>('sign-in-link', operator);
  await follow(page, service, new URL(json.link).pathname);
}

/** The credited contributions on /me, which is open: one line per project, or nothing. */
const creditedOn = (page: Page) =>
  page.locator('section[aria-labelledby="credited"] li.card .byline').allInnerTexts();

export async function profileOf(page: Page, service: Service) {
  await page.goto(`${service.baseUrl}/me`);
  return creditedOn(page);
}

/** The sites that may credit: one line for each. */
export async function grantsOf(page: Page, service: Service) {
  await page.goto(`${service.baseUrl}/account?open=grants`);
  await page.locator('#grants').waitFor();
  return page.locator('#grants li.card .byline').allInnerTexts();
}

/** Checks that this person has agreed to nothing: no site may credit them, and nothing is on their profile. */
export async function nothingGiven(page: Page, service: Service) {
  expect(await grantsOf(page, service)).toEqual([]);
  expect(await profileOf(page, service)).toEqual([]);
}

/** A project's Stats: its total, and the sums of the days that have contributions, by source. */
export async function statsOf(page: Page, service: Service, projectId: number) {
  await page.goto(`${service.baseUrl}/project/${projectId}/stats`);
  const tile = page
    .locator('.tiles li')
    .filter({ hasText: /contributions? in all$/ })
    .locator('strong');
  await tile.or(page.getByRole('heading', { name: 'No contributions yet' })).waitFor();
  if (!(await tile.isVisible())) return { events: 0, rows: [] };
  const rows = await page
    .locator('[aria-labelledby="figure-contributions"] table tbody tr')
    .evaluateAll((all) =>
      all.flatMap((row) => {
        const heads = [...(row.closest('table')?.querySelectorAll('thead th') ?? [])].slice(1);
        const cells = [...row.querySelectorAll('td')].map(
          (cell, at) => `${heads[at]?.textContent} ${cell.textContent}`,
        );
        return cells.at(-1) === 'Total 0' ? [] : [cells.join(' · ')];
      }),
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
