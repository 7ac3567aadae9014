/** A choice is stored where it was made, and can be changed there. */
import { beforeAll, expect, test } from 'vitest';
import type { Service } from '../../set-up/service/start-service.ts';
import { startJourneys, type Journeys } from '../journey.ts';
import { eventsOf } from '../database.ts';
import { grantsOf, profileOf, signIn } from './member.ts';
import { ofThisTry } from '../../set-up/browser/of-this-try.ts';
import { buttonOn, countBirds, creditByEmail, credited, kept, projectOn, titled } from '../partner.ts';
import { listen } from '../wire.ts';

let service: Service;
let newPerson: Journeys['newPerson'];

beforeAll(async () => {
  ({ service, newPerson } = await startJourneys('sqlite', {}, 'shell'));
});

test('"No thanks" outlives a reload and the next count, without a request; "Change" asks again', async () => {
  await using participant = await newPerson();
  const { page } = participant;
  await countBirds(page, service);
  const project = await projectOn(page);
  await buttonOn(page, 'No thanks').click();
  await buttonOn(page, 'Credit me again').waitFor();
  await titled(page, 'Not credited');

  const wire = listen(page, service);
  await page.reload();
  await buttonOn(page, 'Credit me again').waitFor();
  await countBirds(page, service);
  await buttonOn(page, 'Credit me again').waitFor();
  expect((await wire.exchanges()).filter(({ line }) => line.includes('/embed/'))).toEqual([]);
  expect(await kept(page, project, 'declined')).toBe('yes');
  expect(eventsOf(service, project)).toEqual([]);

  await buttonOn(page, 'Credit me again').click();
  await buttonOn(page, 'Credit me').waitFor();
  await page.reload();
  await buttonOn(page, 'Credit me').waitFor();
  await creditByEmail(page, service, ofThisTry('second-thoughts@example.org'));
  expect(eventsOf(service, project)).toHaveLength(1);
  expect(participant.problems).toEqual([]);
});

test('"Stop crediting" ends the permission of the site, for the next count too, until it asks again', async () => {
  await using participant = await newPerson();
  const { page, context } = participant;
  await countBirds(page, service);
  const project = await projectOn(page);
  await creditByEmail(page, service, ofThisTry('stops@example.org'));
  await buttonOn(page, 'Undo').click();
  await buttonOn(page, 'Never for this project').click();
  await titled(page, 'Not credited');
  expect(await kept(page, project, 'grant')).toBeNull();
  await countBirds(page, service);
  await buttonOn(page, 'Credit me again').waitFor();
  const mine = await context.newPage();
  await signIn(mine, service, ofThisTry('stops@example.org'));
  expect(await profileOf(mine, service)).toEqual([expect.stringContaining('You opted out')]);

  await buttonOn(page, 'Credit me again').click();
  await creditByEmail(page, service, ofThisTry('stops@example.org'));
  await countBirds(page, service);
  await credited(page);
  expect(await profileOf(mine, service)).toEqual([expect.stringMatching(/^2 contributions · /)]);
  expect(participant.problems).toEqual([]);
});

test('after a permission is revoked on /account, the site asks again', async () => {
  await using participant = await newPerson();
  const { page, context } = participant;
  await countBirds(page, service);
  await creditByEmail(page, service, ofThisTry('revokes@example.org'));
  const mine = await context.newPage();
  await signIn(mine, service, ofThisTry('revokes@example.org'));
  await mine.goto(`${service.baseUrl}/account?open=grants`);
  await mine.getByRole('button', { name: /^Revoke http/ }).click();
  await mine.getByText('None. When you press').waitFor();
  await countBirds(page, service);
  await buttonOn(page, 'Credit me').waitFor();
  expect(await profileOf(mine, service)).toEqual([expect.stringMatching(/^1 contribution · /)]);
  // The refusal of the ended grant is the only line that the browser logs.
  expect(participant.problems).toEqual([expect.stringContaining('401')]);
});

test('three people on one device in turn: each gets their own contributions, and none of the person before', async () => {
  await using device = await newPerson();
  const { page } = device;
  const people = ['ada', 'ben', 'cleo'].map((name) => `${name}-in-turn@example.org`);
  const [ada = '', ben = '', cleo = ''] = people;
  await countBirds(page, service);
  const project = await projectOn(page);
  const before = eventsOf(service, project).length;
  await creditByEmail(page, service, ada);
  // It was Ben, who can see whose profile it went to only because he knows it.
  await buttonOn(page, 'Not you?').click();
  await creditByEmail(page, service, ben);
  await countBirds(page, service);
  await credited(page);
  await buttonOn(page, 'Not you?').click();
  await buttonOn(page, 'Credit me').waitFor();
  await expect
    .poll(() => page.evaluate(() => JSON.stringify(Object.entries(localStorage))))
    .not.toMatch(/grant|waiting/);
  await creditByEmail(page, service, cleo);
  await countBirds(page, service);
  await credited(page);

  const [first, bens, taken, cleos, again] = eventsOf(service, project)
    .slice(before)
    .map(({ profile_id }) => profile_id);
  expect([first, taken]).toEqual([null, null]);
  expect(cleos).toBe(again);
  expect(new Set([null, bens, cleos]).size).toBe(3);
  const counts = [];
  for (const address of people) {
    await using person = await newPerson();
    await signIn(person.page, service, address);
    const lines = await profileOf(person.page, service);
    counts.push([lines.map((line) => line.split(' ')[0]), (await grantsOf(person.page, service)).length]);
  }
  expect(counts).toEqual([
    [[], 0],
    [['1'], 0],
    [['2'], 1],
  ]);
  expect(device.problems).toEqual([]);
});
