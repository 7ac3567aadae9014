/** Walks through a whole page with the Tab key, and reports what a person without a mouse would not reach or not see. */
import type { Page } from 'playwright-core';
import { tabStops } from '../tab-presses.ts';

type Stop = {
  isEnd: false;
  /** The place of the control in the document; -1 for a scrolling area, which a browser adds by itself. */
  at: number;
  name: string;
  isOutlined: boolean;
  isInView: boolean;
  /** The header has its own order on a phone. */
  isInMain: boolean;
  /** In pixels from the start of the document; `start` is the side from which lines are read. */
  box: { top: number; bottom: number; start: number; end: number };
};

/** The browser begins again: the focus is nowhere, or where it was before. */
type End = { isEnd: true };

type Marked = Window & { controls?: Element[]; reached?: number[] };

/** Notes all controls of the page in the order of the document, and moves the focus to before the first. */
const begin = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const controls = [
      ...document.querySelectorAll<HTMLElement>(
        'a[href], button, input, select, textarea, summary, [tabindex="0"]',
      ),
    ].filter(
      (one) =>
        one.checkVisibility({ visibilityProperty: true }) &&
        !one.matches(':disabled, [type=hidden], [tabindex="-1"]') &&
        // One of a group of radio buttons has the focus; the arrow keys lead to the others.
        !(one instanceof HTMLInputElement && one.type === 'radio' && isNotFirst(one)),
    );
    function isNotFirst({ name, checked, form }: HTMLInputElement) {
      const group = [...(form?.querySelectorAll<HTMLInputElement>(`[name="${name}"]`) ?? [])];
      return group.some((one) => one.checked) ? !checked : false;
    }
    // The previews in frames are tested on their own; one that begins to load would take the focus away.
    for (const frame of document.querySelectorAll('iframe')) frame.inert = true;
    Object.assign(window as Marked, { controls, reached: [] });
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute('tabindex');
    return controls.map((one) => one.outerHTML.slice(0, 100));
  });

/** Runs in the page after each press of the key. */
const stopNow = (): Stop | End => {
  const { controls = [], reached = [] } = window as Marked;
  const element = document.activeElement;
  if (!element || element === document.body) return { isEnd: true };
  const at = controls.indexOf(element);
  if (at !== reached.at(-1) && reached.includes(at)) return { isEnd: true };
  if (at !== -1) (window as Marked).reached = [...reached, at];
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  const { top, bottom, left, right } = element.getBoundingClientRect();
  const isRightToLeft = document.documentElement.dir === 'rtl';
  return {
    isEnd: false,
    at,
    name: element.outerHTML.slice(0, 100),
    isOutlined: outlineStyle !== 'none' && outlineWidth !== '0px',
    isInMain: element.closest('main') !== null,
    isInView: bottom > 0 && top < innerHeight,
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

/** More stops than any page has: the walk ends where the browser begins again. */
const mostStops = 400;

/** Returns one line per control that the Tab key does not reach in reading order, or whose focus cannot be seen. */
export async function walkFaults(page: Page, shown: string): Promise<string[]> {
  const faults: string[] = [];
  // A script may add controls to the page or take some away.
  await page.waitForLoadState('networkidle');
  const controls = await begin(page);
  const reached = new Set<number>();
  let last: Stop | undefined;
  for (const stop of await tabStops(page, stopNow, mostStops)) {
    // A date has a stop for each of its parts.
    if (stop.isEnd || stop.at === last?.at) continue;
    const say = (what: string) => faults.push(`${shown}: ${what}: ${stop.name}`);
    if (!stop.isOutlined) say('the focus cannot be seen');
    if (!stop.isInView) say('the focus is out of view');
    if (stop.at === -1) continue;
    reached.add(stop.at);
    if (last && stop.at < last.at) say('the order is not that of the document');
    if (last?.isInMain && isBackwards(last, stop)) say(`goes back above ${last.name}`);
    last = stop;
  }
  for (const [at, control] of controls.entries())
    if (!reached.has(at)) faults.push(`${shown}: the Tab key does not reach ${control}`);
  // The link to the contents covers others while it has the focus.
  await page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    for (const frame of document.querySelectorAll('iframe')) frame.inert = false;
    scrollTo(0, 0);
  });
  return faults;
}
