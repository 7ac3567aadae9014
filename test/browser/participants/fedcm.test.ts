/**
 * "Credit me" if the service offers FedCM: Chromium asks in a dialog of its own, while it blocks third-party cookies.
 */
import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { Service } from '../../set-up/service/start-service.ts';
import { startJourneys, type Journeys } from '../journey.ts';
import { followSignInLink, grantsOf, popupOf, profileOf, sayYes, signInOnPages } from './member.ts';
import { ofThisTry } from '../../set-up/browser/of-this-try.ts';
import { buttonOn, countBirds, credited, mailTo, projectOn, titled } from '../partner.ts';
import { listen } from '../wire.ts';

let service: Service;
let newPerson: Journeys['newPerson'];

beforeAll(async () => {
  ({ service, newPerson } = await startJourneys('sqlite', { FEDCM: 'true' }));
});

type Shown = { dialogId: string; dialogType: string; title: string; accounts: { email: string }[] };

/** The dialogs that Chromium shows for a page, and a person's answers to them. */
async function dialogsOf(context: BrowserContext, page: Page) {
  const devtools = await context.newCDPSession(page);
  const shown: Shown[] = [];
  devtools.on('FedCm.dialogShown', (dialog) => shown.push(dialog));
  await devtools.send('FedCm.enable', { disableRejectionDelay: true });
  return {
    shown,
    async next(): Promise<Shown> {
      await expect.poll(() => shown.length).toBeGreaterThan(0);
      return shown.shift() as Shown;
    },
    choose: ({ dialogId }: Shown) => devtools.send('FedCm.selectAccount', { dialogId, accountIndex: 0 }),
    dismiss: ({ dialogId }: Shown) => devtools.send('FedCm.dismissDialog', { dialogId }),
  };
}

test('a person who is signed in chooses the profile in the dialog of the browser', async () => {
  await using participant = await newPerson();
  const { page, context } = participant;
  await signInOnPages(page, service, ofThisTry('by-dialog@example.org'));
  await countBirds(page, service);
  const dialogs = await dialogsOf(context, page);
  const wire = listen(page, service);
  await buttonOn(page, 'Credit me').click();
  const dialog = await dialogs.next();
  expect(dialog).toMatchObject({
    dialogType: 'AccountChooser',
    title: 'Use 127.0.0.1 with localhost',
    accounts: [{ email: ofThisTry('by-dialog@example.org') }],
  });
  await titled(page, 'Continue in the new window.');
  await dialogs.choose(dialog);
  await credited(page);
  const lines = (await wire.exchanges()).map(({ line, status }) => `${line} ${status}`);
  expect(lines.filter((line) => /^POST .embed/.test(line))).toEqual([
    'POST /embed/connect 200',
    'POST /embed/record 200',
  ]);
  expect(context.pages()).toHaveLength(1);
  expect(await profileOf(page, service)).toEqual([expect.stringMatching(/^1 contribution · /)]);
  expect(await grantsOf(page, service)).toEqual([expect.stringContaining('you agreed in a small window')]);
  expect(participant.problems).toEqual([]);
});

test('a person who closes the dialog is asked again, and then in a window of ours', async () => {
  await using participant = await newPerson();
  const { page, context } = participant;
  await signInOnPages(page, service, ofThisTry('rather-not@example.org'));
  await countBirds(page, service);
  const dialogs = await dialogsOf(context, page);
  await buttonOn(page, 'Credit me').click();
  await dialogs.dismiss(await dialogs.next());
  await titled(page, 'The window did not open or was closed.');
  const popup = await popupOf(page, 'Try again');
  expect(dialogs.shown).toEqual([]);
  await sayYes(popup);
  await credited(page);
  expect(await profileOf(page, service)).toEqual([expect.stringMatching(/^1 contribution · /)]);
});

test('"Cancel" on the page closes the dialog, and nothing was decided', async () => {
  await using participant = await newPerson();
  const { page, context } = participant;
  await signInOnPages(page, service, ofThisTry('changes-mind@example.org'));
  await countBirds(page, service);
  const dialogs = await dialogsOf(context, page);
  await buttonOn(page, 'Credit me').click();
  const dialog = await dialogs.next();
  // Below the dialog the page receives no clicks, except from scripts and keyboards.
  await buttonOn(page, 'Cancel').dispatchEvent('click');
  await buttonOn(page, 'Credit me').waitFor();
  await expect(dialogs.choose(dialog)).rejects.toThrow();
  expect(await grantsOf(page, service)).toEqual([]);
});

test('a person who is not signed in signs in, in a window that the browser opens, and then chooses', async () => {
  await using participant = await newPerson();
  const { page, context } = participant;
  await countBirds(page, service);
  const dialogs = await dialogsOf(context, page);
  const opening = context.waitForEvent('page');
  await buttonOn(page, 'Credit me').click();
  const login = await opening;
  await login.getByRole('heading', { name: 'Sign in to add your contribution' }).waitFor();
  await login.getByLabel('Email address').fill(ofThisTry('first-time@example.org'));
  await login.getByRole('button', { name: 'Email me a link' }).click();
  await login.getByRole('heading', { name: 'Check your email' }).waitFor();
  const { links } = await mailTo(service, ofThisTry('first-time@example.org'), /^Sign in/);
  const closing = login.waitForEvent('close');
  const tab = await context.newPage();
  await followSignInLink(tab, links[0] ?? '');
  await tab.getByRole('heading', { name: 'You are signed in' }).waitFor();
  await closing;
  const dialog = await dialogs.next();
  expect(dialog.accounts).toMatchObject([{ email: ofThisTry('first-time@example.org') }]);
  await dialogs.choose(dialog);
  await credited(page);
  expect(await profileOf(tab, service)).toEqual([expect.stringMatching(/^1 contribution · /)]);
});

test('after "Not you?" and a sign-out the next person signs in first', async () => {
  await using participant = await newPerson();
  const { page, context } = participant;
  await signInOnPages(page, service, ofThisTry('leaves@example.org'));
  await countBirds(page, service);
  const dialogs = await dialogsOf(context, page);
  await buttonOn(page, 'Credit me').click();
  await dialogs.choose(await dialogs.next());
  await credited(page);
  await buttonOn(page, 'Not you?').click();
  await buttonOn(page, 'Credit me').waitFor();
  const other = await context.newPage();
  await other.goto(`${service.baseUrl}/me`);
  await other.getByRole('button', { name: 'Sign out' }).click();
  await other.waitForURL(`${service.baseUrl}/`);
  await signInOnPages(other, service, ofThisTry('comes-next@example.org'));
  await page.bringToFront();
  await buttonOn(page, 'Credit me').click();
  const dialog = await dialogs.next();
  expect(dialog.accounts).toMatchObject([{ email: ofThisTry('comes-next@example.org') }]);
  await dialogs.choose(dialog);
  await credited(page);
  expect(await profileOf(other, service)).toEqual([expect.stringMatching(/^1 contribution · /)]);
});

test('a page with other requests, or for itself, gets nothing, even if a person agrees in the dialog', async () => {
  await using participant = await newPerson();
  const { page, context } = participant;
  await signInOnPages(page, service, ofThisTry('careful@example.org'));
  await countBirds(page, service);
  const project = await projectOn(page);
  const dialogs = await dialogsOf(context, page);
  type Trying = { mode?: string; mediation?: string; clientId?: string };
  const trying = ({ mode = 'passive', mediation = 'optional', clientId = String(project) }: Trying) =>
    page.evaluate(
      ([configURL, id, how, silently]) =>
        navigator.credentials
          .get({
            mediation: silently,
            identity: {
              mode: how,
              providers: [{ configURL, clientId: id, params: { challenge: 'A'.repeat(43) } }],
            },
          } as CredentialRequestOptions)
          .then(
            (credential) => (credential as unknown as { token: string }).token,
            ({ name }: Error) => name,
          ),
      [`${service.baseUrl}/fedcm/config.json`, clientId, mode, mediation] as [
        string,
        string,
        string,
        'optional',
      ],
    );
  const unasked = trying({});
  await dialogs.choose(await dialogs.next());
  const problem = await dialogs.next();
  expect(problem.dialogType).toBe('Error');
  await dialogs.dismiss(problem);
  expect(await unasked).toBe('IdentityCredentialError');
  // No account is known to any page, so the browser answers nothing automatically, either.
  expect(await trying({ mediation: 'silent' })).toBe('NetworkError');
  const fetched = await page.evaluate(
    (url) =>
      fetch(url, { credentials: 'include' }).then(
        ({ status }) => status,
        ({ name }: Error) => name,
      ),
    `${service.baseUrl}/fedcm/accounts`,
  );
  expect(fetched).toBe('TypeError');
  const there = await context.newPage();
  await there.goto(`${service.baseUrl}/fedcm/accounts`);
  await expect.poll(() => there.locator('body').innerText()).not.toContain(ofThisTry('careful@example.org'));
  expect(await grantsOf(there, service)).toEqual([]);
});
