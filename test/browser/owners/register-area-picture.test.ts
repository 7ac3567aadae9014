/** The form of `/add` in a browser: its picture as a file, and its area on the map by pointer and by keyboard. */
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Service } from '../../set-up/service/start-service.ts';
import { startSite } from '../../server/projects/registering.ts';
import { faultsOf } from '../checks/accessible.ts';
import { startJourneys, type Journeys } from '../journey.ts';

let site: Awaited<ReturnType<typeof startSite>>;
let service: Service;
let newPerson: Journeys['newPerson'];

beforeAll(async () => {
  site = await startSite({ '/moths': { status: 200, body: '<title>Moth Hours</title>' } });
  ({ service, newPerson } = await startJourneys('sqlite', { FETCH_FROM: site.host }, 'shell'));
});
afterAll(() => site[Symbol.asyncDispose]());

const begin = async (page: Page) => {
  await page.goto(`${service.baseUrl}/add`);
  await page.getByLabel('Address of your project’s own page').fill(site.url('/moths'));
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('heading', { name: 'The project', exact: true }).waitFor();
};
const photo = async (background: string) => ({
  name: 'moths.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 800, height: 600, channels: 3, background } })
    .png()
    .toBuffer(),
});
/** The map is there for the answers that it can give. */
const openMap = async (page: Page) => {
  await page.getByRole('heading', { name: 'Where it takes place' }).click();
  await page.getByLabel('In an outline or at points').check();
};
const openPictures = (page: Page) => page.getByRole('heading', { name: 'Picture and links' }).click();
const status = (page: Page) => page.locator('.region-map [role=status]');
const outline = (page: Page) =>
  page
    .locator('[name=regions]')
    .inputValue()
    .then((text) =>
      text === '' ? [] : ((JSON.parse(text) as { coordinates: [number, number][][] }).coordinates[0] ?? []),
    );
const way = (page: Page) => page.locator('[name=where]:checked').getAttribute('value');

test('with a script: a picture is kept when it is chosen, and shown on the card', async () => {
  await using person = await newPerson();
  const { page } = person;
  await begin(page);
  await openPictures(page);
  await page.getByLabel('Upload a file').setInputFiles(await photo('#2a7'));
  await page.getByAltText('The picture that you uploaded').waitFor();
  await page.locator('#preview img[src$="-640.webp"]').waitFor();
  const kept = () => page.locator('[data-draft-status]').textContent();
  await expect.poll(kept).toBe('Saved.');
  await page.getByLabel('Name of the project').fill('Moth Hours at Night');
  await page.locator('#preview').getByText('Moth Hours at Night').waitFor();
  // A wrong file: the reason is next to the field, and the first picture stays.
  await page
    .getByLabel('Upload another file')
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await page.getByText('Picture: is not a PNG').waitFor();
  await page.getByAltText('The picture that you uploaded').waitFor();
  await expect.poll(kept).toBe('Saved, without the picture.');
  expect(await faultsOf(page, 'form with a picture')).toEqual([]);
});

test('without a script: the picture is sent with the form; there is no map', async () => {
  await using person = await newPerson({ more: { javaScriptEnabled: false } });
  const { page } = person;
  await begin(page);
  await openPictures(page);
  await page.getByLabel('Upload a file').setInputFiles(await photo('#72a'));
  await page.getByRole('button', { name: 'Save and preview' }).click();
  await openPictures(page);
  await page.getByAltText('The picture that you uploaded').waitFor();
  await expect.poll(() => page.locator('[data-region-map]').isVisible()).toBe(false);
  await page.getByText('required fields answered').waitFor();
});

test.each([
  ['a wide screen', 1280],
  ['a phone', 360],
])('the area by pointer, on %s', async (_, width) => {
  await using person = await newPerson({ width });
  const { page } = person;
  await begin(page);
  await openMap(page);
  const map = page.getByRole('application', { name: 'Map for setting the area' });
  await map.scrollIntoViewIfNeeded();
  const box = (await map.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const click = (x: number, y: number) => map.click({ position: { x: x * box.width, y: y * box.height } });
  await page.getByRole('button', { name: 'Set corners' }).click();
  for (const [x, y] of [
    [0.5, 0.3],
    [0.6, 0.3],
    [0.6, 0.45],
    [0.5, 0.45],
  ] as const)
    await click(x, y);
  await expect.poll(() => status(page).textContent()).toBe('An area with 4 corners.');
  await expect.poll(async () => (await outline(page)).length).toBe(5);
  await expect.poll(() => way(page)).toBe('drawn');
  // The whole world, from 80° north to 58° south: the left side is the meridian of Greenwich.
  const [[west = NaN, north = NaN] = []] = await outline(page);
  expect([Math.abs(west) < 3, Math.abs(north - 38.6) < 3]).toEqual([true, true]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => status(page).textContent()).toBe('An area with 3 corners.');
  await expect.poll(async () => (await outline(page)).length).toBe(4);
  // The draft is kept, and drawn next to the form.
  await page.locator('#preview svg.coverage').waitFor();
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect.poll(() => outline(page)).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await outline(page)).length).toBe(4);
  // Crossing lines are named before they are sent.
  for (const [x, y] of [
    [0.55, 0.2],
    [0.55, 0.6],
  ] as const)
    await click(x, y);
  await expect.poll(() => status(page).textContent()).toContain('Its lines cross each other');
  expect(await faultsOf(page, 'form with a map')).toEqual([]);
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await expect.poll(overflow).toBeLessThanOrEqual(0);
});

test('the area by keyboard: a circle, and it is what the draft has after a reload', async () => {
  await using person = await newPerson();
  const { page } = person;
  await begin(page);
  await openMap(page);
  const map = page.getByRole('application', { name: 'Map for setting the area' });
  await map.focus();
  for (const key of ['+', '+', '+', 'ArrowRight', 'ArrowUp']) await page.keyboard.press(key);
  await expect.poll(() => status(page).textContent()).toMatch(/^Cross at .*° N, .*° E\.$/);
  const cross = await status(page).textContent();
  for (const key of ['Control+ArrowUp', 'Alt+ArrowUp', 'Meta+ArrowUp', 'Control+Enter'])
    await page.keyboard.press(key);
  await expect.poll(() => status(page).textContent()).toBe(cross);
  await page.getByRole('button', { name: 'Draw a circle' }).focus();
  await page.keyboard.press('Enter');
  await map.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => status(page).textContent()).toContain('Now set the edge');
  for (const key of ['Shift+ArrowLeft', 'Shift+ArrowLeft', 'Space']) await page.keyboard.press(key);
  await expect.poll(() => status(page).textContent()).toMatch(/^A circle of [\d.]+ km around/);
  await expect.poll(() => way(page)).toBe('circle');
  await page.locator('#preview svg.coverage').waitFor();
  const fields = async () => [
    await page.locator('[name=circle_at]').inputValue(),
    await page.locator('[name=circle_km]').inputValue(),
  ];
  const before = await fields();
  await page.reload();
  await expect.poll(fields).toEqual(before);
  await expect.poll(() => way(page)).toBe('circle');
});

test('the map is searched by name; Enter there sends no form, and places of the same name are offered', async () => {
  await using person = await newPerson();
  const { page } = person;
  await begin(page);
  await openMap(page);
  const address = page.url();
  const ground = () => page.locator('.region-map image').getAttribute('href');
  const [field, world] = [page.getByLabel('Find a place on the map'), await ground()];
  await field.fill('Springfield');
  await field.press('Enter');
  await expect.poll(() => status(page).textContent()).toBe('Shown: Springfield, Missouri, United States.');
  const first = await ground();
  expect(first).not.toBe(world);
  await page.getByRole('button', { name: 'Springfield, Illinois, United States' }).click();
  await expect.poll(() => status(page).textContent()).toBe('Shown: Springfield, Illinois, United States.');
  expect(await ground()).not.toBe(first);
  await field.fill('nowhere at all');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page.getByText('We know no place called “nowhere at all”.').waitFor();
  expect(page.url()).toBe(address);
  expect(await outline(page)).toEqual([]);
  expect(await faultsOf(page, 'form with a searched map')).toEqual([]);
});
