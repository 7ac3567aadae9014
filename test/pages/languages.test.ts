// @vitest-environment happy-dom
/** Every page that participants and owners meet, drawn in each language: no English is left in it. */
import { expect, test } from 'vitest';
import type { Page } from '../../src/contract/pages.ts';
import { renderPage } from '../../src/pages/render.tsx';
import { isTranslated } from '../../src/pages/table.ts';
import { languageNameIn } from '../../src/ui/words/language-name.ts';
import { regionNameIn } from '../../src/ui/words/region-name.ts';
import { frame, samples, shell } from './samples.ts';

/** Everything in the samples that people wrote, and addresses. */
const typed = '4711';

const drawnIn = (lang: string, page: Page) => {
  // The titles of the operator's own pages are as the operator wrote them; participants see no development links.
  const { serviceName, baseUrl, slug, visitor } = frame(typed);
  const around = { serviceName, baseUrl, slug, lang, ...(visitor && { visitor }) };
  const html = renderPage(shell, { ...page, lang } as Page, around, '/somewhere');
  return new DOMParser().parseFromString(html, 'text/html');
};

/** A sample without what only editors have, who read English. */
function withoutEditors(page: Page): Page {
  if (page.name !== 'project') return page;
  const data = { ...page.data };
  delete data.preview;
  return { ...page, data };
}

const pages = Object.entries(samples(typed)).filter(([, page]) => isTranslated(page));

/** Attributes with words, also for the scripts of a page. */
const said = [
  ...['aria-label', 'title', 'alt', 'placeholder', 'data-known', 'data-cancelled', 'data-failed'],
  ...['data-asking', 'data-refused', 'data-more', 'data-results', 'data-many'],
];

/** The texts that are shown, or read out by a screen reader. */
function textsOf(drawn: Document): string[] {
  const found = [drawn.title];
  for (const element of drawn.body.querySelectorAll('*')) {
    if (element.closest('script, #page-language, #mail-language, #zone-name, code, [lang=en]')) continue;
    for (const node of element.childNodes) if (node.nodeType === 3) found.push(node.textContent ?? '');
    for (const name of said) found.push(element.getAttribute(name) ?? '');
  }
  return found;
}

type Drawn = {
  lang: string;
  dir: string;
  texts: string[];
  controls: { label: string | null; text: string }[];
};

const seen = new Map<string, Drawn>();

/** The texts of a page, which is drawn once in each language. */
function read(lang: string, name: string, page: Page): Drawn {
  const key = `${lang} ${name}`;
  const known = seen.get(key);
  if (known) return known;
  const drawn = drawnIn(lang, withoutEditors(page));
  const controls = [...drawn.querySelectorAll('main :is(a, button)')].map((control) => ({
    label: control.getAttribute('aria-label'),
    text: control.textContent ?? '',
  }));
  const found = {
    lang: drawn.documentElement.lang,
    dir: drawn.documentElement.dir,
    texts: textsOf(drawn),
    controls,
  };
  seen.set(key, found);
  return found;
}

/** Names that are the same in every language. */
const names = new Set([
  ...['Manyhands', 'GeoNames', 'CC', 'BY', 'JSON', 'CSV', 'UTC', 'QR', 'API', 'OAuth', 'JavaScript', 'Atom'],
  ...[
    'PIN',
    'DOI',
    'Open',
    'Badge',
    'Badges',
    'Project',
    'ID',
    'Code',
    'Tools',
    'Firefox',
    'Windows',
    'guardian',
  ],
  ...[
    'Europe',
    'Berlin',
    'GeoJSON',
    'WKT',
    'PNG',
    'JPEG',
    'WebP',
    'GIF',
    'AVIF',
    'SVG',
    'JWT',
    'LinkedIn',
    'ar',
    'fr',
    'HTML',
  ],
  ...['DNS', 'TXT', 'CSS', 'CSP', 'BCP', 'WordPress', 'React', 'Vue', 'Markdown', 'integrity', 'static'],
  ...[
    'api',
    'Qualtrics',
    'KoboToolbox',
    'Typeform',
    'Survey',
    'px',
    'em',
    'isCustomElement',
    // The code of a group.
    ...['BCDF', 'GHJK'],
    'manyhands',
    'success',
    'PDF',
    'success',
  ],
  // Values of attributes, which a fault names as they are written.
  ...['passive', 'gold', 'collection', 'classification', 'signup', 'auto', 'light', 'dark', 'quiet', 'hide'],
  ...['given', 'required', 'inline', 'corner', 'button', 'none', 'show', 'offer', 'list', 'cards', 'compact'],
]);

/** The words of a text in Latin letters, without names and addresses. */
const latinWords = (text: string): string[] =>
  text
    .split(/\s+/)
    .filter((part) => !/https?:|@|lakes\.example/.test(part))
    .flatMap((part) => part.split(/[^\p{Script=Latin}]+/u))
    .filter((word) => word.length > 1 && !names.has(word));

test('participants and owners meet their pages in their language', () => {
  const drawn = new Set(pages.map(([, { name }]) => name));
  const expected = [
    ...['home', 'finder', 'project', 'tell-me', 'problem', 'connect', 'authorize', 'confirm', 'mail-choices'],
    ...['sign-in', 'sign-in-link', 'guardian', 'guardian-asked', 'me', 'me-remove', 'me-volunteer'],
    ...['unsubscribe', 'account', 'add-address', 'remove-address', 'remove-passkey', 'delete-account'],
    ...['deleted-account', 'certificates', 'certificate', 'person', 'own', 'me-leave-out'],
    ...['add', 'edit', 'page-preview', 'links', 'origin', 'remove-origin', 'builder', 'check'],
    ...['people', 'invitation', 'answer', 'keys', 'new-key', 'end-key', 'request-client', 'client-secret'],
    ...['stats-summary', 'volunteers', 'mailing'],
    ...[
      'groups',
      'group',
      'group-sheet',
      'group-code',
      'programmes',
      'programme',
      'programme-form',
      'programme-work',
    ],
  ];
  expect([...drawn].sort()).toEqual(expected.sort());
});

// Arabic is written in other letters: each Latin word is a text that was not translated.
test.each(pages)('%s has no English in Arabic', (name, page) => {
  const { lang, dir, texts } = read('ar', name, page);
  expect([lang, dir]).toEqual(['ar', 'rtl']);
  expect(texts.filter((text) => latinWords(text).length > 0)).toEqual([]);
});

const letters = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

// WCAG 2.5.3: people who control a browser by voice say the words that they see.
test.each(['en', 'de', 'es', 'fr', 'pt', 'ar'])('the name of a control in %s has its text', (lang) => {
  for (const [name, page] of pages)
    for (const { label, text } of read(lang, name, page).controls)
      if (label !== null) expect(letters(label), name).toContain(letters(text));
});

test.each(['de', 'es', 'fr', 'pt'])('pages in %s are drawn with other words than in English', (lang) => {
  for (const [name, page] of pages) {
    const english = new Set(read('en', name, page).texts);
    const { lang: said, dir, texts } = read(lang, name, page);
    expect([name, said, dir]).toEqual([name, lang === 'pt' ? 'pt-BR' : lang, 'ltr']);
    // A sentence of three words or more is never the same in two languages.
    const same = texts.filter((text) => english.has(text) && latinWords(text).length > 2);
    expect([name, same]).toEqual([name, []]);
  }
});

test.each<[string, Record<string, string>]>([
  ['3 countries', { en: '3 countries', de: '3 Länder', es: '3 países', fr: '3 pays', pt: '3 países' }],
  ['12 countries', { ar: '12 دولة', de: '12 Länder' }],
  ['California', { en: 'California', de: 'Kalifornien', fr: 'Californie', ar: 'كاليفورنيا' }],
  ['North Carolina, Georgia', { fr: 'Caroline du Nord, Géorgie', de: 'North Carolina, Georgia' }],
  // Alone, it is the country.
  ['Georgia', { de: 'Georgien', fr: 'Géorgie' }],
  ['Georgia (US)', { de: 'Georgia (US)', ar: 'جورجيا (US)' }],
  ['Germany, Kenya', { ar: 'ألمانيا، كينيا', es: 'Alemania, Kenia' }],
  ['Lake Constance', { ar: 'Lake Constance' }],
])('the place %s', (name, expected) => {
  for (const [tag, text] of Object.entries(expected))
    expect([tag, regionNameIn(tag, name)]).toEqual([tag, text]);
});

test.each<[string, Record<string, string>]>([
  ['de', { en: 'German', fr: 'allemand', ar: 'الألمانية' }],
  ['German', { en: 'German', de: 'Deutsch' }],
  ['Klingonish', { de: 'Klingonish' }],
])('the language %s', (name, expected) => {
  for (const [tag, text] of Object.entries(expected))
    expect([tag, languageNameIn(tag, name)]).toEqual([tag, text]);
});
