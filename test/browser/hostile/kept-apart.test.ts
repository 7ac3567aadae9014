/** Situations in which our window cannot answer the page: an opener policy, browsers inside apps, blocked windows. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { scriptPath } from '../../widgets/answering-service.ts';
import type { Service } from '../../set-up/service/start-service.ts';
import { startJourneys, type Journeys } from '../journey.ts';
import { grantsOf, popupOf, profileOf, signIn } from '../participants/member.ts';
import {
  buttonOn,
  countBirds,
  creditByEmail,
  credited,
  joinByEmail,
  messageOn,
  projectOn,
  titled,
} from '../partner.ts';
import { ofThisTry } from '../../set-up/browser/of-this-try.ts';
import { serveSite } from '../site-of-its-own.ts';

let service: Service;
let newPerson: Journeys['newPerson'];
/** A partner's site whose pages have this policy for the windows that they open. */
let site: string;
let project: number;

beforeAll(async () => {
  ({ service, newPerson } = await startJourneys('sqlite', {}, 'shell'));
  await using visitor = await newPerson();
  await countBirds(visitor.page, service);
  project = await projectOn(visitor.page);
  site = await serveSite((query) => ({
    body: `<script src="${service.baseUrl}${scriptPath}" data-project_id="${project}"></script>`,
    headers: { 'cross-origin-opener-policy': query.get('policy') ?? 'unsafe-none' },
  }));
  await service.operate('origin', String(project), site);
});

const buttons = (page: Page) => messageOn(page).getByRole('button').allInnerTexts();
const emailAlone = ['Use my email', 'No thanks', 'I’m in a group', 'What is sent?'];

test.each(['member', 'stranger'])(
  'cut off by an opener policy, the window of a %s says so, and the e-mail is the way',
  async (who) => {
    await using person = await newPerson();
    const { page } = person;
    const address = `cut-off-${who}@example.org`;
    if (who === 'member') await signIn(page, service, address);
    await page.goto(`${site}/?policy=same-origin`);
    const popup = await popupOf(page, 'Credit me');
    await popup.getByRole('heading', { name: 'This window can’t reach that page' }).waitFor();
    await expect.poll(() => popup.getByRole('main').innerText()).toContain(site);
    await expect.poll(() => popup.getByRole('button', { name: /Credit me|Mail me/ }).count()).toBe(0);
    await titled(page, 'The window did not open or was closed.');
    // Another try cannot work, neither here nor on the next page.
    await expect.poll(() => buttons(page)).toEqual(['Use my email']);
    await page.reload();
    await expect.poll(() => buttons(page)).toEqual(emailAlone);
    await buttonOn(page, 'Use my email').click();
    await joinByEmail(page, service, address);
    await credited(page);
    expect(person.problems).toEqual([]);
  },
);

/** Browsers inside apps that say they are Safari or Chrome, or another computer. */
const apps = {
  facebook:
    '[FBAN/FBIOS;FBAV/489.0.0.31.98;FBDV/iPhone14,5] Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  line: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Safari Line/14.19.1',
  snapchat:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1 Snapchat/13.12.0.36 (like Safari/8619.2.8.10.7, panda)',
  wechat:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/122.0.0.0 Safari/537.36 NetType/WIFI MicroMessenger/7.0.20.1781(0x6700143B) WindowsWechat(0x63090c11)',
  tablet: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)',
};

/** How such a browser opens a window. */
const openings = {
  'not at all': () => void (window.open = () => null),
  'as the page itself': () => void (window.open = () => window),
  'in the place of the page': () =>
    void (window.open = () =>
      ({
        closed: false,
        close: () => undefined,
        set location(address: string) {
          location.href = address;
        },
      }) as unknown as Window),
  'where the page learns nothing of it': () =>
    void (window.open = () => ({ closed: false, close: () => undefined }) as unknown as Window),
};

test.each([
  ['facebook', 'not at all'],
  ['line', 'as the page itself'],
  ['snapchat', 'in the place of the page'],
  ['wechat', 'where the page learns nothing of it'],
  ['tablet', 'not at all'],
] as const)(
  'a browser inside of an app: %s opens a window %s, and the e-mail is the way',
  async (app, how) => {
    await using person = await newPerson({ more: { userAgent: apps[app] } });
    const { page } = person;
    await page.addInitScript(openings[how]);
    await page.goto(site);
    await buttonOn(page, 'Credit me').click();
    if (how === 'in the place of the page') {
      await page.getByRole('heading', { name: 'This window can’t reach that page' }).waitFor();
      await page.getByRole('button', { name: 'Go back' }).click();
      await expect.poll(() => buttons(page)).toEqual(emailAlone);
    } else if (how === 'where the page learns nothing of it')
      await titled(page, 'Continue in the new window.');
    else await expect.poll(() => buttons(page)).toEqual(['Use my email']);
    await buttonOn(page, 'Use my email').click();
    await joinByEmail(page, service, ofThisTry(`in-${app}@example.org`));
    await credited(page);
    expect(person.problems).toEqual([]);
  },
);

test('a window that could answer, and was closed, is offered again', async () => {
  await using person = await newPerson();
  const { page } = person;
  await page.goto(site);
  const popup = await popupOf(page, 'Credit me');
  await popup.getByRole('heading', { name: 'Sign in to add your contribution' }).waitFor();
  // Set until the window has told the page that it is there.
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('manyhands:window'))).toBeNull();
  await popup.close();
  await expect.poll(() => buttons(page)).toEqual(['Try again', 'Use my email']);
  await page.reload();
  await buttonOn(page, 'Credit me').waitFor();
});

test('a policy that allows popups to answer does not change the window', async () => {
  await using person = await newPerson();
  const { page } = person;
  await signIn(page, service, ofThisTry('allowed-popups@example.org'));
  await page.goto(`${site}/?policy=same-origin-allow-popups`);
  const popup = await popupOf(page, 'Credit me');
  await popup.getByRole('heading', { name: 'Credit your contributions?' }).waitFor();
});

test('the tab of a mailed link is not treated as a window that was cut off', async () => {
  await using person = await newPerson();
  const { page, context } = person;
  await page.goto(site);
  const popup = await popupOf(page, 'Credit me');
  await popup.getByRole('heading', { name: 'Sign in to add your contribution' }).waitFor();
  const tab = await context.newPage();
  await tab.goto(popup.url());
  await tab.getByRole('heading', { name: 'Sign in to add your contribution' }).waitFor();
  await expect.poll(() => tab.getByLabel('Email address').isVisible()).toBe(true);
});

test.each([
  [
    'Android',
    'Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 Version/4.0 Chrome/130.0.0.0 Mobile Safari/537.36',
  ],
  [
    'iOS',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
  ],
])('in a browser inside of an app on %s the e-mail stands alone', async (system, userAgent) => {
  await using person = await newPerson({ more: { userAgent } });
  const { page } = person;
  await page.goto(site);
  await buttonOn(page, 'Use my email').waitFor();
  await expect.poll(() => buttons(page)).toEqual(emailAlone);
  await buttonOn(page, 'Use my email').click();
  await joinByEmail(page, service, `in-an-app-on-${system.toLowerCase()}@example.org`);
  await credited(page);
});

test('where windows are blocked the e-mail and our own page are left', async () => {
  await using person = await newPerson();
  const { page, context } = person;
  await page.addInitScript(() => (window.open = () => null));
  await page.goto(site);
  await buttonOn(page, 'Credit me').click();
  await titled(page, 'The window did not open or was closed.');
  await expect.poll(() => buttons(page)).toEqual(['Use my email']);
  await messageOn(page)
    .getByRole('link', { name: /^Continue on / })
    .waitFor();
  await buttonOn(page, 'Use my email').click();
  await buttonOn(page, 'Back').click();
  await buttonOn(page, 'No thanks').waitFor();
  await expect.poll(() => buttonOn(page, 'Credit me').count()).toBe(0);
  expect(context.pages()).toHaveLength(1);
});

test('a real browser on a phone has the window', async () => {
  const userAgent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';
  await using person = await newPerson({ more: { userAgent } });
  await person.page.goto(site);
  await buttonOn(person.page, 'Credit me').waitFor();
  await creditByEmail(person.page, service, ofThisTry('own-browser@example.org'));
  const mine = await person.context.newPage();
  await signIn(mine, service, ofThisTry('own-browser@example.org'));
  expect(await profileOf(mine, service)).toHaveLength(1);
  expect(await grantsOf(mine, service)).toHaveLength(1);
});
