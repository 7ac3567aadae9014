/**
 * Presses the Tab key through a page. Each stop is looked at in the page, as soon as the key is up, and the presses are
 * sent without waiting for each other: a walk with two round trips for each stop takes three times as much time.
 */
import type { CDPSession, Page } from 'playwright-core';

type Walk<Stop> = { stops: Stop[]; isOver: boolean; end: () => void };
type Walked = { walk: Walk<unknown> };

const perRound = 25;

/** Runs in the page. When the walk is over, the key does nothing more, so the focus stays at its end. */
const record = <Stop extends { isEnd: boolean }>(look: () => Stop): void => {
  const walk: Walk<Stop> = {
    stops: [],
    isOver: false,
    end: () => {
      removeEventListener('keydown', down, true);
      removeEventListener('keyup', up, true);
    },
  };
  const down = (event: KeyboardEvent) => {
    if (event.key === 'Tab' && walk.isOver) event.preventDefault();
  };
  const up = (event: KeyboardEvent) => {
    if (event.key !== 'Tab' || walk.isOver) return;
    const stop = look();
    walk.stops.push(stop);
    walk.isOver = stop.isEnd;
  };
  addEventListener('keydown', down, true);
  addEventListener('keyup', up, true);
  Object.assign(window, { walk });
};

const press = (session: CDPSession) => {
  const key = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 };
  return [
    session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key }),
    session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key }),
  ];
};

const soFar = (page: Page) =>
  page.evaluate(() => {
    const { stops, isOver } = (window as unknown as Walked).walk;
    return { count: stops.length, isOver };
  });

/**
 * Presses Tab until `look`, which runs in the page after each press, answers that it is the end, or `max` times. Returns
 * what it answered each time.
 */
export async function tabStops<Stop extends { isEnd: boolean }>(
  page: Page,
  look: () => Stop,
  max: number,
): Promise<Stop[]> {
  await page.evaluate(`(${String(record)})(${String(look)})`);
  const session = await page.context().newCDPSession(page);
  for (let presses = perRound; presses <= max; presses += perRound) {
    await Promise.all(Array.from({ length: perRound }, () => press(session)).flat());
    const { count, isOver } = await soFar(page);
    if (isOver) break;
    if (count !== presses) throw new Error(`${presses - count} presses of Tab did not reach the page.`);
  }
  await session.detach();
  return page.evaluate(() => {
    const { stops, end } = (window as unknown as Walked).walk;
    end();
    return stops;
  }) as Promise<Stop[]>;
}
