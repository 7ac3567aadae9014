/** The plots of Stats in a browser: tool-tips that say what the table says, keyboard, fingers, and no script. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { projects, rows, signIn, startScene } from '../../server/scene.ts';
import { type ContextOptions, openBrowser } from '../../set-up/browser/browser.ts';
import { unlimited } from '../../set-up/service/running-service.ts';
import type { Service } from '../../set-up/service/start-service.ts';
import { faultsOf } from '../checks/accessible.ts';

const { birds } = projects;
const stats = `/project/${birds.id}/stats`;
const dayCount = 12;
const dayBefore = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);

let service: Service;
let cookie: { name: string; value: string };
let newPerson: Awaited<ReturnType<typeof openBrowser>>['freshContext'];

/** Contributions by server and by browser; on one day by eight people, on another one by three. */
async function fill() {
  for (let ago = 0; ago < dayCount; ago++)
    for (const [source, events] of [
      ['api', 10 + 7 * ago],
      ['browser', ago % 3],
    ] as const)
      await rows(
        service,
        `insert into daily (project_id, day, type, source, is_late, is_test, events, duration, magnitude)
          values (${birds.id}, '${dayBefore(ago)}', 'collection', '${source}', 0, 0, ${events}, ${900 * events}, 2)`,
      );
  for (const [ago, people] of [
    [2, 8],
    [4, 3],
  ] as const)
    for (let person = 1; person <= people; person++) {
      const who = 1000 * ago + person;
      await rows(
        service,
        `insert into participation (project_id, profile_id, events, duration, first_at, last_at)
          values (${birds.id}, ${who}, 1, 0, ${Date.now() - ago * 86_400_000}, ${Date.now() - ago * 86_400_000})`,
      );
      await rows(
        service,
        `insert into participant_days (project_id, profile_id, day, type, source, is_late, cell, events)
          values (${birds.id}, ${who}, '${dayBefore(ago)}', 'collection', 'api', 0, -1, 1)`,
      );
    }
}

beforeAll(async () => {
  const [{ freshContext }, scene] = await Promise.all([
    openBrowser('shell'),
    startScene('sqlite', unlimited),
  ]);
  newPerson = freshContext;
  service = scene.service;
  await fill();
  const [name = '', value = ''] = (await signIn(service, 'owner@example.org')).split('=');
  cookie = { name, value };
});

/** Stats as a manager sees it, in a time zone in which days begin eight hours later. */
async function openStats(options: ContextOptions = {}, query = '') {
  const person = await newPerson({
    ...options,
    more: { timezoneId: 'America/Los_Angeles', ...options.more },
  });
  await person.context.addCookies([{ ...cookie, url: service.baseUrl }]);
  await person.page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) =>
      shifts.push(...list.getEntries().map((entry) => (entry as unknown as { value: number }).value)),
    ).observe({ type: 'layout-shift', buffered: true });
  });
  const scripts: string[] = [];
  person.page.on('request', (request) => {
    if (/\.(js|css)$/.test(new URL(request.url()).pathname)) scripts.push(request.url());
  });
  await person.page.goto(service.baseUrl + stats + query);
  return { ...person, scripts };
}

/** The first figure is a section, and the others are parts that open. */
const sectionOf = (page: Page, name = 'contributions') =>
  page.locator(`[aria-labelledby="figure-${name}"], details #figure-${name}`);
const open = (page: Page, title: string) => page.locator('summary').filter({ hasText: title }).click();
const stageOf = (page: Page, name?: string) => sectionOf(page, name).getByRole('application');
const liveIn = (page: Page, name?: string) => sectionOf(page, name).locator('[aria-live]');

/** The tool-tip as a row of the table: its day, and each column with its value. */
const tipOf = (page: Page, name?: string) =>
  sectionOf(page, name)
    .locator('.plot-tip:not([hidden])')
    .evaluateAll((tips) =>
      tips.map((tip) => [
        tip.querySelector('strong')?.textContent,
        ...[...tip.querySelectorAll('dl > div')].map(
          (line) => `${line.querySelector('dt')?.textContent} ${line.querySelector('dd')?.textContent}`,
        ),
      ]),
    );

/** The rows of the table in the same form, the first at the earliest day. */
const tableOf = (page: Page, name?: string) =>
  sectionOf(page, name)
    .locator('table tbody tr')
    .evaluateAll((all) =>
      all.map((row) => {
        const heads = [...(row.closest('table')?.querySelectorAll('thead th') ?? [])].slice(1);
        return [
          row.querySelector('th')?.textContent,
          ...[...row.querySelectorAll('td')].map(
            (cell, at) => `${heads[at]?.textContent} ${cell.textContent}`,
          ),
        ];
      }),
    );

/** The middle of a row's place in the plot. */
async function placeOf(page: Page, at: number, count: number, name?: string) {
  const bars = sectionOf(page, name).locator('.plot-bars');
  await bars.scrollIntoViewIfNeeded();
  const box = (await bars.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  return { x: box.x + (box.width * (at + 0.5)) / count, y: box.y + box.height / 2 };
}

async function point(page: Page, at: number, count: number, name?: string) {
  const { x, y } = await placeOf(page, at, count, name);
  await page.mouse.move(x, y);
}

describe.each(['light', 'dark'] as const)('in a %s window', (colorScheme) => {
  test('the tool-tip follows the pointer, and says what the table says', async () => {
    await using person = await openStats({ colorScheme });
    const { page, problems } = person;
    await stageOf(page).waitFor();
    await open(page, 'Hours over time');
    await open(page, 'Participants over time');
    for (const name of ['contributions', 'hours', 'participants']) {
      const table = await tableOf(page, name);
      expect(table.length).toBeGreaterThan(20);
      for (const back of [1, 3, 5, 12]) {
        const at = table.length - back;
        await point(page, at, table.length, name);
        await expect.poll(() => tipOf(page, name)).toEqual([table[at]]);
      }
    }
    // Few people, as in the table.
    expect((await tableOf(page, 'participants')).flat()).toContain('Total under 10');
    expect(problems).toEqual([]);
  });
});

test('without a script the drawing and the table are there', async () => {
  await using person = await openStats({ more: { javaScriptEnabled: false } });
  const { page } = person;
  const bars = sectionOf(page).locator('.plot-bars .piece');
  await expect.poll(() => bars.count()).toBeGreaterThan(dayCount);
  await expect.poll(() => bars.first().isVisible()).toBe(true);
});

test('the script moves nothing, only Stats loads it, and paper has the drawing', async () => {
  await using person = await openStats();
  const { page, scripts } = person;
  await stageOf(page).waitFor();
  expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([]);
  await open(page, 'Hours over time');
  await point(page, 3, (await tableOf(page, 'hours')).length, 'hours');
  await expect.poll(() => sectionOf(page, 'hours').locator('.plot-tip').isVisible()).toBe(true);
  await page.emulateMedia({ media: 'print' });
  await expect.poll(() => sectionOf(page).locator('.plot-bars').isVisible()).toBe(true);
  await expect.poll(() => sectionOf(page, 'hours').locator('.plot-tip').isVisible()).toBe(false);
  await page.emulateMedia({ media: 'screen' });
  expect(scripts.filter((path) => path.includes('read-plots'))).toHaveLength(1);
  scripts.length = 0;
  for (const path of ['', '/stats/summary']) {
    await page.goto(`${service.baseUrl}/project/${birds.id}${path}`);
    await page.waitForLoadState('networkidle');
  }
  expect(scripts.filter((path) => path.includes('read-plots'))).toEqual([]);
});

test('keys move the cursor and say the values', async () => {
  await using person = await openStats();
  const { page } = person;
  await stageOf(page).waitFor();
  const table = await tableOf(page);
  const saidOf = (row: (string | null | undefined)[] = []) => `${row[0]}: ${row.slice(1).join(', ')}.`;
  const said = () => liveIn(page).textContent();
  await stageOf(page).focus();
  for (const [key, row] of [
    ['ArrowRight', -1],
    ['ArrowLeft', -2],
    ['Home', 0],
    ['ArrowLeft', 0],
    ['End', -1],
  ] as const) {
    await page.keyboard.press(key);
    await expect.poll(said).toBe(saidOf(table.at(row)));
    await expect.poll(() => tipOf(page)).toEqual([table.at(row)]);
  }
  for (const key of ['Control+Home', 'Alt+Home', 'Meta+Home']) await page.keyboard.press(key);
  expect(await tipOf(page)).toEqual([table.at(-1)]);
  await page.keyboard.press('Escape');
  await expect.poll(() => tipOf(page)).toEqual([]);
});

test('a finger reads values on a phone, within the window', async () => {
  await using person = await openStats({ width: 390, more: { hasTouch: true, isMobile: true } });
  const { page } = person;
  await stageOf(page).waitFor();
  const table = await tableOf(page);
  for (const at of [0, table.length - 1]) {
    const tapped = async () => {
      const { x, y } = await placeOf(page, at, table.length);
      await page.touchscreen.tap(x, y);
      return tipOf(page);
    };
    await expect.poll(tapped).toEqual([table[at]]);
    const box = await sectionOf(page).locator('.plot-tip').boundingBox();
    expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= 390).toBe(true);
  }
});

test.each(['', '?period=month&by=type&span=365', '?period=week&span=all'])(
  'a plot that is read is accessible, and fits a narrow window: %s',
  async (query) => {
    await using person = await openStats({}, query);
    const { page, problems } = person;
    await stageOf(page).focus();
    for (const key of ['ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key);
    await expect.poll(() => tipOf(page)).toHaveLength(1);
    expect(await faultsOf(page, `read ${query}`)).toEqual([]);
    expect(problems).toEqual([]);
  },
);
