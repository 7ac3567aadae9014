/** The form helper's one control, for everybody and on every page: visible, legible, reachable, and unobtrusive. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { faultsOf } from '../checks/accessible.ts';
import { type ContextOptions } from '../../set-up/browser/browser.ts';
import { answered, open, service } from './answered.ts';
import { partnerSite } from '../../widgets/answering-service.ts';
import { documentOf, scriptOf, visitStrictPage, yesSayer } from './strict-page.ts';

answered((service) => {
  service.now.popup = yesSayer;
});

const form = `<form action="/sent"><label>Profile <input id="profile" name="profile"></label> <button>Send</button></form>`;
const helper = (more = '') =>
  scriptOf(service, 'apihelper.js', `data-profile="#profile" data-project_id="12" ${more}`);
const visit = (more?: string, options?: ContextOptions) =>
  visitStrictPage(open, service, form + helper(more), options);

const button = (page: Page) => page.locator('manyhands-profile').getByRole('button');
const link = (page: Page) => page.locator('manyhands-profile').getByRole('link');
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    return (activeElement?.shadowRoot?.activeElement ?? activeElement)?.textContent;
  });
/** Whether it is large enough for a finger. */
const isLargeEnough = async (control: ReturnType<typeof button>) => {
  const { width = 0, height = 0 } = (await control.boundingBox()) ?? {};
  return width >= 44 && height >= 44;
};

test.each(['en', 'de', 'ar'])(
  'without barriers in each state, in a very narrow window too: %s',
  async (lang) => {
    await using person = await visit(`data-lang="${lang}"`);
    const { page } = person;
    const faults: string[] = [];
    const look = async (state: string, control: ReturnType<typeof button>) => {
      await control.waitFor();
      faults.push(...(await faultsOf(page, state)));
      expect(await isLargeEnough(control)).toBe(true);
    };
    await look('add', button(page));
    await button(page).click();
    await expect.poll(() => page.inputValue('#profile')).toBe('4711');
    await look('added', button(page));
    service.now.project.may_grant = false;
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await look('blocked', link(page));
    expect(faults).toEqual([]);
    const told = page.locator('manyhands-profile > div');
    await expect
      .poll(() => told.evaluate((element) => [element.getAttribute('lang'), element.getAttribute('dir')]))
      .toEqual([lang, lang === 'ar' ? 'rtl' : 'ltr']);
    await expect
      .poll(() => page.evaluate(() => [document.documentElement.lang, document.dir]))
      .toEqual(['en', '']);
  },
);

test('by keyboard only: the focus is visible, stays in the line, and is never taken', async () => {
  await using person = await visit();
  const { page } = person;
  await button(page).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).toBe('body');
  const picture = () => page.locator('form').screenshot({ caret: 'hide' });
  const before = await picture();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('Add my Manyhands profile');
  expect((await picture()).equals(before)).toBe(false);
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toBe('Not you?');
  await page.keyboard.press('Space');
  await expect.poll(() => focused(page)).toBe('Add my Manyhands profile');
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('Send');
  expect(person.problems).toEqual([]);
});

test("it does not change the field's label", async () => {
  await using person = await visit();
  const { page } = person;
  await button(page).waitFor();
  await expect.poll(() => page.getByRole('textbox', { name: 'Profile', exact: true }).count()).toBe(1);
  await button(page).click();
  await expect.poll(() => focused(page)).toBe('Not you?');
});

test('in forced colours the control keeps an outline, and its text', async () => {
  await using person = await visit('', { more: { forcedColors: 'active' } });
  const colours = await button(person.page).evaluate((element) => {
    const { borderTopColor, borderTopStyle, backgroundColor, color } = getComputedStyle(element);
    return { borderTopColor, borderTopStyle, backgroundColor, color };
  });
  expect(colours.borderTopStyle).toBe('solid');
  expect([colours.borderTopColor, colours.color]).not.toContain(colours.backgroundColor);
});

const hostile = `<style>
  *{color:#fff!important;font-size:1px!important;line-height:0!important;opacity:.01!important;
    visibility:hidden!important;width:1px!important;height:1px!important;overflow:hidden!important;
    transform:scale(.1)!important;position:fixed!important;outline:none!important}
  div,span,button,a{display:none!important}
  manyhands-profile{display:none!important;clip-path:inset(50%)!important}
  html,body,main,form,label{opacity:1!important;visibility:visible!important;width:auto!important;
    height:auto!important;overflow:visible!important;transform:none!important;position:static!important}
</style>`;

test.each(['light', 'dark'] as const)(
  'a hostile style sheet leaves it to be seen, read and pressed, %s',
  async (colorScheme) => {
    const scheme = '<meta name="color-scheme" content="light dark">';
    await using site = await partnerSite(documentOf(scheme + hostile + form + helper()));
    await using person = await open.freshContext({ colorScheme });
    const { page } = person;
    await page.goto(site.origin);
    await button(page).waitFor();
    expect(await isLargeEnough(button(page))).toBe(true);
    const style = await button(page).evaluate((element) => {
      const { color, backgroundColor, fontSize } = getComputedStyle(element);
      return { color, backgroundColor, fontSize };
    });
    const [black, white] = ['rgb(0, 0, 0)', 'rgb(255, 255, 255)'];
    expect(style).toEqual({
      color: colorScheme === 'light' ? black : white,
      backgroundColor: colorScheme === 'light' ? white : 'rgb(18, 18, 18)',
      fontSize: '14px',
    });
    const friendly = await page.screenshot();
    await page.evaluate(() => document.querySelector('manyhands-profile')?.remove());
    expect(friendly.equals(await page.screenshot())).toBe(false);
  },
);

test('its own style does not affect the page', async () => {
  const own = '<p part="button">Words of the page</p>';
  const look = async (body: string) => {
    await using site = await partnerSite(documentOf(own + form + body));
    await using person = await open.freshContext();
    await person.page.goto(site.origin);
    if (body) await button(person.page).waitFor();
    return await person.page.locator('p').screenshot();
  };
  expect((await look('')).equals(await look(helper()))).toBe(true);
});
