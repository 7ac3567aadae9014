/** Volunteers in a browser: a manager writes by keyboard, an editor approves, a volunteer ends it; axe on each page. */
import { expect, test } from 'vitest';
import { joinFrom, newestMail, projects, rows, signIn, startScene } from '../../server/scene.ts';
import { agedBy, recordFor } from '../../server/volunteers/volunteering.ts';
import { openBrowser } from '../../set-up/browser/browser.ts';
import { unlimited } from '../../set-up/service/running-service.ts';
import { faultsOf } from '../checks/accessible.ts';
import { tabTo } from '../checks/by-keyboard.ts';

const { frogs } = projects;
const addressOf = (index: number) => `volunteer${index}@browser.example`;

test('a mail to volunteers, from the list to the end of it', async () => {
  const { freshContext } = await openBrowser('shell');
  const { service, owner: key } = await startScene('sqlite', unlimited);
  for (let index = 1; index <= 6; index++) {
    await joinFrom(service, frogs, addressOf(index));
    await recordFor(service, key, frogs.id, addressOf(index));
  }
  await agedBy(service, 2);
  await rows(
    service,
    `update accounts set name = 'Wilhelmina Featherstonehaugh-Cholmondeley of the Long Marsh' where account_id =
      (select account_id from addresses where address = '${addressOf(1)}')`,
  );
  await service.operate('role', 'editor@browser.example', 'editor');
  const faults: string[] = [];
  const personAs = async (address: string) => {
    const person = await freshContext();
    const [name = '', value = ''] = (await signIn(service, address)).split('=');
    await person.context.addCookies([{ name, value, url: service.baseUrl }]);
    return person;
  };
  await using owner = await personAs('owner@example.org');
  await using editor = await personAs('editor@browser.example');
  await using volunteer = await personAs(addressOf(1));

  const own = volunteer.page;
  await own.goto(`${service.baseUrl}/me/volunteer`);
  await own.getByText('They see you from tomorrow on').waitFor();
  const { page } = owner;
  await page.goto(`${service.baseUrl}/project/${frogs.id}/volunteers`);
  await own.reload();
  await own.getByRole('button', { name: /^Show my name/ }).click();
  await own.getByRole('button', { name: /^Hide my name/ }).waitFor();
  faults.push(...(await faultsOf(own, 'me/volunteer')));

  await page.reload();
  await page.getByRole('rowheader', { name: /^Wilhelmina/ }).waitFor();
  faults.push(...(await faultsOf(page, 'volunteers')));
  await tabTo(page, /^Write to volunteers/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Write a mail' }).waitFor();
  await tabTo(page, /^Subject/);
  await page.keyboard.type('Spawn is here');
  await tabTo(page, /^Text/);
  await page.keyboard.type('See https://evil.example');
  await tabTo(page, /^See how it looks/);
  await page.keyboard.press('Enter');
  await page.getByText('reads like a link to another site').waitFor();
  faults.push(...(await faultsOf(page, 'a mail with a fault')));
  await page.getByLabel('Text').fill('The first frogs came.\n\nSee https://frogs.example/spawn');
  await page.getByRole('button', { name: 'See how it looks' }).click();
  await page.getByRole('heading', { name: 'This is the mail' }).waitFor();
  faults.push(...(await faultsOf(page, 'preview')));
  await page.getByRole('button', { name: 'Change it' }).click();
  await expect.poll(() => page.getByLabel('Text').inputValue()).toContain('The first frogs came.');
  await page.getByRole('button', { name: 'See how it looks' }).click();
  await page.getByRole('button', { name: 'Send it to an editor' }).click();
  await page.getByText('An editor reads the first mail').waitFor();
  faults.push(...(await faultsOf(page, 'the log')));

  await editor.page.goto(`${service.baseUrl}/review`);
  await editor.page.getByRole('link', { name: 'Spawn is here' }).click();
  await editor.page.getByRole('button', { name: 'Reject' }).waitFor();
  faults.push(...(await faultsOf(editor.page, 'review of a mail')));
  await editor.page.getByRole('button', { name: 'Approve and send' }).click();
  await editor.page.getByText('The mail is being sent').waitFor();

  const link = async () =>
    (await newestMail(service, addressOf(1))).links.find((one) => one.includes('/unsubscribe/'));
  await expect.poll(link).toBeDefined();
  // Without being signed in.
  await using reader = await freshContext();
  await reader.page.goto((await link()) ?? 'about:blank');
  faults.push(...(await faultsOf(reader.page, 'unsubscribe')));
  await reader.page.getByRole('button', { name: 'Unsubscribe' }).click();
  await reader.page.getByRole('heading', { name: 'Unsubscribed from this project' }).waitFor();
  await own.goto(`${service.baseUrl}/me/volunteer`);
  await own.getByRole('button', { name: /^Allow their emails again/ }).waitFor();
  await page.goto(`${service.baseUrl}/project/${frogs.id}/mailings`);
  await expect.poll(() => page.getByText('Sent to a group of 5 people or a few more').count()).toBe(1);

  expect(faults).toEqual([]);
  // The console reports the form that was refused.
  const problems = [owner, editor, volunteer, reader].flatMap((person) => person.problems);
  expect(problems.filter((problem) => !problem.includes('400 (Bad Request)'))).toEqual([]);
});
