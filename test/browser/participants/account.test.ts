/** Keys, passkeys and the account page in Chromium, with a virtual authenticator; axe on each page and state. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { Service } from '../../set-up/service/start-service.ts';
import { faultsOf } from '../checks/accessible.ts';
import { startJourneys, type Journeys } from '../journey.ts';
import { popupOf, sayYes, signInOnPages, signInAsOperator } from './member.ts';
import { ofThisTry } from '../../set-up/browser/of-this-try.ts';
import { countBirds, credited, mailTo, partnerOf } from '../partner.ts';

const run = promisify(execFile);

let service: Service;
let newPerson: Journeys['newPerson'];
let account: string;
let keys: string;

beforeAll(async () => {
  ({ service, newPerson } = await startJourneys('sqlite', {}, 'shell'));
  account = `${service.baseUrl}/account`;
  keys = `${service.baseUrl}/api/key`;
});

/** A type of Chromium's protocol, which playwright-core does not export. */
type Credential = {
  credentialId: string;
  isResidentCredential: boolean;
  privateKey: string;
  signCount: number;
  rpId?: string;
  userHandle?: string;
};

/** Gives a page's browser a device that has passkeys and unlocks itself. */
const withAuthenticator = async (page: Page) => {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    credentials: async () => (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    add: (credential: Credential) => cdp.send('WebAuthn.addCredential', { authenticatorId, credential }),
  };
};

test('/me offers a passkey after the first sign-in by mail, where the browser can have one', async () => {
  await using person = await newPerson({ width: 390 });
  const { page } = person;
  await withAuthenticator(page);
  await signInOnPages(page, service, ofThisTry('offered@example.org'));
  await page.goto(`${service.baseUrl}/me`);
  await page.getByText('sign in without waiting for an email').waitFor();
  const faults = await faultsOf(page, 'offer of a passkey');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText('The passkey was added').waitFor();
  await page.goto(`${service.baseUrl}/me`);
  await page.getByRole('heading', { name: 'Your contributions' }).waitFor();
  await expect.poll(() => page.getByText('sign in without waiting for an email').count()).toBe(0);
  expect([person.problems, faults]).toEqual([[], []]);
});

/** Makes an account with a passkey on this page's device, and signs out again. */
const signedOutWithPasskey = async (page: Page, address: string) => {
  const device = await withAuthenticator(page);
  await signInOnPages(page, service, address);
  await page.goto(`${account}?open=passkeys`);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText('The passkey was added').waitFor();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.waitForURL(`${service.baseUrl}/`);
  return device;
};

const newKeyOn = async (page: Page) => {
  await page.getByRole('heading', { name: 'Your new key' }).waitFor();
  return (await page.locator('[data-snippet=key]').innerText()).trim();
};

const answerOf = async (shell: string) =>
  JSON.parse((await run('bash', ['-c', `${shell} -s`])).stdout) as { result: string };

// Without a second try: the operator's page lists the keys of the first.
test(
  'a key is made, tried as shown, and replaced while a client goes on with the old one',
  { retry: 0 },
  async () => {
    await using owner = await newPerson();
    const { page } = owner;
    const faults: string[] = [];
    const look = async (state: string) => faults.push(...(await faultsOf(page, state)));
    await signInAsOperator(page, service);
    await page.goto(keys);
    await page.getByLabel('Name', { exact: true }).fill('Web server');
    await page.getByRole('checkbox', { name: 'Record contributions' }).uncheck();
    await page.getByRole('button', { name: 'Make the key' }).click();
    await page.getByText('Choose at least one').waitFor();
    await look('keys, refused');
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Web server');
    await page.getByRole('checkbox', { name: 'Record contributions' }).check();
    await page.getByRole('button', { name: 'Make the key' }).click();
    const old = await newKeyOn(page);
    await look('a new key');
    const call = await page.locator('[data-snippet=first-call]').innerText();
    expect(await answerOf(call)).toMatchObject({ result: 'success' });

    // A reload sends the form again, as an impatient person does.
    await page.reload();
    await page.getByText('This form was sent twice').waitFor();
    expect(await page.content()).not.toContain(old);

    await page.goto(keys);
    await look('keys');
    await page.getByRole('link', { name: 'Replace Web server' }).click();
    await look('replacing a key');
    await page.getByRole('button', { name: 'Replace it' }).click();
    const young = await newKeyOn(page);
    for (const key of [old, young])
      expect(await answerOf(call.replace(old, key))).toMatchObject({ result: 'success' });

    await page.goto(keys);
    const replaced = page.getByRole('listitem').filter({ hasText: 'Replaced: it works until' });
    await replaced.getByRole('link', { name: 'Revoke Web server' }).click();
    await look('revoking a key');
    await page.getByRole('button', { name: 'Revoke it' }).click();
    await page.getByText('is revoked: from now on').waitFor();
    await page.getByText('Keys that ended').click();
    await look('a revoked key');
    expect(await answerOf(call)).toMatchObject({ result: 'error', code: 'wrong_key' });
    expect(await answerOf(call.replace(old, young))).toMatchObject({ result: 'success' });
    expect(owner.problems.filter((problem) => !problem.includes('status of 400'))).toEqual([]);
    expect(faults).toEqual([]);
  },
);

test('a passkey signs in; on a second device another one is added, and the lost one removed', async () => {
  const address = ofThisTry('passkeys@example.org');
  await using first = await newPerson();
  const { page } = first;
  const faults: string[] = [];
  await withAuthenticator(page);
  await signInOnPages(page, service, address);
  await page.goto(`${account}?open=passkeys`);
  await page.getByLabel('Name of the passkey').fill('My phone');
  faults.push(...(await faultsOf(page, 'account')));
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText('The passkey was added').waitFor();
  faults.push(...(await faultsOf(page, 'account with a passkey')));
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText('This device has a passkey for your account already').waitFor();
  const enter = async (on: Page) => {
    await on.getByRole('button', { name: 'Sign out', exact: true }).click();
    await on.waitForURL(`${service.baseUrl}/`);
    await on.goto(`${service.baseUrl}/sign-in?next=/account`);
    await on.getByRole('button', { name: 'Sign in with a passkey' }).click();
  };
  await enter(page);
  await page.getByRole('heading', { name: 'Your account' }).waitFor();

  await using second = await newPerson();
  await withAuthenticator(second.page);
  await signInOnPages(second.page, service, address);
  await second.page.goto(`${account}?open=passkeys`);
  await second.page.getByLabel('Name of the passkey').fill('My laptop');
  await second.page.getByRole('button', { name: 'Add a passkey' }).click();
  await second.page.getByText('The passkey was added').waitFor();
  await second.page.getByRole('link', { name: 'Remove My phone' }).click();
  faults.push(...(await faultsOf(second.page, 'removing a passkey')));
  await second.page.getByRole('button', { name: 'Remove it' }).click();
  await second.page.getByText('The passkey was removed').waitFor();
  await second.page.getByText('Where you are signed in').click();
  await second.page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await second.page.getByText('All other devices are signed out').waitFor();

  await page.goto(account);
  await page.getByRole('heading', { name: 'Sign in or join' }).waitFor();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByText('This passkey doesn’t work here').waitFor();
  faults.push(...(await faultsOf(page, 'a refused passkey')));
  await enter(second.page);
  await second.page.getByRole('heading', { name: 'Your account' }).waitFor();
  expect(second.problems).toEqual([]);
  expect(faults).toEqual([]);
});

test('in the window of the message a passkey is enough: no mail, and back to the question', async () => {
  await using member = await newPerson();
  const { page } = member;
  const here = await signedOutWithPasskey(page, ofThisTry('window@example.org'));
  const mails = (await service.mails()).length;
  await countBirds(page, service);
  const popup = await popupOf(page, 'Credit me');
  // The same device: Chromium's authenticators belong to one page each.
  const there = await withAuthenticator(popup);
  for (const credential of await here.credentials()) await there.add(credential);
  await popup.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await sayYes(popup);
  await credited(page);
  expect(await service.mails()).toHaveLength(mails);
  expect(member.problems).toEqual([]);
});

test('a site that asks for authorization takes a passkey, too: no mail, and back to the question', async () => {
  await using member = await newPerson();
  const { page } = member;
  await signedOutWithPasskey(page, ofThisTry('authorizes@example.org'));
  const mails = (await service.mails()).length;
  await page.goto(`${partnerOf(service)}/demo/gold/link`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByRole('heading', { name: 'Share your profile with Hedge & Pond?' }).waitFor();
  await expect.poll(() => page.locator('main').innerText()).toContain(ofThisTry('authorizes@example.org'));
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.getByText('Linked with your Manyhands profile').waitFor();
  expect(await service.mails()).toHaveLength(mails);
  expect(member.problems).toEqual([]);
});

test('without a script: names, an address, sessions and keys; passkeys say what they need', async () => {
  await using scripted = await newPerson();
  await signInOnPages(scripted.page, service, ofThisTry('plain@example.org'));
  const storageState = await scripted.context.storageState();
  await using plain = await newPerson({ more: { javaScriptEnabled: false, storageState } });
  const { page } = plain;
  await page.goto(account);
  await page.getByText('Passkeys', { exact: true }).click();
  await expect.poll(() => page.getByText('This browser cannot add one here').isVisible()).toBe(true);
  await expect.poll(() => page.getByRole('button', { name: 'Add a passkey' }).isVisible()).toBe(false);
  await page.getByText('Your names', { exact: true }).click();
  await page.getByRole('textbox', { name: 'The name that you go by here' }).fill('Plain Jane');
  await page.getByRole('checkbox', { name: 'The name that you go by' }).check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Your names are saved').waitFor();
  await page.getByText('Your addresses', { exact: true }).click();
  await page.getByLabel('Email address').fill(ofThisTry('plain-too@example.org'));
  await page.getByRole('button', { name: 'Email a link to it' }).click();
  await page.getByText('We’ve emailed a link').waitFor();
  const { links } = await mailTo(service, ofThisTry('plain-too@example.org'), /^Add this address/);
  await page.goto(links[0] ?? '');
  await page.getByRole('button', { name: 'Add it' }).click();
  await page
    .getByRole('button', { name: `Make it the main one: ${ofThisTry('plain-too@example.org')}` })
    .click();
  await page.getByText('Your main address has changed').waitFor();
  await page.getByText('Your names', { exact: true }).click();
  await page.getByRole('link', { name: 'your public page' }).click();
  await page.getByRole('heading', { name: 'Plain Jane' }).waitFor();
  await page.goto(keys);
  await page.getByLabel('Name', { exact: true }).fill('Script');
  await page.getByRole('button', { name: 'Make the key' }).click();
  expect(await newKeyOn(page)).toMatch(/^mh_\w{38}$/);
  expect(plain.problems).toEqual([]);
});
