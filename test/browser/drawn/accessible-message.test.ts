/** axe in every state of the message, wide and narrow, light and dark. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { Service } from '../../set-up/service/start-service.ts';
import { faultsOf } from '../checks/accessible.ts';
import { startJourneys, type Journeys } from '../journey.ts';
import { popupOf } from '../participants/member.ts';
import {
  buttonOn,
  countBirds,
  credited,
  digitsFor,
  messageOn,
  projectOn,
  surveyPond,
  titled,
} from '../partner.ts';
import { ofThisTry } from '../../set-up/browser/of-this-try.ts';
import { serveSite } from '../site-of-its-own.ts';

let service: Service;
let newPerson: Journeys['newPerson'];

beforeAll(async () => {
  ({ service, newPerson } = await startJourneys('sqlite', {}, 'shell'));
});

test('the message, from the question to the credit and back', async () => {
  await using participant = await newPerson();
  const { page, context } = participant;
  const faults: string[] = [];
  const look = async (state: string) => faults.push(...(await faultsOf(page, state)));
  const says = (text: string) => messageOn(page).getByText(text).last().waitFor();

  await countBirds(page, service);
  await buttonOn(page, 'Credit me').waitFor();
  await messageOn(page).getByText('What is sent').click();
  await look('ask, with what is sent');
  await buttonOn(page, 'I’m new, use my email').click();
  await look('email');
  await buttonOn(page, 'Send code').click();
  await says('Enter an email address');
  await look('email, no address');
  await messageOn(page).getByLabel('Email address').fill(ofThisTry('axe@example.org'));
  await buttonOn(page, 'Send code').click();
  await says('Under 16? Join');
  await look('email, no age');
  await messageOn(page).getByLabel('I am 16 or older').check();
  await buttonOn(page, 'Send code').click();
  const digits = messageOn(page).getByLabel('6-digit code');
  await digits.waitFor();
  await look('code');
  const right = await digitsFor(service, ofThisTry('axe@example.org'));
  await digits.fill(right === '000000' ? '000001' : '000000');
  await says('That code isn’t right');
  await look('code, wrong digits');
  await digits.fill(right);
  await credited(page);
  await look('credited');
  await buttonOn(page, 'Undo').click();
  await titled(page, 'Removed from your profile');
  await look('undone');
  await buttonOn(page, 'Never for this project').click();
  await titled(page, 'Not credited');
  await look('declined');
  await page.reload();
  await buttonOn(page, 'Credit me again').click();

  const popup = await popupOf(page, 'Credit me');
  await popup.getByRole('heading', { name: 'Sign in to add your contribution' }).waitFor();
  await look('connecting');
  await popup.close();
  await buttonOn(page, 'Use my email').waitFor();
  await look('blocked');
  await context.setOffline(true);
  await buttonOn(page, 'Use my email').click();
  await messageOn(page).getByLabel('Email address').fill(ofThisTry('axe@example.org'));
  await messageOn(page).getByLabel('I am 16 or older').check();
  await buttonOn(page, 'Send code').click();
  await says('You are offline');
  await look('email, offline');
  expect(faults).toEqual([]);
});

test('the message in passive mode, and when nothing can be done', async () => {
  await using participant = await newPerson();
  const { page } = participant;
  const faults: string[] = [];
  const look = async (state: string) => faults.push(...(await faultsOf(page, state)));

  await surveyPond(page, service, 'axe-silver@example.org');
  const project = await projectOn(page);
  await buttonOn(page, 'Never for this project').waitFor();
  await look('named');
  await buttonOn(page, 'Never for this project').click();
  await titled(page, 'Not credited');
  await page.reload();
  await buttonOn(page, 'Credit me again').click();
  await buttonOn(page, 'Link my profile').waitFor();
  await look('again');
  await creditByDigits(page);
  await look('linked');

  const unregistered = await serveSite(() => ({
    body: `<main><h1>A site of its own</h1>
      <script src="${service.baseUrl}/static/api/recordevent_with_service_inline_signup.js"
        data-project_id="${project}" async></script></main>`,
  }));
  await page.goto(unregistered);
  await messageOn(page)
    .getByRole('link', { name: /^Continue on / })
    .waitFor();
  await look('elsewhere');
  await service.stop();
  await page.reload();
  // The script is in the browser's cache; the service is stopped.
  await titled(page, 'Something went wrong');
  await look('failed');
  await service.start();
  await buttonOn(page, 'Try again').click();
  await messageOn(page)
    .getByRole('link', { name: /^Continue on / })
    .waitFor();
  expect(faults).toEqual([]);
});

async function creditByDigits(page: Page) {
  await buttonOn(page, 'Use my email').click();
  await messageOn(page).getByLabel('Email address').fill('axe-silver@example.org');
  await messageOn(page).getByLabel('I am 16 or older').check();
  await buttonOn(page, 'Send code').click();
  const digits = messageOn(page).getByLabel('6-digit code');
  await digits.waitFor();
  await digits.fill(await digitsFor(service, 'axe-silver@example.org'));
  await buttonOn(page, 'Never for this project').waitFor();
}
