/** Two classes on one shared device, one after the other, without accounts: in the message, and on the hosted page. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { ofThisTry } from '../../set-up/browser/of-this-try.ts';
import { openRows, tablesOf } from '../../set-up/service/rows.ts';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import { faultsOf } from '../checks/accessible.ts';
import { startJourneys, type Journeys } from '../journey.ts';
import { buttonOn, countBirds, kept, messageOn, projectOn, titled } from '../partner.ts';
import { signIn } from './member.ts';

const inAMonth = () => new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);

describe.each(engines)('with %s', (engine) => {
  let service: Service;
  let newPerson: Journeys['newPerson'];

  beforeAll(async () => {
    ({ service, newPerson } = await startJourneys(engine, {}, 'shell'));
  });

  /** Opens a group, and returns its address and its code. */
  async function openGroup(page: Page, name: string) {
    await page.goto(`${service.baseUrl}/groups`);
    await page.getByLabel('Name of the group').fill(name);
    await page.getByLabel('Last day').fill(inAMonth());
    await page.getByRole('button', { name: 'Open a group' }).click();
    const code = (await page.locator('.group-code').innerText()).trim();
    return { path: new URL(page.url()).pathname, code };
  }

  /** A pupil counts birds, and types the code into the message, by keyboard alone. */
  async function typeCode(page: Page, code: string) {
    await buttonOn(page, 'I’m in a group').focus();
    await page.keyboard.press('Enter');
    const field = messageOn(page).getByLabel('Code of 8 letters');
    await expect.poll(() => field.evaluate((input) => input.matches(':focus'))).toBe(true);
    await page.keyboard.type(code.toLowerCase());
    await page.keyboard.press('Enter');
  }

  test('totals are right, and nothing of a pupil is stored', async () => {
    await using leader = await newPerson();
    await using device = await newPerson();
    await using rows = openRows(service);
    await signIn(leader.page, service, ofThisTry('leader@school.example'));
    const [one, other] = [await openGroup(leader.page, 'Class 7b'), await openGroup(leader.page, 'Class 8a')];
    const { page } = device;
    const people = async () => {
      let all = 0;
      for (const table of await tablesOf(service, rows))
        if (/^(accounts|profiles|grants|grant_tokens|sessions|group_members|oauth_\w+)$/.test(table))
          all += (await rows.all(`select 1 from ${table}`)).length;
      return all;
    };
    const before = await people();

    await countBirds(page, service, 2);
    await typeCode(page, 'BCDF GHJK');
    await messageOn(page).getByText('No group has this code.').first().waitFor();
    expect(await faultsOf(page, 'the code of no group')).toEqual([]);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(one.code);
    await page.keyboard.press('Enter');
    await titled(page, 'Counts for Class 7b');
    expect(await faultsOf(page, 'counted for a group')).toEqual([]);
    const grant = await kept(page, await projectOn(page), 'grant');
    // A reload counts nothing again; the next pupil of the class needs no code.
    await page.reload();
    await titled(page, 'Counts for Class 7b');
    await countBirds(page, service, 3);
    await titled(page, 'Counts for Class 7b');
    expect(await kept(page, await projectOn(page), 'grant')).toBe(grant);

    // The next class.
    await countBirds(page, service, 4);
    await titled(page, 'Counts for Class 7b');
    await buttonOn(page, 'Not us?').click();
    await titled(page, 'Add to your profile?');
    expect(await kept(page, await projectOn(page), 'grant')).toBeNull();
    await typeCode(page, other.code);
    await titled(page, 'Counts for Class 8a');
    const project = await projectOn(page);
    await page.goto(`${service.baseUrl}/confirm/${project}?group=${other.code.replace(' ', '')}`);
    await page.getByRole('button', { name: 'Count it' }).click();
    await page.getByText('Counts for Class 8a').first().waitFor();

    for (const [group, count] of [
      [one, 2],
      [other, 2],
    ] as const) {
      await leader.page.goto(service.baseUrl + group.path);
      await leader.page.getByText(`${count} contributions`).first().waitFor();
    }
    expect(await people()).toBe(before);
    const events = await rows.all<{ profile_id: number; place: string | null; extra: string | null }>(
      `select profile_id, place, extra from events where profile_id in (select profile_id from profiles p
        join groups g on g.account_id = p.account_id where g.name in ('Class 7b', 'Class 8a'))`,
    );
    expect(events.every(({ place, extra }) => place === null && extra === null)).toBe(true);
    expect(new Set(events.map(({ profile_id }) => String(profile_id))).size).toBe(2);
    expect(device.problems.filter((problem) => !/400/.test(problem))).toEqual([]);
  });
});
