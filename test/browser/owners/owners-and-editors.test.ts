/**
 * Journeys of owners and editors in Chromium: a project is managed together and handed over, updated by a key while its
 * page keeps what was approved, a key is replaced under a client, and an editor decides on twenty projects by keyboard; axe on the pages of operators.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { addProject, count, importEntries, newKey, projectEntry, rows } from '../../server/scene.ts';
import { ofThisTry } from '../../set-up/browser/of-this-try.ts';
import { profileOf, record } from '../../set-up/service/project.ts';
import type { Service } from '../../set-up/service/start-service.ts';
import { checker } from '../checks/accessible.ts';
import { press } from '../checks/by-keyboard.ts';
import { startJourneys, type Journeys } from '../journey.ts';
import { signIn, signInAsOperator } from '../participants/member.ts';
import { mailTo } from '../partner.ts';

let service: Service;
let newPerson: Journeys['newPerson'];

beforeAll(async () => {
  ({ service, newPerson } = await startJourneys('sqlite', {}, 'shell'));
});

test('an owner invites a co-manager, hands the project over and leaves', async () => {
  await using first = await newPerson();
  await using second = await newPerson({ width: 390 });
  const faults: string[] = [];
  const check = checker(faults);
  const [owner, friend] = [ofThisTry('first.owner@example.org'), ofThisTry('second.owner@example.org')];
  const key = await newKey(service, owner);
  const title = ofThisTry('Shared Streams');
  const id = await addProject(service, key, title);
  await service.operate('publish', String(id));
  const [theirs, others] = [first.page, second.page];

  await signIn(theirs, service, owner);
  await theirs.goto(`${service.baseUrl}/project/${id}`);
  await theirs.getByRole('link', { name: 'People', exact: true }).click();
  await theirs.getByLabel('Email address').fill(friend);
  await theirs.keyboard.press('Enter');
  await theirs.getByRole('heading', { name: 'Open invitations' }).waitFor();
  await check(theirs, 'people, invited');

  const { links } = await mailTo(service, friend, /manage|invit/i);
  const invitation = links.find((link) => link.includes('/invitation/')) ?? 'no:link';
  // Another account learns why the link does nothing for it.
  await theirs.goto(invitation);
  await theirs.getByRole('heading', { name: 'This invitation is for another address' }).waitFor();
  await check(theirs, 'invitation for another address');
  await signIn(others, service, friend);
  await others.goto(invitation);
  await check(others, 'invitation');
  await others.getByRole('button', { name: 'Manage it' }).click();
  await others.getByText('You manage this now, too').waitFor();

  const people = new URL(others.url()).pathname;
  await theirs.goto(service.baseUrl + people);
  await theirs.getByRole('button', { name: /^Hand over to/ }).click();
  await theirs.getByText('Co-manager').first().waitFor();
  await check(theirs, 'people, handed over');
  await theirs.getByRole('button', { name: 'Stop managing it' }).click();
  await theirs.getByText('You no longer manage that project').waitFor();
  await theirs.goto(service.baseUrl + people);
  await theirs.getByRole('heading', { name: 'There is nothing here' }).waitFor();

  // The new owner has it alone, and its history says how that came.
  await others.goto(service.baseUrl + people);
  await others.getByText('You are its only owner').waitFor();
  await others.goto(service.baseUrl + people.replace('/people', '/history'));
  for (const act of ['invited a co-manager', 'manages it now', 'handed it over to', 'stopped managing it'])
    await others.getByText(act).first().waitFor();
  expect(faults).toEqual([]);
});

test('a project that was added by key is updated by it, and its page keeps what was approved', async () => {
  await using owner = await newPerson();
  await using editor = await newPerson();
  const [address, title] = [ofThisTry('by.key@example.org'), ofThisTry('Keyed Newts')];
  const key = await newKey(service, address);
  const id = await addProject(service, key, title, { goal: 'Count newts' });
  await service.operate('publish', String(id));
  const sent = await service.postJson('/api/project/add', { key, service_id: id, goal: 'Count toads' });
  expect(sent.status).toBe(200);

  const about = `${service.baseUrl}/project/${id}`;
  await owner.page.goto(about);
  await owner.page.getByText('Count newts').first().waitFor();
  await expect.poll(() => owner.page.getByText('Count toads').count()).toBe(0);
  await signIn(owner.page, service, address);
  await owner.page.goto(about);
  await owner.page.getByRole('link', { name: 'Edit', exact: true }).click();
  // The form has what was sent last, so that saving it loses nothing.
  await expect.poll(() => owner.page.getByLabel('Goal').inputValue()).toBe('Count toads');

  await signInAsOperator(editor.page, service);
  await editor.page.goto(`${service.baseUrl}/review/${id}`);
  await editor.page.locator('del').getByText('newts').first().waitFor();
  await editor.page.locator('ins').getByText('toads').first().waitFor();
  const approve = editor.page.getByRole('button', { name: 'Approve the changes' });
  await expect.poll(() => approve.getAttribute('aria-disabled')).toBeNull();
  await approve.click();
  await editor.page.getByRole('status').filter({ hasText: 'is published' }).waitFor();
  await owner.page.goto(about);
  await owner.page.getByText('Count toads').first().waitFor();
});

test('a key is replaced on the page while a client keeps recording, and the next one is revoked', async () => {
  await using owner = await newPerson();
  const { page } = owner;
  const address = ofThisTry('keeps.recording@example.org');
  const first = await newKey(service, address);
  const projectId = await addProject(service, first, ofThisTry('Steady Streams'));
  await service.operate('publish', String(projectId));
  const profile = await profileOf(service, first, ofThisTry('walks@example.org'));
  await signIn(page, service, address);
  await page.goto(`${service.baseUrl}/api/key`);
  await page.getByLabel('Name').fill('Field server');
  await page.getByRole('button', { name: 'Make the key' }).click();
  const shown = async () => (await page.locator('[data-snippet=key]').innerText()).trim();
  const old = await shown();

  let key = old;
  let isStopped = false;
  const statuses: number[] = [];
  const work = (async () => {
    for (let at = 0; !isStopped; at++) {
      const event = { key, project_id: projectId, profile_id: profile, duration: 60 };
      statuses.push((await record(service, event, ofThisTry(`walk ${at}`))).status);
      await sleep(20);
    }
  })();
  const more = async () => {
    const before = statuses.length;
    await expect.poll(() => statuses.length).toBeGreaterThan(before + 3);
  };
  try {
    await more();
    await page.getByRole('link', { name: 'I have copied it' }).click();
    await page.getByRole('link', { name: 'Replace Field server' }).click();
    await page.getByLabel('When the old key ends').selectOption('24');
    const replace = page.getByRole('button', { name: 'Replace it' });
    await expect.poll(() => replace.getAttribute('aria-disabled')).toBeNull();
    await replace.click();
    await page.getByText('The key that it replaces works until').waitFor();
    const successor = await shown();
    expect(successor).not.toBe(old);
    await more();
    key = successor;
    await more();
    expect(new Set(statuses)).toEqual(new Set([200]));
    const recorded = `events where project_id = ${projectId}`;
    // Without the one whose reply is under way.
    await expect.poll(async () => (await count(service, recorded)) - statuses.length).toBeOneOf([0, 1]);

    // The successor leaks.
    await page.getByRole('link', { name: 'I have copied it' }).click();
    await page.getByText('Replaced: it works until').waitFor();
    const card = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name: 'Replace Field server' }) });
    await card.getByRole('link', { name: 'Revoke Field server' }).click();
    await page.getByRole('button', { name: 'Revoke it' }).click();
    await page.getByText('from now on it is refused everywhere').waitFor();
    await more();
    expect(statuses.at(-1)).toBe(401);
  } finally {
    isStopped = true;
    await work;
  }
  expect(await count(service, `events where project_id = ${projectId}`)).toBe(
    statuses.filter((status) => status === 200).length,
  );
  expect(owner.problems).toEqual([]);
});

// Without a second try: the projects are decided on already.
test('an editor decides on twenty projects by keyboard', { retry: 0 }, async () => {
  await using person = await newPerson();
  const { page } = person;
  const names = Array.from({ length: 20 }, (_, at) => `Twenty ${at + 1}`);
  await importEntries(
    service,
    'twenty@example.org',
    names.map((name) => projectEntry(name, `https://${name.replace(' ', '-').toLowerCase()}.example/`)),
  );
  await signInAsOperator(page, service);
  await page.goto(`${service.baseUrl}/review?q=Twenty`);
  // From the queue, too, without a mouse.
  await press(page, /^Twenty 1$/);
  for (const [at, name] of names.entries()) {
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await page.getByText('Single keys').waitFor();
    const turnsDown = at % 5 === 4;
    await page.keyboard.press(turnsDown ? 'r' : 'a');
    if (turnsDown) {
      await page.keyboard.type('Please say where; an a and an r decide nothing here.');
      await page.keyboard.press('Tab');
    }
    const focused = () =>
      page.evaluate(() => [document.activeElement?.localName, document.activeElement?.ariaDisabled ?? null]);
    await expect.poll(focused).toEqual(['button', null]);
    await page.keyboard.press('Enter');
    await page
      .getByRole('status')
      .filter({ hasText: turnsDown ? 'is rejected' : 'is published' })
      .waitFor();
  }
  const decided = await rows<{ act: string; n: number }>(
    service,
    `select a.act, count(*) as n from project_acts a join projects p on p.project_id = a.project_id
      where p.name like 'Twenty %' and a.act in ('approved', 'turned_down') group by a.act order by a.act`,
  );
  expect(decided).toEqual([
    { act: 'approved', n: 16 },
    { act: 'turned_down', n: 4 },
  ]);
  expect(person.problems).toEqual([]);
});

test("the operator's pages are accessible, and worked by keyboard", async () => {
  await using person = await newPerson();
  const { page } = person;
  const faults: string[] = [];
  const check = checker(faults);
  const leaky = ofThisTry('leaky.key@example.org');
  await newKey(service, leaky);
  await signInAsOperator(page, service);
  for (const path of ['', '/mails', '/people', '/audit', '/store', '/clients']) {
    await page.goto(`${service.baseUrl}/operator${path}`);
    await check(page, `/operator${path}`);
  }
  await page.goto(`${service.baseUrl}/operator/projects`);
  await page.getByLabel('Number, name or address of the project').fill('505');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Withhold it' }).waitFor();
  await check(page, '/operator/projects');
  await page.getByLabel('Why, for its managers').fill('To see how it looks');
  await press(page, /^Withhold /);
  await page.getByText('It is withheld').waitFor();
  await check(page, '/operator/projects, withheld');
  await page.getByRole('button', { name: /again$/ }).click();
  await page.getByText('It is no longer withheld').waitFor();

  await page.goto(`${service.baseUrl}/operator/keys`);
  await page.getByLabel('Email address').fill(leaky);
  await page.keyboard.press('Enter');
  await page.getByText('Replace', { exact: true }).click();
  await check(page, '/operator/keys, of a person');
  await page.getByRole('button', { name: /^Replace / }).click();
  await page.getByRole('heading', { name: /^The successor of/ }).waitFor();
  await check(page, '/operator/keys, a successor');

  await page.goto(`${service.baseUrl}/operator/import`);
  await page.getByLabel('Email address of the owner').fill(leaky);
  const entry = projectEntry(ofThisTry('Imported Moss'), 'https://imported-moss.example/');
  await page.getByLabel('Or its text').fill(JSON.stringify([entry, { name: 'Only a name' }]));
  await check(page, '/operator/import');
  await page.getByRole('button', { name: 'Read it' }).click();
  await page.getByRole('heading', { name: 'Nothing is stored yet' }).waitFor();
  await check(page, '/operator/import, read');
  await page.getByRole('button', { name: 'Import 1 project' }).click();
  await page.getByRole('heading', { name: 'Stored' }).waitFor();
  await check(page, '/operator/import, stored');
  expect(faults).toEqual([]);
});
