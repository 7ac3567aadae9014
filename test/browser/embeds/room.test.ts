/**
 * The room that the snippets keep: nothing around the message moves, in whatever font, font size, language and width.
 * One page; the messages are put in again for each surrounding, in columns of all widths and languages at once.
 */
import { expect, test } from 'vitest';
import { reservedStyle } from '../../../src/embed-code/reserved-space.ts';
import { answered, service } from './answered.ts';
import { count, speakIn, surround, surroundings, turns, viewports, visitRooms } from './rooms.ts';

answered();

type Wanted = { state: string; style: string; attributes?: Record<string, string> };
type Shown = { heights: number[]; moved: number[]; shift: number };

/** In the page. Puts the message into each room, and tells what moved until it shows a state. */
async function show({ state, style, attributes = {} }: Wanted): Promise<Shown> {
  const elements = <Found extends HTMLElement>(selector: string) => [
    ...document.querySelectorAll<Found>(selector),
  ];
  const messages = () => elements('manyhands-confirmation');
  let shift = 0;
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) shift += (entry as PerformanceEntry & { value: number }).value;
  });
  for (const message of messages()) message.remove();
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  await frame();
  const rooms = elements('.room');
  for (const room of rooms) room.setAttribute('style', style);
  await frame();
  observer.observe({ type: 'layout-shift' });
  const tops = () => elements('.after').map((after) => after.getBoundingClientRect().top);
  const before = tops();
  rooms.forEach((room, n) => {
    const message = document.createElement('manyhands-confirmation');
    // Each for itself: messages about one project follow each other.
    message.dataset['project_id'] = `${100 + n}`;
    message.dataset['event_id'] = `${state}-${performance.now()}-${n}`;
    Object.assign(message.dataset, attributes);
    room.append(message);
  });
  const isShown = (message: HTMLElement) =>
    message.shadowRoot?.querySelector(`[data-state=${state}]:not(.loading)`);
  while (!messages().every(isShown)) await frame();
  await frame();
  await frame();
  for (const entry of observer.takeRecords()) shift += (entry as PerformanceEntry & { value: number }).value;
  observer.disconnect();
  const now = tops();
  return {
    heights: messages().map((message) => message.getBoundingClientRect().height),
    moved: before.map((top, n) => (now[n] ?? NaN) - top),
    shift,
  };
}

const grant = { 'manyhands:12:grant': 'grant-number-00000001' };
const passive = { mode: 'passive' };
const named = { ...passive, participant: 'a-token-of-sixteen-or-more' };

/** The page's storage, the settings and the service's replies, for each state that a page can open with. */
const states: [string, Record<string, string>, Record<string, string>?, (() => void)?][] = [
  ['ask', {}],
  ['credited', grant],
  ['declined', { 'manyhands:12:declined': 'yes' }],
  ['link', {}, passive],
  ['linked', grant, passive],
  ['named', {}, named],
  ['elsewhere', {}, {}, () => (service.now.project.may_grant = false)],
  ['failed', {}, {}, () => (service.now.failing = { 'GET /embed/project': 500 })],
];

/** Makes the page remember `kept` before the next message is put in. */
const remember = ({ page }: Awaited<ReturnType<typeof visitRooms>>, kept: Record<string, string>) =>
  page.evaluate((entries) => {
    localStorage.clear();
    sessionStorage.clear();
    Object.assign(localStorage, entries);
  }, kept);

test('nothing moves, and the message is as high as its room', async () => {
  service.now.project.title = 'Garden Bird Count in the Gardens of the North (bronze demonstration)';
  await using person = await visitRooms();
  const wrong: unknown[] = [];
  const matrix = surroundings.flatMap((surrounding) => turns.map((turn) => ({ surrounding, turn })));
  for (const { surrounding, turn } of matrix) {
    if (turn === 0) await surround(person, surrounding);
    await speakIn(person, turn);
    for (const [n, [state, kept, attributes = {}, prepare]] of states.entries()) {
      // Every language in the question and in the widest letters; elsewhere they take turns.
      if (state !== 'ask' && surrounding !== 'wide' && (n + turn) % 2) continue;
      service.now.project.may_grant = true;
      service.now.failing = {};
      prepare?.();
      await remember(person, kept);
      const shown = await person.page.evaluate(show, { state, style: reservedStyle, attributes });
      const expected = { heights: Array(count).fill(200), moved: Array(count).fill(0), shift: 0 };
      if (JSON.stringify(shown) !== JSON.stringify(expected))
        wrong.push({ surrounding, turn, state, ...shown });
      if (state !== 'ask') continue;
      for (const width of viewports) {
        await person.page.setViewportSize({ width, height: 8000 });
        const heights = await person.page
          .locator('manyhands-confirmation')
          .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
        if (heights.some((height) => height !== 200)) wrong.push({ surrounding, turn, width, heights });
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(person.problems.filter((problem) => !problem.includes('Failed to load resource'))).toEqual([]);
});

test('a "no" gives back what it does not need, and a wrong Project ID leaves no hole', async () => {
  await using person = await visitRooms();
  await person.page.evaluate(show, { state: 'ask', style: reservedStyle });
  const heights = () =>
    person.page.locator('.room').evaluateAll((rooms) => rooms.map((room) => room.clientHeight));
  await person.page.getByRole('button', { name: 'No thanks' }).first().click();
  await expect.poll(heights).toEqual([64, ...Array<number>(count - 1).fill(200)]);
  // A room with words of the owner's own is not ours to shrink.
  await person.page
    .locator('.room')
    .last()
    .evaluate((room) => room.append('Thanks from all of us'));
  service.now.failing = { 'GET /embed/project': 404 };
  await person.page.evaluate(() => {
    localStorage.clear();
    for (const message of document.querySelectorAll<HTMLElement>('manyhands-confirmation'))
      message.dataset['project_id'] += '404';
  });
  await expect.poll(heights).toEqual([...Array<number>(count - 1).fill(0), 200]);
});

const hide = { whenDeclined: 'hide' };

test('where a "no" leaves nothing to see, it leaves no hole either: at once, and at every later visit', async () => {
  await using person = await visitRooms();
  const { page } = person;
  const heights = () => page.locator('.room').evaluateAll((rooms) => rooms.map((room) => room.clientHeight));
  await page.evaluate(show, { state: 'ask', style: reservedStyle, attributes: hide });
  await page.getByRole('button', { name: 'No thanks' }).first().click();
  await expect.poll(heights).toEqual([0, ...Array<number>(count - 1).fill(200)]);
  await page.setViewportSize({ width: 1600, height: 400 });
  await remember(person, { 'manyhands:12:declined': 'yes' });
  const again = ({ style, hide }: { style: string; hide: object }) => {
    for (const room of document.querySelectorAll('.room')) {
      room.setAttribute('style', style);
      const message = document.createElement('manyhands-confirmation');
      Object.assign(message.dataset, { project_id: '12', ...hide });
      room.replaceChildren(message);
    }
  };
  await page.evaluate(again, { style: reservedStyle, hide });
  // Also where the room is further down, while nobody sees it change.
  await expect.poll(heights).toEqual(Array(count).fill(0));
});

test('a "no" that ends a permission leaves nothing to see, and no hole', async () => {
  await using person = await visitRooms();
  const { page } = person;
  await remember(person, grant);
  await page.evaluate(show, { state: 'linked', style: reservedStyle, attributes: { ...passive, ...hide } });
  await page.getByRole('button', { name: 'Never for this project' }).first().click();
  await expect
    .poll(() =>
      page
        .locator('.room')
        .first()
        .evaluate((room) => room.clientHeight),
    )
    .toBe(0);
});

/** In the page. What the participant agrees to, and the two ways to it, where they are not all in sight. */
function unseenConsent(): string[] {
  const messages = [...document.querySelectorAll('manyhands-confirmation')];
  return messages.flatMap(({ shadowRoot, parentElement }) => {
    const head = shadowRoot?.querySelector('.head')?.getBoundingClientRect() ?? new DOMRect();
    const isOut = (text: Element) => {
      const { right, bottom } = text.getBoundingClientRect();
      return right > head.right + 1 || bottom > head.bottom + 1 || text.scrollHeight > text.clientHeight + 1;
    };
    const texts = [...(shadowRoot?.querySelectorAll('[data-state=ask] [part=text]') ?? [])].filter(isOut);
    const isCut = ({ scrollHeight, clientHeight }: Element) => scrollHeight > clientHeight + 1;
    const ways = [...(shadowRoot?.querySelectorAll('.acts:not(.further) .label') ?? [])].filter(isCut);
    const width = parentElement?.clientWidth ?? 0;
    return [...texts, ...ways].map((text) => `${width} ${text.textContent}`);
  });
}

test('at every width and in every language the sentence of consent and both ways to it are whole', async () => {
  service.now.project.title = 'Garden Bird Count in the Gardens of the North (bronze demonstration)';
  await using person = await visitRooms();
  const unseen: string[] = [];
  for (const turn of turns) {
    await speakIn(person, turn);
    for (const [state, attributes] of [
      ['ask', {}],
      ['named', named],
    ] as const) {
      await remember(person, {});
      await person.page.evaluate(show, { state, style: reservedStyle, attributes });
      unseen.push(...(await person.page.evaluate(unseenConsent)));
    }
  }
  expect(unseen).toEqual([]);
});

/** In the page. Texts that are neither all in sight, below the title, nor all out of sight. */
function textsCutInHalf(): string[] {
  const messages = [...document.querySelectorAll('manyhands-confirmation')];
  const heads = messages.flatMap(({ shadowRoot }) => [...(shadowRoot?.querySelectorAll('.head') ?? [])]);
  return heads.flatMap((head) => {
    const seen = head.getBoundingClientRect();
    const isCut = (text: Element) => {
      const { left, right } = text.getBoundingClientRect();
      const isIn = left > seen.left - 1 && right < seen.right + 1;
      return !isIn && left < seen.right && right > seen.left;
    };
    return [...head.querySelectorAll('[part=text]')].filter(isCut).map((text) => text.textContent);
  });
}

test('in the corner of the page it needs no room, and is all within the window', async () => {
  await using person = await visitRooms();
  const corner = { placement: 'corner' };
  for (const [state, kept] of states.slice(0, 3)) {
    await remember(person, kept);
    const { moved, shift } = await person.page.evaluate(show, { state, style: '', attributes: corner });
    expect({ state, moved: new Set(moved), shift }).toEqual({ state, moved: new Set([0]), shift: 0 });
  }
  await remember(person, {});
  await person.page.evaluate(show, { state: 'ask', style: '', attributes: corner });
  for (const width of viewports) {
    await person.page.setViewportSize({ width, height: 420 });
    expect(await person.page.evaluate(textsCutInHalf)).toEqual([]);
    await expect
      .poll(() =>
        person.page.locator('manyhands-confirmation').evaluateAll((all) =>
          all.every((one) => {
            const { left, right, top, bottom } = one.getBoundingClientRect();
            return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
          }),
        ),
      )
      .toBe(true);
  }
});

test('in the room of an older snippet nothing moves either, and a "no" gives it back', async () => {
  await using person = await visitRooms();
  const style = 'min-height: clamp(20em, 41em - 50vw, 31em); margin: 1em 0';
  // Only what is seen is shown.
  await person.page.setViewportSize({ width: 1600, height: 9000 });
  const { moved, shift } = await person.page.evaluate(show, { state: 'ask', style });
  expect({ moved: new Set(moved), shift }).toEqual({ moved: new Set([0]), shift: 0 });
  await person.page.getByRole('button', { name: 'No thanks' }).first().click();
  await expect
    .poll(() => person.page.locator('.room').evaluateAll((rooms) => rooms.map((room) => room.clientHeight)))
    .toEqual([64, ...Array<number>(count - 1).fill(320)]);
});
