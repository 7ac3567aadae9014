/** Walks through a whole page with the Tab key, and reports what a person without a mouse would not reach or not see. */
import type { Page } from 'playwright-core';
import { tabStops } from './tab-presses.ts';

type Stop = {
  /** Nothing has the focus any more, or the browser has begun again. */
  isEnd: boolean;
  name: string;
  /** The control that follows the one before in the document; undefined after the last one. */
  expected: string | undefined;
  isExpected: boolean;
  /** An area that scrolls: browsers add a stop for it, which is not in the list of controls. */
  isScrollingArea: boolean;
  /** A date is one control with a stop for each of its parts, which show the focus themselves. */
  isSameControl: boolean;
  faults: string[];
  /** The header has its own order on a phone. */
  isInMain: boolean;
  /** In the finder's map: first in the document, because a phone shows it first; elsewhere at the end of the line. */
  isInMap: boolean;
  /** In pixels from the start of the document; `start` is the side from which lines are read. */
  box: { top: number; bottom: number; start: number; end: number };
};

type Marked = Window & { reached?: Element[] };

/** Moves the focus to before the first control. */
const begin = (page: Page): Promise<void> =>
  page.evaluate(() => {
    // The previews in frames are tested on their own; one that begins to load would take the focus away.
    for (const frame of document.querySelectorAll('iframe')) frame.inert = true;
    (window as Marked).reached = [];
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute('tabindex');
  });

/** Runs in the page after each press of the key. The controls are looked up each time: the focus may open a list. */
const lookAtFocus = (): Stop => {
  const isUnchosenRadio = (one: Element): boolean => {
    if (!(one instanceof HTMLInputElement) || one.type !== 'radio') return false;
    const all = [...(one.form ?? document).querySelectorAll<HTMLInputElement>('input[type=radio]')];
    const group = all.filter(({ name }) => name === one.name);
    return one !== (group.find(({ checked }) => checked) ?? group[0]);
  };
  const selector = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]';
  const controls = [...document.querySelectorAll<HTMLElement>(selector)].filter(
    (one) =>
      one.tabIndex >= 0 &&
      one.checkVisibility({ visibilityProperty: true }) &&
      !one.matches(':disabled, [inert] *') &&
      !isUnchosenRadio(one),
  );
  const reached = ((window as Marked).reached ??= []);
  const before = reached.at(-1);
  const expected = controls[before ? controls.indexOf(before as HTMLElement) + 1 : 0];
  const one = document.activeElement ?? document.body;
  const isSameControl = one === before;
  const isEnd = one === document.body || (!isSameControl && reached.includes(one));
  const isScrollingArea = !isEnd && !controls.includes(one as HTMLElement);
  if (!isEnd && !isScrollingArea && !isSameControl) reached.push(one);
  const { left, right, top, bottom, width, height } = one.getBoundingClientRect();
  const { opacity } = getComputedStyle(one);
  // The link of a card draws the outline of the whole card.
  const outlines = [undefined, '::after'].map((part) => getComputedStyle(one, part));
  // A group of the map has a strong line around its circle instead.
  const circle = one.querySelector(':scope > circle');
  const isOutlined = circle
    ? Number.parseFloat(getComputedStyle(circle).strokeWidth) >= 3
    : outlines.some(({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && outlineWidth !== '0px');
  const isRightToLeft = document.documentElement.dir === 'rtl';
  return {
    isEnd,
    name: one.outerHTML.slice(0, 100),
    expected: expected?.outerHTML.slice(0, 100),
    isExpected: one === expected,
    isScrollingArea,
    isSameControl,
    faults: [
      ...(isOutlined ? [] : ['the focus cannot be seen']),
      ...(bottom <= 0 || top >= innerHeight || right <= 0 || left >= innerWidth
        ? ['the focus is out of view']
        : []),
      ...(width < 2 || height < 2 ? ['it has no size'] : []),
      ...(Number(opacity) === 0 ? ['it is transparent'] : []),
    ],
    isInMain: one.closest('main') !== null,
    isInMap: one.closest('.finder-map') !== null,
    box: {
      top: top + scrollY,
      bottom: bottom + scrollY,
      start: isRightToLeft ? -right : left,
      end: isRightToLeft ? -left : right,
    },
  };
};

/** A control above the one before it is out of order, unless it begins a column that comes later in the line. */
const isBackwards = (before: Stop, { box, isInMain }: Stop): boolean =>
  isInMain && box.bottom <= before.box.top && box.start < before.box.end;

/** More stops than any page has. */
const maxStops = 400;

/** Returns one line per control that the Tab key does not reach in reading order, or whose focus cannot be seen. */
export async function walkFaults(page: Page, shown: string): Promise<string[]> {
  const faults: string[] = [];
  // A script may add controls to the page or take some away.
  await page.waitForLoadState('networkidle');
  await begin(page);
  let last: Stop | undefined;
  const stops = await tabStops(page, lookAtFocus, maxStops);
  for (const stop of stops) {
    if (stop.isEnd) {
      if (stop.expected) faults.push(`${shown}: the Tab key does not reach ${stop.expected}`);
      break;
    }
    if (stop.isSameControl) continue;
    faults.push(...stop.faults.map((fault) => `${shown}: ${fault}: ${stop.name}`));
    if (stop.isScrollingArea) continue;
    if (!stop.isExpected) faults.push(`${shown}: ${stop.name} is reached before ${stop.expected}`);
    if (last?.isInMain && !last.isInMap && isBackwards(last, stop))
      faults.push(`${shown}: ${stop.name} is above ${last.name}`);
    last = stop;
  }
  if (!stops.at(-1)?.isEnd) faults.push(`${shown}: the Tab key has no end after ${maxStops} presses`);
  // The link to the contents covers others while it has the focus.
  await page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    for (const frame of document.querySelectorAll('iframe')) frame.inert = false;
    scrollTo(0, 0);
  });
  return faults;
}
