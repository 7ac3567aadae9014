/** The way of the Tab key over a whole page, and the names of what it leads to. */
import type { Page } from 'playwright-core';
import { tabStops } from './tab-presses.ts';

type Stop = { isEnd: boolean; faults: string[] };

/**
 * Runs in the page after each press of the key: whether the control that follows in the document has the focus, and
 * shows it. The controls are looked up each time, since the focus may open a list.
 */
const lookAtFocus = (): Stop => {
  const selector = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]';
  const isUnchosenRadio = (one: Element): boolean => {
    if (!(one instanceof HTMLInputElement) || one.type !== 'radio') return false;
    const all = [...(one.form ?? document).querySelectorAll<HTMLInputElement>('input[type=radio]')];
    const group = all.filter(({ name }) => name === one.name);
    return one !== (group.find(({ checked }) => checked) ?? group[0]);
  };
  const controls = [...document.querySelectorAll<HTMLElement>(selector)].filter(
    (one) =>
      one.tabIndex >= 0 &&
      one.checkVisibility({ visibilityProperty: true }) &&
      !one.matches(':disabled, [inert] *') &&
      !isUnchosenRadio(one),
  );
  const said = (one: Element | null | undefined) => one?.outerHTML.slice(0, 100) ?? 'nothing';
  const before = document.querySelector('[data-stop]');
  const expected = controls[before ? controls.indexOf(before as HTMLElement) + 1 : 0];
  const one = document.activeElement as HTMLElement;
  before?.removeAttribute('data-stop');
  const isEnd = one === document.body;
  if (isEnd && expected) return { isEnd, faults: [`The key never leads to ${said(expected)}`] };
  if (isEnd) return { isEnd, faults: [] };
  one.setAttribute('data-stop', '');
  const faults: string[] = [];
  // A date is one control with a stop for each of its parts, which show the focus themselves.
  if (one === before && one.matches('[type=date]')) return { isEnd, faults };
  if (one !== expected) faults.push(`is reached before ${said(expected)}`);
  const { left, right, top, bottom, width, height } = one.getBoundingClientRect();
  if (width < 2 || height < 2) faults.push('has no size');
  if (right <= 0 || left >= innerWidth || bottom <= 0 || top >= innerHeight) faults.push('is out of view');
  const { outlineStyle, outlineWidth, opacity } = getComputedStyle(one);
  if (Number(opacity) === 0) faults.push('is transparent');
  // A group of the map has a strong line around its circle instead.
  const circle = one.querySelector(':scope > circle');
  const isOutlined = circle
    ? Number.parseFloat(getComputedStyle(circle).strokeWidth) >= 3
    : outlineStyle !== 'none' && outlineWidth !== '0px';
  if (!isOutlined) faults.push('has no outline');
  return { isEnd, faults: faults.map((fault) => `${said(one)} ${fault}`) };
};

/** More than any page has. */
const maxStops = 400;

/** Presses Tab through the whole page: every control is reached once, in order, and shows its focus. */
export async function tabFaults(page: Page): Promise<string[]> {
  const stops = await tabStops(page, lookAtFocus, maxStops);
  const faults = stops.flatMap((stop) => stop.faults);
  return stops.at(-1)?.isEnd === true ? faults : [...faults, `The key has no end after ${maxStops} presses`];
}

/** Controls of the page's content with one name that do different things: in a list, nobody hears which is which. */
export const sameNames = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const nameOf = (one: Element): string => {
      const ids = one.getAttribute('aria-labelledby')?.split(/\s+/) ?? [];
      const label = ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
      const name = label || one.getAttribute('aria-label') || one.textContent || '';
      return name.replace(/\s+/g, ' ').trim();
    };
    const actOf = (one: Element): string => {
      if (one instanceof HTMLAnchorElement) return one.href;
      const { form, name, value } = one as HTMLButtonElement;
      const sent = form ? [...new FormData(form).entries()].map((entry) => entry.join('=')) : [];
      return [form?.action, name, value, ...sent].join(' ');
    };
    const acts = new Map<string, Set<string>>();
    for (const one of document.querySelectorAll('main :is(a[href], button)')) {
      const name = `${one.localName} "${nameOf(one)}"`;
      acts.set(name, (acts.get(name) ?? new Set()).add(actOf(one)));
    }
    return [...acts]
      .filter(([, each]) => each.size > 1)
      .map(([name, { size }]) => `${name} does ${size} things`);
  });
