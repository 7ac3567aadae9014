/** A project from its own address to the directory: registered, asked about, answered by mail, published by keyboard. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Service } from '../../set-up/service/start-service.ts';
import { startSite } from '../../server/projects/registering.ts';
import { faultsOf } from '../checks/accessible.ts';
import { startJourneys, type Journeys } from '../journey.ts';
import { followSignInLink } from '../participants/member.ts';
import { ofThisTry } from '../../set-up/browser/of-this-try.ts';
import { mailTo } from '../partner.ts';

let site: Awaited<ReturnType<typeof startSite>>;
let service: Service;
let newPerson: Journeys['newPerson'];

beforeAll(async () => {
  site = await startSite({
    '/moths': {
      status: 200,
      body: '<title>Moth Hours</title><meta name="description" content="Count moths at a lamp.">',
    },
  });
  ({ service, newPerson } = await startJourneys('sqlite', { FETCH_FROM: site.host }, 'shell'));
});
afterAll(() => site[Symbol.asyncDispose]());

const begin = async (page: Page) => {
  await page.goto(`${service.baseUrl}/add`);
  await page.getByLabel('Address of your project’s own page').fill(site.url('/moths'));
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('heading', { name: 'The project', exact: true }).waitFor();
};

const signInWithRole = async (page: Page, address: string) => {
  await service.operate('role', address, 'editor');
  const { json } = await service.operator<{ link: string }>('sign-in-link', address);
  await followSignInLink(page, json.link);
  await page.waitForURL('**/review');
};

// Without a second try: the project is registered already.
test(
  'registered without a script, asked, answered by mail, and published by keyboard',
  { retry: 0 },
  async () => {
    await using owner = await newPerson({ more: { javaScriptEnabled: false } });
    await using editor = await newPerson();
    await using contact = await newPerson();
    const faults: string[] = [];
    const { page } = owner;

    await begin(page);
    await expect.poll(() => page.getByLabel('Name of the project').inputValue()).toBe('Moth Hours');
    await page.getByRole('button', { name: 'Send to our editors' }).click();
    await page.getByText('Everything that you typed is kept').waitFor();
    await page.getByLabel('Organisation that registers the project').fill('The Moth Society');
    await page.getByLabel('Email address of the contact').fill(ofThisTry('moths@example.org'));
    await page.getByRole('heading', { name: 'Where it takes place' }).click();
    await page.getByLabel('Anywhere: people take part').check();
    await page.getByRole('button', { name: 'Send to our editors' }).click();
    await page.getByRole('heading', { name: 'Check your email' }).waitFor();
    const { links } = await mailTo(service, ofThisTry('moths@example.org'), /^Register your project/);
    await followSignInLink(page, links[0] ?? '');
    await page.getByRole('button', { name: 'Send to our editors' }).click();
    await page.getByRole('heading', { name: 'Your project is with our editors' }).waitFor();

    await signInWithRole(editor.page, ofThisTry('editor@example.org'));
    await editor.page.goto(`${service.baseUrl}/review`);
    faults.push(...(await faultsOf(editor.page, 'queue')));
    await editor.page.getByRole('link', { name: 'Moth Hours' }).click();
    await editor.page.getByText('Single keys').waitFor();
    faults.push(...(await faultsOf(editor.page, 'review of a new project')));
    // With another key they are the browser's.
    const asking = editor.page.getByLabel('Question, mailed to the contact');
    for (const key of ['Control+q', 'Alt+q', 'Meta+q']) await editor.page.keyboard.press(key);
    await expect.poll(() => asking.isVisible()).toBe(false);
    await editor.page.keyboard.press('q');
    await asking.waitFor();
    await editor.page.keyboard.type('Which moths, and an a?');
    await editor.page.keyboard.press('Tab');
    await editor.page.keyboard.press('Enter');
    await editor.page.getByText('Your question is mailed').waitFor();

    const question = await mailTo(service, ofThisTry('moths@example.org'), /^A question/);
    await contact.page.goto(question.links[0] ?? '');
    faults.push(...(await faultsOf(contact.page, 'answer')));
    await contact.page.getByLabel('Your answer').fill('All of them.');
    await contact.page.getByRole('button', { name: 'Send the answer' }).click();
    await contact.page.getByRole('heading', { name: 'Thank you' }).waitFor();

    await editor.page.reload();
    await editor.page.getByText('All of them.').first().waitFor();
    // Keys do nothing while somebody has turned them off.
    await editor.page.getByLabel('Single keys').uncheck();
    await editor.page.keyboard.press('q');
    await expect
      .poll(() => editor.page.getByLabel('Question, mailed to the contact').isVisible())
      .toBe(false);
    await editor.page.getByLabel('Single keys').check();
    await editor.page.keyboard.press('a');
    const approve = editor.page.getByRole('button', { name: 'Approve and publish' });
    await expect.poll(() => approve.getAttribute('aria-disabled')).toBeNull();
    await editor.page.keyboard.press('Enter');
    await editor.page.getByText('is published').waitFor();

    await page.goto(`${service.baseUrl}/finder?q=moth+hours`);
    await page.getByRole('link', { name: 'Moth Hours' }).click();
    await page.getByRole('link', { name: 'History' }).click();
    await page.getByText('All of them.').waitFor();
    await page.goto(`${service.baseUrl}/me`);
    await page.getByRole('link', { name: 'Edit Moth Hours' }).click();
    await page.getByRole('heading', { name: 'Taking part', exact: true }).click();
    await page.getByLabel('Goal').fill('Know which moths fly when');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('An editor looks at your changes').waitFor();

    await editor.page.goto(`${service.baseUrl}/review?filter=changes`);
    await editor.page.getByRole('link', { name: 'Moth Hours' }).click();
    await editor.page.getByText('Know which moths fly when').first().waitFor();
    await editor.page.getByText('Correct Goal').click();
    faults.push(...(await faultsOf(editor.page, 'review of changes, correcting')));
    expect(
      [...owner.problems, ...editor.problems, ...contact.problems].filter((one) => !/ 400 /.test(one)),
    ).toEqual([]);
    expect(faults).toEqual([]);
  },
);

// Without a second try: the project is registered already.
test(
  'with a script: drawn and kept while somebody types, also when the tab is closed',
  { retry: 0 },
  async () => {
    await using person = await newPerson();
    const { page } = person;
    const faults: string[] = [];
    await page.goto(`${service.baseUrl}/add`);
    faults.push(...(await faultsOf(page, 'start')));
    await page.getByLabel('Address of your project’s own page').fill(site.url('/moths'));
    await page.getByRole('button', { name: 'Start' }).click();
    // The card grows while the three questions are answered.
    await page.locator('#preview').getByRole('heading', { name: 'Moth Hours' }).waitFor();
    await page.getByLabel('Task').fill('Count moths at a lamp');
    await page.getByText('Saved.').waitFor();
    faults.push(...(await faultsOf(page, 'first questions')));
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByRole('heading', { name: 'The project', exact: true }).waitFor();
    await expect.poll(() => page.getByLabel('Task').inputValue()).toBe('Count moths at a lamp');
    const draft = page.url();
    await page.getByLabel('Name of the project').fill('Moth Nights');
    await page.locator('#preview').getByRole('heading', { name: 'Moth Nights' }).waitFor();
    await page.getByText('Saved.').waitFor();
    await page.getByRole('heading', { name: 'People and organisations' }).click();
    faults.push(...(await faultsOf(page, 'form')));
    // Typed, and gone before it was kept.
    await page.getByRole('heading', { name: 'Taking part', exact: true }).click();
    await page.getByLabel('Goal').fill('Kept at the last moment');
    await page.goto(`${service.baseUrl}/finder`);
    const kept = async () => {
      await page.goto(draft);
      return page.getByLabel('Goal').inputValue();
    };
    await expect.poll(kept).toBe('Kept at the last moment');
    await page.getByRole('button', { name: 'Send to our editors' }).click();
    await page.getByText('Everything that you typed is kept').waitFor();
    faults.push(...(await faultsOf(page, 'form with faults')));
    await page
      .getByRole('alert')
      .getByRole('link', { name: 'Organisation that registers the project' })
      .click();
    await page.getByLabel('Organisation that registers the project').fill('Society');
    await page.getByLabel('Email address of the contact').fill(ofThisTry('night@example.org'));
    await page.getByText('Saved.').waitFor();
    await page.getByRole('button', { name: 'Send to our editors' }).click();
    await page.getByRole('heading', { name: 'Check your email' }).waitFor();
    await page.getByRole('link', { name: 'Use another address' }).click();
    await page.getByRole('heading', { name: 'Your email address' }).waitFor();
    faults.push(...(await faultsOf(page, 'address')));
    await page.getByLabel('Email address').fill(ofThisTry('registers@example.org'));
    await page.getByRole('button', { name: 'Email me a link' }).click();
    await page.getByRole('heading', { name: 'Check your email' }).waitFor();
    const { links } = await mailTo(service, ofThisTry('registers@example.org'), /^Register your project/);
    await followSignInLink(page, links[0] ?? '');
    await page.getByRole('heading', { name: 'Send this project to our editors?' }).waitFor();
    faults.push(...(await faultsOf(page, 'last look')));
    await page.getByRole('link', { name: 'Change something' }).click();
    await page.getByRole('link', { name: 'Delete…' }).click();
    await page.getByRole('heading', { name: 'Delete this draft?' }).waitFor();
    faults.push(...(await faultsOf(page, 'delete')));
    await page.goBack();
    await page.getByRole('button', { name: 'Send to our editors' }).click();
    await page.getByRole('heading', { name: 'Your project is with our editors' }).waitFor();
    faults.push(...(await faultsOf(page, 'sent')));
    await page.goto(`${service.baseUrl}/me`);
    await page.getByRole('link', { name: 'Edit Moth Nights' }).click();
    faults.push(...(await faultsOf(page, 'edit')));
    expect(faults).toEqual([]);
  },
);
