/**
 * The room that the snippets keep: nothing around the message moves, in whatever font, font size, language and width.
 * One page; the messages are put in again for each surrounding, in columns of all widths and languages at once.
 */
import { expect, test } from 'vitest';
import { roomStyle } from '../../src/contract/message-room.ts';
import { answered, service } from './answered.ts';
import { count, surround, surroundings, viewports, visitRooms } from './rooms.ts';

answered();

type Shown = { heights: number[]; moved: number[]; shift: number };

/** In the page. Puts the message into each room, and tells what moved until it shows a state. */
async function show({ state, style }: { state: string; style: string }): Promise<Shown> {
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

/** The page's storage and the service's replies, for each state that a page can open with. */
const states: [string, Record<string, string>, (() => void)?][] = [
  ['ask', {}],
  ['credited', { 'manyhands:12:grant': 'grant-number-00000001' }],
  ['declined', { 'manyhands:12:declined': 'yes' }],
  ['elsewhere', {}, () => (service.now.project.may_grant = false)],
  ['failed', {}, () => (service.now.failing = { 'GET /embed/project': 500 })],
];
test('nothing moves, and the message is as high as its room', { timeout: 240_000 }, async () => {
  service.now.project.title = 'Garden Bird Count in the Gardens of the North (bronze demonstration)';
  await using person = await visitRooms();
  const wrong: unknown[] = [];
  for (const surrounding of surroundings) {
    await surround(person, surrounding);
    for (const [state, kept, prepare] of states) {
      service.now.project.may_grant = true;
      service.now.failing = {};
      prepare?.();
      await person.page.evaluate((entries) => {
        localStorage.clear();
        sessionStorage.clear();
        Object.assign(localStorage, entries);
      }, kept);
      const shown = await person.page.evaluate(show, { state, style: roomStyle });
      const expected = { heights: Array(count).fill(200), moved: Array(count).fill(0), shift: 0 };
      if (JSON.stringify(shown) !== JSON.stringify(expected)) wrong.push({ surrounding, state, ...shown });
      if (state !== 'ask') continue;
      for (const width of viewports) {
        await person.page.setViewportSize({ width, height: 6000 });
        const heights = await person.page
          .locator('manyhands-confirmation')
          .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
        if (heights.some((height) => height !== 200)) wrong.push({ surrounding, width, heights });
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(person.problems.filter((problem) => !problem.includes('Failed to load resource'))).toEqual([]);
});

test('a "no" gives back what it does not need, and a wrong Project ID leaves no hole', async () => {
  await using person = await visitRooms();
  await person.page.evaluate(show, { state: 'ask', style: roomStyle });
  const heights = () =>
    person.page.locator('.room').evaluateAll((rooms) => rooms.map((room) => room.clientHeight));
  await person.page.getByRole('button', { name: 'No thanks' }).first().click();
  await expect.poll(heights).toEqual([64, ...Array<number>(count - 1).fill(200)]);
  await person.page.emulateMedia({ reducedMotion: 'no-preference' });
  const easing = person.page.locator('[data-state=declined]').first();
  await expect.poll(() => easing.evaluate((card) => getComputedStyle(card).animationName)).toBe('let-go');
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
