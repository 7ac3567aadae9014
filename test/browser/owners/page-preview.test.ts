/** The preview of a project's page next to its form, in a browser: with a script and without, wide and on a phone. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { addProject, newKey } from '../../server/scene.ts';
import { ofThisTry } from '../../set-up/browser/of-this-try.ts';
import type { Service } from '../../set-up/service/start-service.ts';
import { faultsOf } from '../checks/accessible.ts';
import { startJourneys, type Journeys } from '../journey.ts';
import { signIn } from '../participants/member.ts';

let service: Service;
let newPerson: Journeys['newPerson'];

beforeAll(async () => {
  ({ service, newPerson } = await startJourneys('sqlite', {}, 'shell'));
});

const begin = async (page: Page, host: string) => {
  await page.goto(`${service.baseUrl}/add`);
  await page.getByLabel('Address of your project’s own page').fill(`http://${ofThisTry(host)}.invalid/`);
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('heading', { name: 'The project', exact: true }).waitFor();
};
const openPart = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).click();
const sheet = (page: Page) => page.locator('.page-sheet');
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

test('the preview follows while one types; its fold stays, and nothing in it can be reached', async () => {
  await using person = await newPerson({ width: 1280 });
  const { page } = person;
  await begin(page, 'follows');
  await page.getByText('Needed before it can be published').waitFor();
  await page.getByLabel('Name of the project').fill('Dragonfly Days');
  await sheet(page).getByText('Dragonfly Days').waitFor();
  await openPart(page, 'Taking part');
  await page.getByLabel('Goal').fill('Know the dragonflies');
  await page.getByLabel('Takes place indoors').uncheck();
  await sheet(page).getByText('Know the dragonflies').waitFor();
  await sheet(page).getByText('Outdoors', { exact: true }).waitFor();
  const reached = () =>
    page.evaluate(() => {
      const links = [...document.querySelectorAll<HTMLElement>('.page-sheet :is(a, button, input)')];
      return {
        links: links.length,
        focused: links.filter((each) => (each.focus(), each.matches(':focus'))).length,
      };
    });
  await expect.poll(async () => (await reached()).links).toBeGreaterThan(0);
  await expect.poll(async () => (await reached()).focused).toBe(0);
  await page.getByText('Preview of the project’s page').click();
  await expect.poll(() => sheet(page).isVisible()).toBe(false);
  await page.getByLabel('Task').fill('Count them');
  await expect.poll(() => sheet(page).textContent()).toContain('Count them');
  await expect.poll(() => sheet(page).isVisible()).toBe(false);
  await page.getByText('Preview of the project’s page').click();
  expect(await faultsOf(page, 'form with a preview')).toEqual([]);
});

test('a part that is drawn again keeps the focus at the same link', async () => {
  await using person = await newPerson({ width: 1280 });
  const { page } = person;
  await begin(page, 'focus');
  const link = page.locator('#page-preview [data-drawn] a:not([inert] *)').last();
  await link.waitFor();
  const name = await link.textContent();
  await link.evaluate((one) => ((one as HTMLElement).dataset['before'] = 'yes'));
  await openPart(page, 'Taking part');
  await page.getByLabel('Goal').fill('Know the dragonflies');
  await link.focus();
  await sheet(page).getByText('Know the dragonflies').waitFor();
  const focused = page.locator('#page-preview a:focus');
  expect([await focused.textContent(), await focused.getAttribute('data-before')]).toEqual([name, null]);
});

test('a draft that cannot be kept just now: why, and it is kept with the next text', async () => {
  await using person = await newPerson({ width: 390 });
  const { page } = person;
  await begin(page, 'unkept');
  const drafts = `${service.baseUrl}/add/**`;
  await page.route(drafts, (route) => route.fulfill({ status: 503, body: '' }));
  await openPart(page, 'Taking part');
  await page.getByLabel('Goal').fill('Know the newts');
  await page
    .getByText('Not saved yet: the service cannot take it just now (503). It is tried again')
    .waitFor();
  await page.unroute(drafts);
  await page.route(drafts, (route) => route.abort('connectionreset'));
  await page.getByLabel('Goal').fill('Know the frogs');
  await page.getByText('Not saved yet: there is no connection. It is tried again').waitFor();
  await page.unroute(drafts);
  await page.getByLabel('Goal').fill('Know the toads');
  await page.getByText('Saved.', { exact: true }).waitFor();
  await page.reload();
  await expect.poll(() => page.getByLabel('Goal').inputValue()).toBe('Know the toads');
});

test('without a script, on a phone: the form comes first, and the preview as a page leads back to it', async () => {
  await using person = await newPerson({ width: 390, more: { javaScriptEnabled: false } });
  const { page } = person;
  await begin(page, 'phone');
  const top = async (selector: string) => (await page.locator(selector).boundingBox())?.y ?? NaN;
  expect(await top('#project-form')).toBeLessThan(await top('#page-preview'));
  await page.getByLabel('Name of the project').fill('Donaudampfschifffahrtsgesellschaftskapitäne'.repeat(4));
  await page.getByLabel('Description', { exact: false }).first().fill('نعدّ الطيور على ضفة النهر.');
  await page.getByRole('button', { name: 'Preview as a whole page' }).click();
  await page.getByText('This is a preview.').waitFor();
  await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toContain('Donaudampf');
  await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0);
  await page.getByRole('link', { name: 'Back to the form' }).click();
  await expect.poll(() => page.getByLabel('Name of the project').inputValue()).toContain('Donaudampf');
  await expect.poll(() => sheet(page).textContent()).toContain('نعدّ الطيور');
  await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0);
});

test('the preview as a page has no fault, wide and narrow', async () => {
  await using person = await newPerson();
  const { page } = person;
  await begin(page, 'whole');
  await page.getByLabel('Name of the project').fill('Whole Page');
  await page.getByRole('button', { name: 'Preview as a whole page' }).click();
  await page.getByText('This is a preview.').waitFor();
  expect(await faultsOf(page, 'preview as a page')).toEqual([]);
});

test('the Edit tab shows what is typed, in a new tab as well, and saves nothing until somebody presses Save', async () => {
  await using person = await newPerson({ width: 1280 });
  const { page } = person;
  const address = ofThisTry('edits@example.org');
  const id = await addProject(service, await newKey(service, address), ofThisTry('Edited Newts'), {
    goal: 'Count newts',
  });
  await service.operate('publish', String(id));
  await signIn(page, service, address);
  const edit = `${service.baseUrl}/project/${id}/edit`;
  await page.goto(edit);
  await sheet(page).getByText('Count newts').waitFor();
  await openPart(page, 'Taking part');
  await page.getByLabel('Goal').fill('Count toads');
  await sheet(page).getByText('Count toads').waitFor();
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('button', { name: 'Preview as a whole page (new tab)' }).click(),
  ]);
  await tab.getByText('Count toads').waitFor();
  await tab.getByText('nothing is saved yet').waitFor();
  await tab.close();
  await expect.poll(() => page.getByLabel('Goal').inputValue()).toBe('Count toads');
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await page.getByText('Nothing is saved yet').waitFor();
  await expect.poll(() => page.getByLabel('Goal').inputValue()).toBe('Count toads');
  expect(await faultsOf(page, 'edit with a preview')).toEqual([]);
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  // The text is not saved: the browser asks before it is lost. Afterwards there is nothing to lose.
  await page.goto(edit);
  await expect.poll(() => page.getByLabel('Goal').inputValue()).toBe('Count newts');
  expect(asked).toEqual(['beforeunload']);
  await page.goto(edit);
  await openPart(page, 'Taking part');
  await page.getByLabel('Goal').fill('Count frogs');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  expect(asked).toEqual(['beforeunload']);
});
