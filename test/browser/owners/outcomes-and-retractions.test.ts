/** A project tells what came of contributions, and takes others back: the owner, an editor and a participant; axe on each page. */
import { expect, test } from 'vitest';
import { profileId, projects, signIn, startScene } from '../../server/scene.ts';
import { openBrowser } from '../../set-up/browser/browser.ts';
import { unlimited } from '../../set-up/service/running-service.ts';
import { faultsOf } from '../checks/accessible.ts';

const { frogs } = projects;
const today = new Date().toISOString().slice(0, 10);

test('what came of it, and what was taken back', async () => {
  const { freshContext } = await openBrowser('shell');
  const { service, owner: key } = await startScene('sqlite', unlimited);
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
  await using reader = await personAs('reader@browser.example');
  const profile = await profileId(service, key, 'reader@browser.example');
  const record = async () => {
    const said = { key, profile_id: profile, project_id: frogs.id, type: 'collection' };
    return ((await (await service.postJson('/api/record_event', said)).json()) as { event_id: number })
      .event_id;
  };
  const events = [await record(), await record(), await record()];

  const tools = `${service.baseUrl}/project/${frogs.id}/tools`;
  const { page } = owner;
  await page.goto(tools);
  await page.getByText('What came of it').click();
  await page.getByLabel('What happened').selectOption('Acted on');
  await page.getByLabel('In one sentence').fill('The pond is fenced now.');
  await page.getByLabel('Address or DOI').fill('10.1000/182');
  await page.getByLabel('Contributions from').fill(today);
  await page.getByLabel('to', { exact: true }).fill(today);
  await page.getByRole('button', { name: 'Tell participants' }).click();
  await page.getByText('an editor looks at it').waitFor();
  faults.push(...(await faultsOf(page, 'tools')));

  await editor.page.goto(`${service.baseUrl}/review`);
  faults.push(...(await faultsOf(editor.page, 'review')));
  await editor.page.getByRole('button', { name: /^Show it/ }).click();
  await editor.page.getByText('What the project told is shown.').waitFor();

  const own = reader.page;
  await own.goto(`${service.baseUrl}/me`);
  await own.getByText('3 contributions of yours').waitFor();
  await own.getByText('The pond is fenced now.').waitFor();
  await service.postJson('/api/event/retract', {
    ...{ key, project_id: frogs.id, event_ids: events.slice(0, 2), reason: 'duplicate' },
  });
  await own.reload();
  await own.getByText('Recorded twice').waitFor();
  await own.getByText('1 contribution of yours').waitFor();
  faults.push(...(await faultsOf(own, 'me')));
  await own.getByRole('button', { name: /^OK/ }).click();
  await own.getByText('Recorded twice').waitFor({ state: 'detached' });
  await own.getByRole('link', { name: /^On the project’s page/ }).click();
  await own.getByRole('link', { name: /^Read more/ }).waitFor();
  faults.push(...(await faultsOf(own, 'project')));

  await page.goto(tools);
  await page.getByText('Contributions that you took back').click();
  await page.getByRole('button', { name: 'Put back: 2 contributions' }).click();
  await page.getByText('put back', { exact: true }).waitFor();
  await own.goto(`${service.baseUrl}/me`);
  await own.getByText('3 contributions of yours').waitFor();
  expect(faults).toEqual([]);
});
