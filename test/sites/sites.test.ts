/** The snippet, as the builder gives it, on sites that nobody here wrote: each goes through the same journey. */
import { beforeAll, describe, expect, test } from 'vitest';
import { consentManagers } from '../../src/embed-code/consent-managers.ts';
import { elementOf } from '../../src/embed-code/script-tag.ts';
import { frameworks, frameworkSite } from './frameworks.ts';
import { eleventySite } from './generated-sites.ts';
import { closedParents, openParents } from './hostile-parents.ts';
import { fromPackage, swappingLibraries } from './swapping-libraries.ts';
import { documentOf, messages, oneCredited, startSites, twoFrames, type Sites } from './visited-sites.ts';

let sites: Sites;

beforeAll(async () => {
  sites = await startSites();
});

// Without a second try: the visitor of all tests has agreed already.
test('the visitor agrees once', { retry: 0 }, async () => {
  await sites.agree();
  expect(sites.recorded()).toBe(1);
});

const loading = ['plain', 'vue-over-the-page', 'eleventy'];

/** Scrolls to the message and tells whether it is credited; not in Turbo's preview, which the page itself replaces. */
function scrolledToMessage() {
  if ('turboPreview' in document.documentElement.dataset) return false;
  document.querySelector('#after')?.scrollIntoView();
  const element = document.querySelector('manyhands-confirmation');
  return Boolean(
    (element?.shadowRoot ?? element)
      // While it loads, it has the words of its next state already, unseen.
      ?.querySelector('[data-state="credited"]:not(.loading, .manyhands-loading)')
      ?.checkVisibility(),
  );
}

describe('visit, back, forward, visit again, reload', () => {
  const all = [
    ...swappingLibraries.map((site) => [site.name, async () => Promise.resolve(site)] as const),
    ['eleventy', () => eleventySite(sites.snippet)] as const,
    ...frameworks.map((name) => [name, () => frameworkSite(name, sites.src, sites.project)] as const),
  ];
  test.each(all)('%s', async (_, make) => {
    const site = await make();
    sites.add(site);
    const { page } = sites.person;
    const to = (name: string) => page.getByRole('link', { name, exact: true }).click();
    const at = (name: string) => page.getByRole('heading', { name: `The page ${name}` }).waitFor();
    const seen = async () => {
      await messages(page).first().waitFor({ state: 'attached' });
      // Again and again: a library scrolls by itself, some time after it has put the page there.
      await expect.poll(() => page.evaluate(scrolledToMessage)).toBe(true);
      await oneCredited(page);
      if (!site.later) return;
      await site.later(page);
      await oneCredited(page);
    };
    const before = sites.recorded();
    const recorded = () => sites.recorded() - before;
    await page.goto(`${sites.origin}/${site.name}/`);
    sites.asked();
    // Whether the library is at work: a page that is loaded has forgotten it.
    await page.evaluate(() => Object.assign(window, { stays: true }));
    const stays = () => page.evaluate(() => 'stays' in window);
    await to('Thanks');
    await at('thanks');
    await messages(page).waitFor({ state: 'attached' });
    await twoFrames(page);
    expect(sites.asked()).toEqual([]);
    await seen();
    expect(recorded()).toBe(1);

    await to('Other');
    await at('other');
    await expect.poll(() => messages(page).count()).toBe(0);

    await page.goBack();
    await at('thanks');
    await seen();
    expect(recorded()).toBe(1);

    await page.goForward();
    await at('other');
    await expect.poll(() => messages(page).count()).toBe(0);
    await page.goBack();
    await at('thanks');
    await seen();
    expect(recorded()).toBe(1);

    await to('Other');
    await at('other');
    await to('Thanks');
    await at('thanks');
    await seen();
    expect(recorded()).toBe(2);

    expect(await stays()).toBe(!loading.includes(site.name));

    await page.reload();
    await at('thanks');
    await seen();
    expect(recorded()).toBe(2);
    if (site.isApp) {
      await page.goto(`${sites.origin}/${site.name}/thanks`);
      await seen();
      expect(recorded()).toBe(3);
      // The listener of an element that the server has rendered.
      await expect.poll(() => page.evaluate(() => window.heard)).toEqual(['credited']);
    }
    expect(sites.complaints()).toEqual([]);
  });
});

test('CookieConsent holds the script in the documented form, and lets it run in its place', async () => {
  const { page } = sites.person;
  const manager = consentManagers.find(({ name }) => name === 'CookieConsent');
  const { attributes, src = 'src' } = manager ?? { attributes: {} };
  const script = elementOf('script', {
    ...attributes,
    [src]: `${sites.src}?project_id=${sites.project}&participation=collection`,
  });
  const library = fromPackage('vanilla-cookieconsent/dist/cookieconsent.umd.js');
  const set = {
    hideFromBots: false,
    categories: { necessary: { readOnly: true, enabled: true }, functionality: {} },
    language: { default: 'en', translations: { en: { consentModal: { acceptAllBtn: 'I agree' } } } },
  };
  sites.add({
    name: 'consent',
    answer: () =>
      documentOf(
        `<div id="place">${script}</div><script>${library};CookieConsent.run(${JSON.stringify(set)})</script>`,
      ),
  });
  const before = sites.recorded();
  sites.asked();
  await page.goto(`${sites.origin}/consent/`);
  await page.getByRole('button', { name: 'I agree' }).waitFor();
  expect(sites.asked()).toEqual([]);
  await page.getByRole('button', { name: 'I agree' }).click();
  await page.locator('#place').getByRole('button', { name: 'Undo' }).waitFor();
  expect(sites.recorded()).toBe(before + 1);
  expect(sites.complaints()).toEqual([]);
});

test('15 hostile parents: each message is shown, in a size that can be read, for one contribution', async () => {
  const { page } = sites.person;
  const sections = openParents.map(
    ({ around }, n) => `<section id="parent-${n}">${around(sites.snippet)}</section>`,
  );
  sites.add({ name: 'parents', answer: () => documentOf(sections.join('<br style="clear: both">')) });
  const before = sites.recorded();
  await page.goto(`${sites.origin}/parents/`);
  const sizes: unknown[] = [];
  for (const [n, { name }] of openParents.entries()) {
    const message = page.locator(`#parent-${n} manyhands-confirmation`);
    await message.waitFor({ state: 'attached' });
    await message.scrollIntoViewIfNeeded();
    await message.getByRole('button', { name: 'Undo' }).waitFor();
    const { width = 0, height = 0 } = (await message.boundingBox()) ?? {};
    sizes.push([name, await message.count(), width >= 220, height >= 60 && height <= 320]);
  }
  expect(sizes).toEqual(openParents.map(({ name }) => [name, 1, true, true]));
  expect(sites.recorded()).toBe(before + 1);
  expect(sites.complaints()).toEqual([]);
});

test.each(closedParents)('$name: seen before credited', async ({ around, open }) => {
  const { page } = sites.person;
  sites.add({ name: 'closed', answer: () => documentOf(around(sites.snippet)) });
  const before = sites.recorded();
  await page.goto(`${sites.origin}/closed/`);
  await messages(page).waitFor({ state: 'attached' });
  sites.asked();
  await twoFrames(page);
  expect(sites.asked()).toEqual([]);
  await page.evaluate(open);
  await oneCredited(page);
  expect(sites.recorded()).toBe(before + 1);
  expect(sites.complaints()).toEqual([]);
});

test('in a frame with srcdoc, and in a shadow root, there is one message', async () => {
  const { page } = sites.person;
  const framed = (html: string) =>
    `<iframe srcdoc="${html.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}" width="600" height="400"></iframe>`;
  const inShadow = `<div id="host"><template shadowrootmode="open">${sites.snippet}</template></div>`;
  sites.add({ name: 'frames', answer: () => documentOf(framed(documentOf(sites.snippet)) + inShadow) });
  const before = sites.recorded();
  await page.goto(`${sites.origin}/frames/`);
  const frame = page.frameLocator('iframe').locator('manyhands-confirmation');
  await frame.getByRole('button', { name: 'Undo' }).waitFor();
  await page.locator('#host manyhands-confirmation').getByRole('button', { name: 'Undo' }).waitFor();
  expect([await frame.count(), await messages(page).count()]).toEqual([1, 1]);
  // Two documents are two visits.
  expect(sites.recorded()).toBe(before + 2);

  await using stranger = await sites.newVisitor();
  await stranger.page.goto(`${sites.origin}/frames/`);
  const opening = stranger.page.waitForEvent('popup');
  await stranger.page.frameLocator('iframe').getByRole('button', { name: 'Credit me' }).click();
  const popup = await opening;
  await popup.getByRole('heading', { name: 'Sign in to add your contribution' }).waitFor();
  await popup.close();
  expect([...sites.complaints(), ...stranger.problems]).toEqual([]);
});
