/** A pupil joins through a guardian, in Chromium: each page by keyboard, with axe, and on a small screen. */
import { beforeAll, expect, test } from 'vitest';
import { ofThisTry } from '../../set-up/browser/of-this-try.ts';
import type { Service } from '../../set-up/service/start-service.ts';
import { faultsOf } from '../checks/accessible.ts';
import { startJourneys, type Journeys } from '../journey.ts';
import { mailTo } from '../partner.ts';

let service: Service;
let newPerson: Journeys['newPerson'];

beforeAll(async () => {
  ({ service, newPerson } = await startJourneys('sqlite', {}, 'shell'));
});

test('a pupil joins when a guardian agrees, and the guardian ends the account', async () => {
  await using pupils = await newPerson({ width: 390 });
  await using guardians = await newPerson();
  const [pupil, guardian] = [ofThisTry('pupil@example.org'), ofThisTry('parent@example.net')];
  const [page, theirs] = [pupils.page, guardians.page];
  const faults: string[] = [];

  await page.goto(`${service.baseUrl}/sign-in`);
  await page.getByLabel('Email address').fill(pupil);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
  await page.goto((await mailTo(service, pupil, /^Sign in/)).links[0] ?? 'no:link');
  const young = page.getByText('Younger than 16?');
  await young.focus();
  await page.keyboard.press('Enter');
  const field = page.getByLabel('Email address of your parent or guardian');
  await field.fill(pupil);
  faults.push(...(await faultsOf(page, 'younger')));
  await field.press('Enter');
  await page.getByText('it cannot be your own').waitFor();
  // The form stays open, with the fault at its field.
  faults.push(...(await faultsOf(page, 'own address')));
  await field.fill(guardian);
  await field.press('Enter');
  await page.getByRole('heading', { name: 'We asked your parent or guardian' }).waitFor();
  faults.push(...(await faultsOf(page, 'asked')));

  await theirs.goto((await mailTo(service, guardian, /May a young person/)).links[0] ?? 'no:link');
  await theirs.getByText(pupil).waitFor();
  faults.push(...(await faultsOf(theirs, 'ask')));
  await theirs.getByRole('checkbox').press('Space');
  await theirs.getByRole('button', { name: 'I agree' }).click();
  await theirs.getByRole('heading', { name: 'You’re responsible for this account' }).waitFor();
  faults.push(...(await faultsOf(theirs, 'account')));

  const { links } = await mailTo(service, pupil, /You can join/);
  await page.goto(links[0] ?? 'no:link');
  await page.getByLabel('Email address').fill(pupil);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
  await page.goto((await mailTo(service, pupil, /^Sign in/)).links[0] ?? 'no:link');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/me');
  await page.goto(`${service.baseUrl}/account?open=names`);
  await page.getByText('Your public page shows nothing').waitFor();
  faults.push(...(await faultsOf(page, 'account of a pupil')));

  await theirs.goto((await mailTo(service, guardian, /look after/)).links[0] ?? 'no:link');
  await theirs.getByRole('button', { name: 'End the account' }).click();
  await theirs.getByRole('heading', { name: 'The account is deleted' }).waitFor();
  faults.push(...(await faultsOf(theirs, 'ended')));
  await theirs.goto(`${service.baseUrl}/guardian`);
  await theirs.getByLabel('Email address').fill('nobody');
  faults.push(...(await faultsOf(theirs, 'find')));
  await page.goto(`${service.baseUrl}/account`);
  await page.waitForURL('**/sign-in?next=%2Faccount');
  expect(faults).toEqual([]);
});
