/** A newcomer's complete journey without a mouse, and the focus on the way. */
import { beforeAll, expect, test } from 'vitest';
import type { Service } from '../../set-up/service/start-service.ts';
import { focused, press, tabTo } from '../checks/by-keyboard.ts';
import { startJourneys, type Journeys } from '../journey.ts';
import { profileOf, followSignInLink } from '../participants/member.ts';
import { ofThisTry } from '../../set-up/browser/of-this-try.ts';
import { credited, digitsFor, mailTo, messageOn, partnerOf, titled } from '../partner.ts';

let service: Service;
let newPerson: Journeys['newPerson'];

beforeAll(async () => {
  ({ service, newPerson } = await startJourneys('sqlite', {}, 'shell'));
});

test('counts, joins by six digits, undoes and finds it on /me: by keyboard only', async () => {
  await using participant = await newPerson({ height: 700 });
  const { page } = participant;
  await page.goto(`${partnerOf(service)}/demo/`);
  await press(page, /^Count birds$/);
  await page.waitForURL('**/demo/bronze');
  await tabTo(page, /^Robin/);
  await page.keyboard.type('4');
  await tabTo(page, /How many minutes/);
  await page.keyboard.type('12');
  await press(page, /^Send the count$/);
  await page.waitForURL('**/demo/bronze/thanks?**');
  await messageOn(page).getByRole('button', { name: 'Credit me' }).waitFor();
  // The message does not take the focus by itself.
  await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).toBe('body');

  await press(page, /^What is sent\?$/);
  await messageOn(page).getByText('Count', { exact: true }).waitFor();
  for (let n = 0; n < 3; n++) await page.keyboard.press('Shift+Tab');
  expect((await focused(page)).name).toBe('I’m new, use my email');
  await page.keyboard.press('Enter');
  await titled(page, 'Join by email');
  await expect.poll(async () => (await focused(page)).name).toBe('Email address');

  // An empty form shows its mistakes, and the focus is on the field that needs it.
  await press(page, /^Send code$/);
  await messageOn(page).getByText('Enter an email address').last().waitFor();
  expect((await focused(page)).name).toBe('Email address');
  await page.keyboard.type(ofThisTry('keys-only@example.org'));
  await page.keyboard.press('Enter');
  await messageOn(page).getByText('Under 16? Join').last().waitFor();
  expect((await focused(page)).name).toBe('I am 16 or older');
  await page.keyboard.press('Space');
  await press(page, /^Send code$/);
  await titled(page, 'Check your email');
  await expect.poll(async () => (await focused(page)).name).toBe('6-digit code');
  await page.keyboard.type(await digitsFor(service, ofThisTry('keys-only@example.org')));
  await credited(page);
  expect((await focused(page)).name).toBe('Credited to your profile');
  await expect.poll(() => messageOn(page).getByRole('status').innerText()).toBe('Credited to your profile');

  const mine = await participant.context.newPage();
  await mine.goto(`${service.baseUrl}/sign-in`);
  await tabTo(mine, /^Email address$/);
  await mine.keyboard.type(ofThisTry('keys-only@example.org'));
  await press(mine, /^Email me a link$/);
  await mine.getByRole('heading', { name: 'Check your email' }).waitFor();
  const { links } = await mailTo(service, ofThisTry('keys-only@example.org'), /^Sign in/);
  await mine.goto(links[0] ?? '');
  await tabTo(mine, /^Sign in$/, 'button');
  // The button becomes active once the page has been visible for half a second.
  await mine.locator('button:focus:not([aria-disabled])').waitFor();
  await mine.keyboard.press('Space');
  await mine.getByRole('heading', { name: 'Your contributions' }).waitFor();
  expect(await profileOf(mine, service)).toEqual([expect.stringMatching(/^1 contribution · /)]);

  await page.bringToFront();
  await press(page, /^Undo$/);
  await titled(page, 'Removed from your profile');
  expect((await focused(page)).name).toBe('Removed from your profile');
  expect(await profileOf(mine, service)).toEqual([]);
  expect(participant.problems).toEqual([]);
});

test('answers the popup by keyboard only', async () => {
  await using participant = await newPerson();
  const { page, context } = participant;
  await page.goto(`${service.baseUrl}/sign-in`);
  await tabTo(page, /^Email address$/);
  await page.keyboard.type(ofThisTry('keys-in-popup@example.org'));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
  const { links } = await mailTo(service, ofThisTry('keys-in-popup@example.org'), /^Sign in/);
  await followSignInLink(page, links[0] ?? '');
  await page.waitForURL('**/me');
  await page.goto(`${partnerOf(service)}/demo/bronze`);
  await tabTo(page, /How many minutes/);
  await page.keyboard.type('12');
  await page.keyboard.press('Enter');
  await messageOn(page).getByRole('button', { name: 'Credit me' }).waitFor();
  const opening = context.waitForEvent('page');
  await press(page, /^Credit me$/);
  const popup = await opening;
  await popup.getByRole('button', { name: 'Not now' }).waitFor();
  await popup.locator('button.waking:enabled').waitFor();
  const closing = popup.waitForEvent('close');
  await press(popup, /^Credit me$/, 'Space');
  await closing;
  await credited(page);
  expect(participant.problems).toEqual([]);
});
