/** "Credit me" for members, and for people who sign in on the way: in a window of the service. */
import type { BrowserContext } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { Service } from '../../set-up/service/start-service.ts';
import { startJourneys, type Journeys } from '../journey.ts';
import { answer, followSignInLink, grantsOf, popupOf, profileOf, sayYes, signIn } from './member.ts';
import { ofThisTry } from '../../set-up/browser/of-this-try.ts';
import { buttonOn, countBirds, credited, mailTo, partnerOf, titled } from '../partner.ts';
import { listen } from '../wire.ts';

let service: Service;
let newPerson: Journeys['newPerson'];

beforeAll(async () => {
  ({ service, newPerson } = await startJourneys('sqlite', {}, 'shell'));
});

type Watched = { wakings: { isDisabled: boolean; at: number }[] };

/** Records when the popup's button becomes inactive and active, from before its page's own scripts run. */
const watchTheButton = (context: BrowserContext) =>
  context.addInitScript(() => {
    const wakings: Watched['wakings'] = [];
    (window as unknown as Watched).wakings = wakings;
    new MutationObserver((changes) => {
      for (const { target } of changes)
        if (target instanceof HTMLButtonElement)
          wakings.push({ isDisabled: target.disabled, at: performance.now() });
    }).observe(document, { subtree: true, attributeFilter: ['disabled'] });
  });

test('a person who is signed in agrees in the window, and types nothing', async () => {
  await using participant = await newPerson();
  const { page, context } = participant;
  await signIn(page, service, ofThisTry('member@example.org'));
  await watchTheButton(context);
  const mails = (await service.mails()).length;
  await countBirds(page, service);
  const wire = listen(page, service);

  const popup = await popupOf(page, 'Credit me');
  const said = popup.getByRole('main');
  await expect.poll(() => said.innerText()).toContain('Garden Bird Count');
  await expect.poll(() => said.innerText()).toContain(partnerOf(service));
  await expect.poll(() => said.innerText()).toContain(ofThisTry('member@example.org'));
  await titled(page, 'Continue in the new window.');

  const wakings = () => popup.evaluate(() => (window as unknown as Watched).wakings);
  await expect.poll(async () => (await wakings()).at(-1)?.isDisabled).toBe(false);
  const [asleep, awake] = (await wakings()).slice(-2);
  expect(asleep?.isDisabled).toBe(true);
  expect((awake?.at ?? 0) - (asleep?.at ?? 0)).toBeGreaterThan(450);

  const closing = popup.waitForEvent('close');
  await sayYes(popup);
  await credited(page);
  await closing;
  expect(await service.mails()).toHaveLength(mails);
  expect(await profileOf(page, service)).toEqual([expect.stringMatching(/^1 contribution · /)]);
  expect(await grantsOf(page, service)).toEqual([expect.stringContaining('you agreed in a small window')]);

  const lines = (await wire.exchanges()).map(({ line, status }) => `${line} ${status}`);
  expect(lines.filter((line) => line.startsWith('POST'))).toEqual([
    'POST /embed/connect 200',
    'POST /embed/record 200',
  ]);
  expect(participant.problems).toEqual([]);
});

test('a person who is not signed in opens the mailed link in another tab, and the window continues by itself', async () => {
  await using participant = await newPerson();
  const { page, context } = participant;
  await countBirds(page, service);
  const popup = await popupOf(page, 'Credit me');
  await popup.getByRole('heading', { name: 'Sign in to add your contribution' }).waitFor();
  await expect.poll(() => popup.getByRole('main').innerText()).toContain(partnerOf(service));
  await popup.getByLabel('Email address').fill(ofThisTry('by-link@example.org'));
  await popup.getByRole('button', { name: 'Email me a link' }).click();
  await popup.getByRole('heading', { name: 'Check your email' }).waitFor();

  const { links } = await mailTo(service, ofThisTry('by-link@example.org'), /^Sign in/);
  const tab = await context.newPage();
  await followSignInLink(tab, links[0] ?? '');
  await tab.getByRole('heading', { name: 'You are signed in' }).waitFor();
  await expect.poll(() => tab.getByRole('main').innerText()).toContain('Go back to the small window');

  const closing = popup.waitForEvent('close');
  await sayYes(popup);
  await credited(page);
  await closing;
  expect(await profileOf(tab, service)).toEqual([expect.stringMatching(/^1 contribution · /)]);
  expect(participant.problems).toEqual([]);
});

test('the mail is opened on a phone, the digits of the window are typed there, and the window continues', async () => {
  await using participant = await newPerson();
  await using phone = await newPerson({ more: { viewport: { width: 390, height: 800 } } });
  const { page } = participant;
  await countBirds(page, service);
  const popup = await popupOf(page, 'Credit me');
  const address = ofThisTry('by-phone@example.org');
  await popup.getByLabel('Email address').fill(address);
  await popup.getByRole('button', { name: 'Email me a link' }).click();
  const digits = await popup.locator('form[data-waiting] strong').innerText();
  const { links } = await mailTo(service, address, /^Sign in/);
  await phone.page.goto(links[0] ?? '');
  await phone.page.getByText('Signing in on another device?').click();
  const there = phone.page.locator('details', { hasText: 'Signing in on another device?' });
  await there.getByLabel('The six digits on it').fill('12');
  await there.getByRole('button', { name: 'Sign in there' }).click();
  await phone.page.getByText('The other device shows other digits.').waitFor();
  await there.getByLabel('The six digits on it').fill(digits);
  await there.getByRole('button', { name: 'Sign in there' }).click();
  await phone.page.getByRole('heading', { name: 'Continue on the other device' }).waitFor();

  const closing = popup.waitForEvent('close');
  await sayYes(popup);
  await credited(page);
  await closing;
  await phone.page.goto(`${service.baseUrl}/me`);
  await phone.page.getByRole('heading', { name: 'Sign in or join' }).waitFor();
  expect(participant.problems).toEqual([]);
});

test('on a busy machine, the code reaches the page late, and the window is still there', async () => {
  await using participant = await newPerson();
  const { page } = participant;
  await signIn(page, service, ofThisTry('busy@example.org'));
  await countBirds(page, service);
  await page.evaluate(() => {
    const late = (event: MessageEvent<{ type?: string }>) => {
      if (event.data.type !== 'manyhands:code') return;
      removeEventListener('message', late);
      event.stopImmediatePropagation();
      const { data, origin, source } = event;
      setTimeout(() => dispatchEvent(new MessageEvent('message', { data, origin, source })), 2000);
    };
    addEventListener('message', late);
  });
  const popup = await popupOf(page, 'Credit me');
  const closing = popup.waitForEvent('close');
  await sayYes(popup);
  await credited(page);
  await closing;
  expect(participant.problems).toEqual([]);
});

test('"Not now" decides nothing, and e-mail is still possible', async () => {
  await using participant = await newPerson();
  const { page } = participant;
  await signIn(page, service, ofThisTry('not-now@example.org'));
  await countBirds(page, service);
  const popup = await popupOf(page, 'Credit me');
  const closing = popup.waitForEvent('close');
  await answer(popup, 'Not now');
  await closing;
  await buttonOn(page, 'Use my email').waitFor();
  expect(await profileOf(page, service)).toEqual([]);
  expect(await grantsOf(page, service)).toEqual([]);
  expect(participant.problems).toEqual([]);
});

test('"Not you?" removes the count, ends the permission of the site, and lets another person take the credit', async () => {
  await using participant = await newPerson();
  const { page, context } = participant;
  await signIn(page, service, ofThisTry('first@example.org'));
  await countBirds(page, service);
  const popup = await popupOf(page, 'Credit me');
  await sayYes(popup);
  await credited(page);

  await buttonOn(page, 'Not you?').click();
  await buttonOn(page, 'Credit me').waitFor();
  const mine = await context.newPage();
  expect(await profileOf(mine, service)).toEqual([]);
  expect(await grantsOf(mine, service)).toEqual([]);

  const other = await popupOf(page, 'Credit me');
  await other.getByRole('button', { name: 'Sign out' }).click();
  await other.getByLabel('Email address').fill(ofThisTry('second@example.org'));
  await other.getByRole('button', { name: 'Email me a link' }).click();
  const { links } = await mailTo(service, ofThisTry('second@example.org'), /^Sign in/);
  await followSignInLink(mine, links[0] ?? '');
  await sayYes(other);
  await credited(page);
  expect(await profileOf(mine, service)).toEqual([expect.stringMatching(/^1 contribution · /)]);
  await titled(page, 'Credited to your profile');
  expect(participant.problems).toEqual([]);
});
