/** Names of controls that a screen reader lists without what is around them. */
import type { Page } from 'playwright-core';

/** Finds controls of the page's content with one name that do different things: in a list of links or buttons, nobody can tell them apart. */
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
