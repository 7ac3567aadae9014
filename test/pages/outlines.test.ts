// @vitest-environment happy-dom
/**
 * The outline of each page in each of its states, in `outlines.txt`: titles, buttons and fields, how many words, notices,
 * texts and links there are, where they lead, and how many links and buttons are around it. A part that is drawn where it
 * should not be, or missing, changes a line. To write the file, run
 * `npx vitest run --project quick --update test/pages/outlines.test.ts`, and read what changed.
 */
import { expect, test } from 'vitest';
import type { Page } from '../../src/contract/pages.ts';
import { renderPage } from '../../src/pages/render.tsx';
import { contradicted, emptied } from './changed-data.ts';
import { frame, samples, shell } from './samples.ts';

const named: [selector: string, mark: (words: string) => string][] = [
  ['h1, h2, h3', (words) => `# ${words}`],
  ['button', (words) => `[${words}]`],
  ['input:not([type=hidden]), select, textarea', (words) => `_${words}_`],
];
const all = named.map(([selector]) => selector).join();
const counted = {
  notices: '.notice',
  texts: 'p, li, dt, td',
  links: 'a',
  now: '[aria-current]',
  chosen: '[checked], [selected]',
  required: '[required]',
  disabled: '[disabled], [aria-disabled]',
  invalid: '[aria-invalid=true]',
  open: 'details[open]',
  hidden: '[hidden], [type=hidden]',
  badges: '.badge',
};

const wordsIn = (node: Node): number =>
  node.nodeName === 'SCRIPT'
    ? 0
    : node.nodeType === node.TEXT_NODE
      ? (node.textContent?.match(/\S+/g)?.length ?? 0)
      : [...node.childNodes].reduce((sum, child) => sum + wordsIn(child), 0);

const htmlOf = (page: Page): string => renderPage(shell, page, frame('x'), '/somewhere');

const drawn = Object.entries(samples('x')).map(([name, page]) => ({
  name,
  page: page.name,
  body: new DOMParser().parseFromString(htmlOf(page), 'text/html').body,
}));

const outlineOf = (body: HTMLElement): string => {
  const main = body.querySelector('main') ?? body;
  const parts = [...main.querySelectorAll(all)].map((element) => {
    const mark = named.find(([selector]) => element.matches(selector))?.[1] ?? String;
    return mark(
      (element.getAttribute('name') ?? element.textContent).replace(/\s+/g, ' ').trim().slice(0, 16),
    );
  });
  const countIn = (part: ParentNode, selector: string) => part.querySelectorAll(selector).length;
  const counts = Object.entries(counted).flatMap(([what, selector]) => {
    const count = countIn(main, selector);
    return count === 0 ? [] : [`${count} ${what}`];
  });
  const around = ['a', 'button'].map((selector) => countIn(body, selector) - countIn(main, selector));
  const addresses = ['href', 'action', 'formaction'].flatMap((attribute) =>
    [...main.querySelectorAll(`[${attribute}]`)].map((one) => one.getAttribute(attribute) ?? ''),
  );
  return [
    ...parts,
    ...counts,
    `${wordsIn(main)} words →`,
    ...new Set(addresses),
    `, around it ${around.join(' ')}`,
  ].join(' ');
};

/** Lists without anything in them (a script may fill one that has an id), and values that are none. */
const saysNothing =
  /<(ul|ol|dl|dd)(?![^>]* (?:id|role)=)[^>]*><\/\1>|\b(?:undefined|NaN|Infinity)\b|\[object /g;

/** Lists that have something wherever they are: values of a fact, a person's own address and session, a page of some. */
const neverEmpty = /(?:facts \* values|addresses|sessions|managers|people|named|redirectUris|items)$/;

test('no page has an empty list or value, whichever of its lists has nothing in it', () => {
  const empty = Object.entries(samples('x'))
    .filter(([, { name }]) => !/docs$/.test(name))
    .flatMap(([name, page]) =>
      [['', page.data] as const, ...emptied(page.data)]
        .filter(([way]) => !neverEmpty.test(way))
        .flatMap(([way, data]) =>
          (htmlOf({ ...page, data } as Page).match(saysNothing) ?? []).map(
            (list) => `${name},${way}: ${list}`,
          ),
        ),
    );
  expect(empty).toEqual([]);
});

test('every part that another one names is on the page, once', () => {
  const lists = ['for', 'form', 'list', 'aria-describedby', 'aria-labelledby', 'aria-controls'];
  const faults = drawn.flatMap(({ name, body }) => {
    const ids = [...body.querySelectorAll('[id]')].map(({ id }) => id);
    const referred = [...body.querySelectorAll('*')].flatMap((one) => [
      ...lists.flatMap((attribute) => one.getAttribute(attribute)?.split(' ') ?? []),
      ...(/^#(.+)/.exec(one.getAttribute('href') ?? '')?.slice(1) ?? []),
    ]);
    const twice = ids.filter((id, at) => ids.indexOf(id) !== at);
    const missing = referred.filter((id) => !ids.includes(id));
    return [...twice.map((id) => `${name}: twice ${id}`), ...missing.map((id) => `${name}: no ${id}`)];
  });
  expect([...new Set(faults)]).toEqual([]);
});

test('the outlines', async () => {
  const lines = drawn
    .filter(({ page }) => !/docs$/.test(page))
    .map(({ name, body }) => `${name}: ${outlineOf(body)}`);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('outlines.txt');
});

/** The page without its data, or the fault of drawing it: a fact that a page has no use for is required by its type. */
const drawnWith = (page: Page, data: unknown): string => {
  try {
    return htmlOf({ ...page, data } as Page).replace(/<script type="application\/json"[^]*?<\/script>/g, '');
  } catch {
    return 'a fault';
  }
};

test('each fact of a page’s data changes what is drawn, save those in inert-facts.txt', async () => {
  const counts = new Map<string, number>();
  for (const page of Object.values(samples('x')).filter(({ name }) => !/docs$/.test(name))) {
    const asItIs = drawnWith(page, page.data);
    for (const [way, data] of contradicted(page.data)) {
      const fact = `${page.name}:${way}`;
      if ((counts.get(fact) ?? 0) > 0) continue;
      counts.set(fact, (counts.get(fact) ?? 0) + (drawnWith(page, data) === asItIs ? 0 : 1));
    }
  }
  const inert = [...counts].filter(([, changes]) => changes === 0).map(([fact]) => fact);
  await expect(`${inert.sort().join('\n')}\n`).toMatchFileSnapshot('inert-facts.txt');
});
