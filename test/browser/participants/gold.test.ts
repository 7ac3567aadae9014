/** The gold tier on the demonstration partner: a participant authorizes the site, whose server then reports. */
import { beforeAll, expect, test } from 'vitest';
import type { Service } from '../../set-up/service/start-service.ts';
import { faultsOf } from '../checks/accessible.ts';
import { eventsOf } from '../database.ts';
import { startJourneys, type Journeys } from '../journey.ts';
import { followSignInLink, profileOf, signIn, signInAsOperator } from './member.ts';
import { ofThisTry } from '../../set-up/browser/of-this-try.ts';
import { buttonOn, mailTo, partnerOf, projectOn, titled } from '../partner.ts';

let service: Service;
let newPerson: Journeys['newPerson'];

beforeAll(async () => {
  ({ service, newPerson } = await startJourneys('sqlite', {}, 'shell'));
});

const named = 'Credited to your profile';

test('a newcomer joins on the way, is named by the message, and ends it on their page', async () => {
  const faults: string[] = [];
  await using participant = await newPerson();
  const { page } = participant;
  const gold = `${partnerOf(service)}/demo/gold`;
  await page.goto(gold);
  await page.getByRole('link', { name: 'Continue with Manyhands' }).click();

  await page.getByRole('heading', { name: 'Sign in or join' }).waitFor();
  faults.push(...(await faultsOf(page, 'joining on the way')));
  await page.getByLabel('Email address').fill(ofThisTry('moth@example.org'));
  await page.getByRole('button', { name: 'Email me a link' }).click();
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
  const { links } = await mailTo(service, ofThisTry('moth@example.org'), /^Sign in/);
  await followSignInLink(page, links[0] ?? '');
  await page.getByRole('heading', { name: 'Share your profile with Hedge & Pond?' }).waitFor();
  await expect.poll(() => page.locator('main').innerText()).toContain('Moth Night (gold demonstration)');
  faults.push(...(await faultsOf(page, 'the question')));
  await page.getByRole('button', { name: 'Allow' }).click();

  await page.getByText('Linked with your Manyhands profile').waitFor();
  await page.getByLabel('How many moths').fill('17');
  await page.getByLabel('How many minutes').fill('45');
  await page.getByRole('button', { name: 'Send the count' }).click();
  await titled(page, named);
  const project = await projectOn(page);
  expect(eventsOf(service, project)).toMatchObject([{ source: 'api' }]);
  await page.reload();
  await buttonOn(page, 'Never for this project').waitFor();
  expect(eventsOf(service, project)).toHaveLength(1);

  const mine = await participant.context.newPage();
  expect(await profileOf(mine, service)).toHaveLength(1);
  await mine.goto(`${service.baseUrl}/account?open=sites`);
  const sites = mine.locator('#sites');
  await expect.poll(() => sites.innerText()).toContain('Hedge & Pond');
  await sites.getByRole('button', { name: /Revoke/ }).click();
  await sites.waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
  expect(participant.problems).toEqual([]);
});

test('a refusal shares nothing, and an answer of another browser is not taken', async () => {
  await using participant = await newPerson();
  const { page } = participant;
  const gold = `${partnerOf(service)}/demo/gold`;
  await page.goto(`${gold}/link`);
  await page.getByRole('heading', { name: 'Sign in or join' }).waitFor();
  await page.goto(`${gold}/callback?code=stolen&state=guessed&iss=${encodeURIComponent(service.baseUrl)}`);
  await page.getByText('That answer does not belong to this browser').waitFor();
  await page.goto(`${gold}/thanks`);
  await page.getByText('We do not remember this visit').waitFor();
});

test('an owner requests a client, and an operator grants it', async () => {
  await using owner = await newPerson();
  await using operator = await newPerson();
  const { page } = owner;
  const { baseUrl } = service;
  const faults: string[] = [];
  await signIn(page, service, ofThisTry('rivers@example.org'));
  await service.operate('manager', '505', ofThisTry('rivers@example.org'));
  await page.goto(`${baseUrl}/api/key`);
  await page.getByRole('link', { name: 'Request a client' }).click();
  await page.getByLabel('Name', { exact: true }).fill('River Watch');
  await page.getByLabel('Redirect addresses').fill('http://river.example/');
  await page.getByRole('button', { name: 'Send the request' }).click();
  await page.getByText('must use https').waitFor();
  faults.push(...(await faultsOf(page, 'request, with a fault')));
  await page.getByLabel('Redirect addresses').fill('https://river.example/callback');
  await page.getByRole('button', { name: 'Send the request' }).click();
  await page.getByText('waiting for an operator').waitFor();

  await signInAsOperator(operator.page, service);
  await operator.page.goto(`${baseUrl}/review`);
  await operator.page.getByRole('link', { name: 'OAuth clients' }).click();
  const grant = operator.page.getByRole('button', { name: 'Grant River Watch' });
  await grant.waitFor();
  faults.push(...(await faultsOf(operator.page, 'clients')));
  await grant.click();
  await operator.page.getByText('has a client now').waitFor();

  await page.goto(`${baseUrl}/api/key`);
  await page.getByRole('button', { name: 'Make its secret' }).click();
  await page.getByRole('heading', { name: 'The secret of River Watch' }).waitFor();
  await page.goto(`${baseUrl}/api/key`);
  await page.getByText('Replace the secret').click();
  faults.push(...(await faultsOf(page, 'keys, with a client')));
  expect(faults).toEqual([]);
});
