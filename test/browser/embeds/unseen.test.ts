/** Messages that nobody can see yet, that are squeezed, and that share a page: in Chromium, on the built file. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { answered, open, service } from './answered.ts';
import { partnerSite, scriptPath } from '../../widgets/answering-service.ts';
import { documentOf } from './strict-page.ts';

answered();

const message = () =>
  `<script src="${service.origin}${scriptPath}" data-project_id="12" data-event_id="mine"></script>`;
const grant = { 'manyhands:12:grant': 'grant-number-00000001' };

async function visit(body: string, kept: Record<string, string> = {}, more = {}) {
  const site = await partnerSite(documentOf(body));
  const person = await open.freshContext(more);
  await person.page.addInitScript((entries) => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    if (navigation?.type !== 'reload') Object.assign(localStorage, entries);
  }, kept);
  await person.page.goto(site.origin);
  return {
    ...person,
    async [Symbol.asyncDispose]() {
      await person[Symbol.asyncDispose]();
      await site[Symbol.asyncDispose]();
    },
  };
}

const show = (page: Page) =>
  page.locator('#box').evaluate((box) => {
    box.removeAttribute('style');
    box.setAttribute('open', '');
    box.scrollIntoView();
  });

describe('somebody who agreed before is not credited by a thank-you box that nobody sees', () => {
  test.each([
    ['not rendered', () => `<div id="box" style="display:none">${message()}</div>`],
    ['transparent', () => `<div id="box" style="opacity:0">${message()}</div>`],
    ['folded', () => `<details id="box"><summary>Thanks</summary>${message()}</details>`],
    ['out of view', () => `<div id="box" style="position:absolute;left:-9999px">${message()}</div>`],
    ['further down', () => `<div style="height:4000px"></div><div id="box">${message()}</div>`],
  ])('%s', async (_, body) => {
    await using person = await visit(body(), grant);
    const { page } = person;
    await page.waitForFunction(() => document.querySelector('manyhands-confirmation')?.shadowRoot);
    // Two frames and more than one look at what is in view and transparent.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 600)));
    expect(service.rows()).toEqual([]);
    await show(page);
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    expect(service.rows()).toEqual(['GET /embed/project', 'POST /embed/record']);
  });
});

describe('the empty card is there before the message is in view, unless nothing or an answer will be shown', () => {
  const declined = { 'manyhands:12:declined': 'yes' };
  test.each([
    ['a question to come', {}, '', ['ask']],
    ['somebody who agreed before', grant, '', ['credited']],
    ['a page whose participant has not agreed to requests', {}, 'data-consent="required"', []],
    ['somebody who declined', declined, '', []],
  ])('%s', async (_, kept, attribute, wanted) => {
    const body = message().replace('data-event_id', `${attribute} data-event_id`);
    await using person = await visit(`<div style="height:4000px"></div><div id="box">${body}</div>`, kept);
    const cards = () =>
      person.page
        .locator('manyhands-confirmation [part=card]')
        .evaluateAll((all) => all.map((card) => [(card as HTMLElement).dataset.state, card.clientHeight]));
    await person.page.waitForFunction(() => document.querySelector('manyhands-confirmation')?.shadowRoot);
    await expect.poll(cards).toEqual(wanted.map((state) => [state, 198]));
    // As long as the browser takes to say what is in view.
    await person.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
    expect(await cards()).toEqual(wanted.map((state) => [state, 198]));
    await expect(person.page.getByRole('button').count()).resolves.toBe(0);
    expect(service.rows()).toEqual([]);
  });
});

test('seen while it waits for consent, and hidden when that comes, it waits on', async () => {
  const waiting = message().replace('data-event_id', 'data-consent="required" data-event_id');
  await using person = await visit(`<div id="box">${waiting}</div>`, grant);
  const { page } = person;
  await page.waitForFunction(() => document.querySelector('manyhands-confirmation')?.shadowRoot);
  await page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    await frame();
    await frame();
    document.querySelector('#box')?.setAttribute('style', 'display:none');
    document.dispatchEvent(new Event('manyhands:consent'));
    await new Promise((resolve) => setTimeout(resolve, 600));
  });
  expect(service.rows()).toEqual([]);
  await show(page);
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  expect(service.rows()).toEqual(['GET /embed/project', 'POST /embed/record']);
});

test('moved after its answer, then hidden and told of another contribution, it waits on', async () => {
  await using person = await visit(`<div id="box">${message()}</div>`, grant);
  const { page } = person;
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  await page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    const box = document.querySelector('#box');
    const element = document.querySelector('manyhands-confirmation');
    if (element) box?.prepend(element);
    for (let frames = 0; frames < 3; frames++) await frame();
    box?.setAttribute('style', 'display:none');
    element?.setAttribute('data-event_id', 'next');
    await new Promise((resolve) => setTimeout(resolve, 600));
  });
  const recorded = () => service.said('POST /embed/record').map(({ event_id }) => event_id);
  expect(recorded()).toEqual(['mine']);
  await show(page);
  await expect.poll(recorded).toEqual(['mine', 'next']);
});

test('squeezed by its parent it keeps a width in which it can be read', async () => {
  const parents = [
    'display:grid;grid-template-columns:min-content 1fr',
    'display:flex',
    'display:inline-block;width:min-content',
    'display:table-cell;width:1px',
    'float:left',
  ];
  await using person = await visit(
    parents
      .map(
        (style) => `<div style="${style}"><div>${message()}</div><p>Words</p></div><br style="clear:both">`,
      )
      .join(''),
    {},
    { height: 2000 },
  );
  const messages = person.page.locator('manyhands-confirmation');
  for (let n = 0; n < parents.length; n++) {
    await messages.nth(n).getByRole('button', { name: 'No thanks' }).waitFor();
    const box = await messages.nth(n).boundingBox();
    expect([parents[n], (box?.width ?? 0) >= 220, box?.height]).toEqual([parents[n], true, 200]);
  }
});

test('one of two messages ends the permission: the other asks, and posts nothing without it', async () => {
  await using person = await visit(
    message() + message().replace('mine', 'another').replace('"12"', '"12" data-lang="en"'),
    grant,
  );
  const { page } = person;
  const [one, other] = [0, 1].map((n) => page.locator('manyhands-confirmation').nth(n));
  for (const each of [one, other]) await each?.getByRole('button', { name: 'Undo' }).waitFor();
  // Two numbers are two contributions; the messages follow each other without recording again.
  expect(service.said('POST /embed/record').map(({ event_id }) => event_id)).toEqual(
    expect.arrayContaining(['mine', 'another']),
  );
  expect(service.said('POST /embed/record')).toHaveLength(2);
  // Ended where no message is told, as in another tab.
  await page.evaluate(() => localStorage.removeItem('manyhands:12:grant'));
  service.asked.length = 0;
  await other?.getByRole('button', { name: 'Undo' }).click();
  await other?.getByRole('button', { name: 'Credit me' }).waitFor();
  expect(service.rows()).toEqual([]);
  expect(person.problems).toEqual([]);
});

test('what was undone is put back by one click', async () => {
  await using person = await visit(message(), grant);
  const { page } = person;
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('heading', { name: 'Removed from your profile' }).waitFor();
  await page.getByRole('button', { name: 'Put it back' }).click();
  await page.getByRole('heading', { name: 'Credited to your profile' }).waitFor();
  expect(service.said('POST /embed/record').at(-1)).toMatchObject({ event_id: 'mine', put_back: true });
  const link = page.getByRole('link', { name: 'See it on Manyhands' });
  await expect.poll(() => link.getAttribute('href')).toBe(`${service.origin}/me`);
});

test('sent once, however often the message starts over before the reply', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  service.now.held = promise;
  await using person = await visit(message(), grant);
  const { page } = person;
  await expect.poll(() => service.said('POST /embed/record')).toHaveLength(1);
  // As when another message of the page has credited or undone something.
  await page.evaluate(() =>
    document.querySelector<HTMLElement & { start: () => unknown }>('manyhands-confirmation')?.start(),
  );
  await expect.poll(() => service.said('GET /embed/project')).toHaveLength(2);
  await page.getByRole('heading', { name: 'Crediting your contribution…' }).waitFor();
  resolve();
  await page.getByRole('button', { name: 'Undo' }).click();
  // A second one would have been sent with the first reply.
  await page.getByRole('heading', { name: 'Removed from your profile' }).waitFor();
  expect(service.rows().filter((row) => row.startsWith('POST'))).toEqual([
    'POST /embed/record',
    'POST /embed/undo',
  ]);
});

describe('what was undone can be credited again', () => {
  /** Somebody who has undone this contribution. */
  const undone = async () => {
    const person = await visit(message(), grant);
    await person.page.getByRole('button', { name: 'Undo' }).click();
    await person.page.getByRole('button', { name: 'Put it back' }).waitFor();
    return person;
  };

  test('after "Stop crediting", "Change" and a reload', async () => {
    await using person = await undone();
    const { page } = person;
    await page.getByRole('button', { name: 'Never for this project' }).click();
    await page.getByText('Not credited').first().waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Credit me again' }).click();
    await page.getByRole('button', { name: 'Credit me' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Credit me' }).waitFor();
    expect(person.problems).toEqual([]);
  });

  test('when the permission has ended on our site', async () => {
    await using person = await undone();
    const { page } = person;
    service.now.failing = { 'POST /embed/record': 401 };
    await page.reload();
    await page.getByRole('button', { name: 'Put it back' }).click();
    await page.getByRole('button', { name: 'Credit me' }).waitFor();
  });

  test('when this page may not put it back', async () => {
    await using person = await undone();
    const { page } = person;
    service.now.mayPutBack = false;
    await page.getByRole('button', { name: 'Put it back' }).click();
    const opened = person.context.waitForEvent('page');
    // A new permission, in a window of ours: the old one would be refused again.
    await page.getByRole('button', { name: 'Credit me' }).click();
    await (await opened).close();
  });
});

describe('data-theme="auto"', () => {
  const on = (style: string) => `<div style="${style}">${message()}</div>`;
  const themes = (page: Page) =>
    page
      .locator('manyhands-confirmation .embed')
      .evaluateAll((all) => all.map((embed) => embed.getAttribute('data-theme')));

  test('follows the page around it', async () => {
    const page =
      on('background:#101820') +
      on('background:#fff') +
      on('color-scheme:dark') +
      on('color-scheme:light dark') +
      on('');
    for (const [head, ...wanted] of [
      ['', 'dark', 'light', 'dark', 'auto', 'light'],
      ['<meta name="color-scheme" content="light dark">', 'dark', 'light', 'dark', 'auto', 'auto'],
    ]) {
      await using person = await visit(head + page, {}, { colorScheme: 'dark', height: 2000 });
      await expect.poll(() => themes(person.page)).toEqual(wanted);
    }
  });

  test.each([
    ['dark', 'oklch(21% 0.034 264.67)'],
    ['light', 'oklch(98.5% 0.002 247.84)'],
    ['dark', 'oklab(0.2 0.1 -1e-7)'],
    ['dark', 'lab(8 1 -12)'],
    ['light', 'lch(97 0 none)'],
    ['dark', 'color(display-p3 0.06 0.09 0.12)'],
    ['light', 'color(srgb 1 1 1 / 0.9)'],
    ['dark', 'color-mix(in srgb, #000 90%, white)'],
    ['dark', 'color-mix(in oklab, #000 90%, white)'],
    ['dark', 'hsl(210 30% 10%)'],
  ])('is %s on %s', async (theme, colour) => {
    // Behind them lies the opposite; so it does behind what is mostly transparent.
    const opposite = theme === 'dark' ? '#fff' : '#000';
    const seen = on(`background:${colour}`);
    const unseen = on(`background:color-mix(in oklch, ${colour} 30%, transparent)`);
    await using person = await visit(
      `<div style="background:${opposite}">${seen}${unseen}</div>`,
      {},
      { height: 2000 },
    );
    const behind = theme === 'dark' ? 'light' : 'dark';
    await expect.poll(() => themes(person.page)).toEqual([theme, behind]);
  });

  test.each([
    [
      'a class of the root',
      '.dark body{background:#111}',
      () => document.documentElement.classList.add('dark'),
    ],
    [
      'an attribute of the body',
      '[data-mode=dark]{background:#111}',
      () => (document.body.dataset.mode = 'dark'),
    ],
    [
      'a background that fades',
      'body{transition:background-color .2s}.dark body{background:#111}',
      () => document.documentElement.classList.add('dark'),
    ],
    ['its color-scheme', '.dark{color-scheme:dark}', () => document.documentElement.classList.add('dark')],
  ])('follows the switch of the page: %s', async (_, css, change) => {
    await using person = await visit(`<style>${css}</style>${message()}`);
    const { page } = person;
    await page.getByRole('button', { name: 'Credit me' }).waitFor();
    expect(await themes(page)).toEqual(['light']);
    await page.evaluate(change);
    await expect.poll(() => themes(page)).toEqual(['dark']);
  });

  test('follows the system where the page does, and keeps what the participant has typed', async () => {
    const css = '@media (prefers-color-scheme:dark){body{background:oklch(0.2 0 0)}}';
    await using person = await visit(`<style>${css}</style>${message()}`, {}, { colorScheme: 'light' });
    const { page } = person;
    await page.getByRole('button', { name: 'I’m new, use my email' }).click();
    await page.getByLabel('Email address').fill('ada@example.org');
    expect(await themes(page)).toEqual(['light']);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(() => themes(page)).toEqual(['dark']);
    await expect.poll(() => page.getByLabel('Email address').inputValue()).toBe('ada@example.org');
  });
});
