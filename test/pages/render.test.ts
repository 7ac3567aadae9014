// @vitest-environment happy-dom
import { parse, serializeOuter } from 'parse5';
import { expect, test } from 'vitest';
import type { Page } from '../../src/contract/pages.ts';
import { renderPage } from '../../src/pages/render.tsx';
import { pageNames } from '../../src/pages/table.ts';
import { elementsIn, type Parsed } from './elements.ts';
import { frame, samples, shell } from './samples.ts';

const attacks: [string, string][] = [
  ['a script that ends ours', '</script><script>window.pwned=1</script>'],
  ['a comment that swallows the rest', '<!--<script>'],
  ['a link that is a script', 'javascript:window.pwned=1//https://a.example'],
  ['a link that is a script behind white space', ' \tjava\nscript:window.pwned=1'],
  ['quotes and an event handler', `"'><img src=x onerror="window.pwned=1">`],
  ['words that String.replace obeys, and our own marks', "$& $` $' <!--head--> <!--body-->"],
  ['an address of another site', '//evil.example/'],
];

test('every page has a sample', () => {
  const drawn = new Set(Object.values(samples('x')).map(({ name }) => name));
  expect(pageNames.filter((name) => !drawn.has(name))).toEqual([]);
});

const documentOf = (page: Page, text: string, path = '/somewhere') =>
  new DOMParser().parseFromString(renderPage(shell, page, frame(text), path), 'text/html');

/** Everything in a document that a browser would run, or follow to an address that is not on the web. */
function dangers(elements: Parsed[]): string[] {
  const found: string[] = [];
  for (const element of elements) {
    const { src = '', type = '' } = Object.fromEntries(element.attrs.map(({ name, value }) => [name, value]));
    if (element.tagName === 'script' && src !== '/a.js' && !/json$/.test(type))
      found.push(serializeOuter(element));
    const isOurPicture = /^\/(images\/[0-9a-f]{32}(-640)?|docs\/pictures\/[\w-]+)\.webp$/.test(src);
    if (element.tagName === 'img' && !isOurPicture) found.push(serializeOuter(element));
    for (const { name, value } of element.attrs) {
      if (name.startsWith('on') || name === 'style') found.push(`${name}=${value}`);
      const isAddress = ['href', 'src', 'action', 'formaction'].includes(name);
      // Ours are paths, fragments, and mails to nobody yet; a path with two slashes is another site's.
      if (isAddress && !/^(https?:\/\/|\/(?![/\\])|#|mailto:\?subject=[^&]*&body=[^&]*$)/.test(value))
        found.push(`${name}=${value}`);
    }
  }
  return found;
}

// Read as the standard of HTML says (parse5), which is also much faster than a document with all that it can do.
test.each(attacks)('no page runs or follows %s', (_, text) => {
  for (const [name, page] of Object.entries(samples(text))) {
    const elements = elementsIn(parse(renderPage(shell, page, frame(text), `/x?q=${text}`)));
    expect(dangers(elements), name).toEqual([]);
    expect(
      elements.filter(({ tagName }) => tagName === 'main'),
      name,
    ).toHaveLength(1);
  }
});

test.each(Object.entries(samples('Lakes & rivers')))('%s is a complete document', (name, page) => {
  const drawn = documentOf(page, 'Ada');
  expect(drawn.documentElement.lang).toBe(page.lang ?? 'en');
  expect(drawn.title).toMatch(page.lang === undefined ? /^Lakes & rivers · Manyhands$/ : / · Manyhands$/);
  expect(drawn.querySelectorAll('h1')).toHaveLength(1);
  const ids = [...drawn.querySelectorAll('[id]')].map(({ id }) => id);
  expect(new Set(ids).size, 'ids are given once').toBe(ids.length);
  // Every control has a name and every form an address, so that it works without scripts.
  for (const field of drawn.querySelectorAll('input:not([type=hidden], [type=checkbox]), select'))
    expect(drawn.querySelector(`label[for="${field.id}"]`), `${name}: ${field.outerHTML}`).not.toBeNull();
  for (const form of drawn.querySelectorAll('form')) expect(form.getAttribute('action')).toMatch(/^\//);
});

test.each(attacks)("a live page's data can be read back unchanged: %s", (_, text) => {
  const all = samples(text);
  for (const name of ['tools', 'popup, ask', 'popup, done', 'popup, mail sent']) {
    const page = all[name] as Page;
    const carried = documentOf(page, text).getElementById('page')?.textContent ?? '';
    expect(JSON.parse(carried), name).toEqual({
      name: page.name,
      data: page.data,
      frame: frame(text),
      path: '/somewhere',
      language: { tag: 'en', words: expect.any(Object) as object },
    });
  }
});

test.each(['', 'a'])('no text is cut inside a character: %j before bees', (before) => {
  for (const [name, page] of Object.entries(samples(before + '🐝'.repeat(200))))
    expect(renderPage(shell, page, frame('Ada'), '/somewhere').isWellFormed(), name).toBe(true);
});

test('a page without interactive parts has no data for hydration', () => {
  for (const name of ['home', 'finder', 'about', 'stats', 'me'])
    expect(documentOf(samples('x')[name] as Page, 'x').getElementById('page')).toBeNull();
});

test('search engines get public pages only, with their address', () => {
  const links = (page: Page | undefined) => {
    const head = documentOf(page as Page, 'x', '/project/7-lakes').head;
    return [
      head.querySelector('link[rel=canonical]')?.getAttribute('href'),
      head.querySelector('meta[name=robots]')?.getAttribute('content'),
    ];
  };
  const pages = samples('x');
  expect(links(pages['about'])).toEqual(['https://manyhands.example/project/7-lakes', undefined]);
  for (const name of ['me', 'tools', 'stats', 'sign-in', 'popup, ask', 'sign-in-link', 'problem'])
    expect(links(pages[name]), name).toEqual([undefined, 'noindex']);
});

test('a shell without its placeholders is reported at once', () => {
  expect(() => renderPage('<html></html>', samples('x')['home'] as Page, frame('x'), '/')).toThrow(
    '<!--head-->',
  );
});
