/** The pages that managers of a project come back to, in each of their states, as people see and use them. */
import { expect, test } from 'vitest';
import {
  joinFrom,
  post,
  profileId,
  projects,
  rows,
  signIn,
  startScene,
  success,
} from '../../server/scene.ts';
import { agedBy, recordFor } from '../../server/volunteers/volunteering.ts';
import { openBrowser } from '../../set-up/browser/browser.ts';
import { ofThisTry } from '../../set-up/browser/of-this-try.ts';
import { unlimited } from '../../set-up/service/running-service.ts';
import { looker } from '../checks/look.ts';

const { birds, frogs } = projects;
const longName = 'Wilhelmina Featherstonehaugh-Cholmondeley of the Long Marsh';
const endless = 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(2).slice(0, 80);

test('what a manager sees: empty, many, long names, and faults', { timeout: 900_000 }, async () => {
  const { freshContext } = await openBrowser('shell');
  const { service, owner: key } = await startScene('sqlite', unlimited);
  const faults: string[] = [];
  const look = looker(faults);
  await using manager = await freshContext();
  const { page, context } = manager;
  const cookie = await signIn(service, 'owner@example.org');
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url: service.baseUrl }]);
  const at = async (id: number, tab: string, shown: string) => {
    const path = `/project/${id}/${tab}`;
    const response = await page.goto(service.baseUrl + path);
    expect([path, response?.status()]).toEqual([path, 200]);
    await look(page, `${tab.replace(/\?.*/, '')}, ${shown}`);
  };
  const act = (tab: string, fields: Record<string, string>) =>
    post(service, `/project/${birds.id}/${tab}`, fields, cookie);

  const tabs = ['tools', 'stats', 'stats/summary', 'volunteers', 'mailings', 'webhook'];
  for (const tab of tabs) await at(frogs.id, tab, 'empty');

  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((one) => ofThisTry(`${one}@managed.example`));
  for (const [index, address] of names.entries()) {
    await joinFrom(service, birds, address);
    for (let count = 0; count <= index; count++) await recordFor(service, key, birds.id, address);
    const who = `account_id = (select account_id from addresses where address = '${address}')`;
    await rows(service, `update accounts set name = '${index % 2 ? longName : endless}' where ${who}`);
    const shown = { project_id: String(birds.id), act: 'show-name' };
    await post(service, '/me/volunteer', shown, await signIn(service, address));
  }
  const place = { type: 'Point', coordinates: [-0.1, 51.5] };
  for (const address of names) {
    const profile_id = await profileId(service, key, address);
    const fields = { key, project_id: birds.id, profile_id, type: 'classification', where: place };
    await success('POST /api/record_event', await service.postJson('/api/record_event', fields));
    // Refused: listed on Tools with the way to mend it.
    await service.postJson('/api/record_event', { ...fields, type: 'colection', duration: -1 });
  }
  await service.operate('origin', String(birds.id), `https://${'endless.'.repeat(20)}example`);
  await agedBy(service, 2);
  await rows(service, `update projects set name = '${endless} ${longName}' where project_id = ${birds.id}`);
  const today = new Date().toISOString().slice(0, 10);
  for (const text of ['A broadcast', endless]) await act('stats/notes', { day: today, text });
  for (const tab of ['tools', 'stats', 'stats/summary', 'stats?span=365&period=month&by=type', 'volunteers'])
    await at(birds.id, tab, 'many');
  await at(birds.id, 'volunteers?q=nobody', 'nobody fits');

  const letter = { act: 'send', subject: endless, body: `${longName}\n\n${endless.repeat(4)}` };
  expect((await act('mailings', { ...letter, form: 'f'.repeat(43) })).status).toBe(303);
  await at(birds.id, 'mailings', 'one awaits');
  await page.getByLabel('Subject').fill(endless);
  await page.getByLabel('Text').fill('See https://evil.example');
  await page.getByRole('button', { name: 'See how it looks' }).click();
  await page.getByText('reads like a link to another site').waitFor();
  await look(page, 'mailings, a fault');
  await page.getByLabel('Text').fill(letter.body);
  await page.getByRole('button', { name: 'See how it looks' }).click();
  await page.getByRole('heading', { name: 'This is the mail' }).waitFor();
  await look(page, 'mailings, a preview');

  await page.goto(`${service.baseUrl}/project/${birds.id}/webhook`);
  await page.getByLabel('Address of your program').fill('https://127.0.0.1:8443/hook');
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.locator('.notice.fault').waitFor();
  await look(page, 'webhook, a fault');
  await page.getByLabel('Address of your program').fill(`https://receiver.example/${endless.slice(0, 40)}`);
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByText('Copy the secret now').waitFor();
  await look(page, 'webhook, the secret');
  for (const form of 'abc') await act('webhook', { act: 'test', form: form.repeat(43) });
  await at(birds.id, 'webhook', 'with notices');
  expect(faults).toEqual([]);
});
