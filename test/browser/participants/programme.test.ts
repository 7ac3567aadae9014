/** A partner's programme: requested, opened, joined; three projects by three tiers; the award, and its end. axe on each page. */
import { beforeAll, describe, expect, test } from 'vitest';
import { openRows } from '../../set-up/service/rows.ts';
import { verifyBadge } from '../../set-up/service/peers/badge-verifier.ts';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import { faultsOf } from '../checks/accessible.ts';
import { startJourneys, type Journeys } from '../journey.ts';
import { signIn, signInAsOperator } from './member.ts';
import { ofThisTry } from '../../set-up/browser/of-this-try.ts';
import { countBirds, creditByEmail, partnerOf, projectOn, surveyPond, titled } from '../partner.ts';

describe.each(engines)('with %s', (engine) => {
  let service: Service;
  let newPerson: Journeys['newPerson'];

  beforeAll(async () => {
    ({ service, newPerson } = await startJourneys(engine, {}, 'shell'));
  });

  test('a library asks for a programme, an operator opens it, and a project accepts', async () => {
    await using library = await newPerson();
    await using operator = await newPerson();
    const faults: string[] = [];
    const { page } = library;
    const { baseUrl } = service;
    const name = ofThisTry('Reading Room').split('@')[0] ?? '';
    await signIn(page, service, ofThisTry('library@example.org'));
    await page.goto(`${baseUrl}/programmes`);
    await page.getByRole('link', { name: 'Request a programme' }).click();
    faults.push(...(await faultsOf(page, 'form')));
    await page.getByLabel('Name', { exact: true }).first().fill(name);
    await page.getByLabel('About it').first().fill('Count with us.');
    await page.getByLabel('What is awarded').first().fill('A bookmark');
    await page.getByRole('button', { name: 'Send the request' }).click();
    await page.getByText('must be at least 1, or hours or projects').waitFor();
    faults.push(...(await faultsOf(page, 'form with a fault')));
    await page.getByLabel('Contributions').fill('1');
    await page.getByRole('button', { name: 'Send the request' }).click();
    await page.getByText('Sent. An operator looks at it').waitFor();
    const address = new URL(page.url()).pathname;

    await signInAsOperator(operator.page, service);
    await operator.page.goto(`${baseUrl}/operator/programmes`);
    faults.push(...(await faultsOf(operator.page, 'operator')));
    await operator.page.getByRole('button', { name: `Approve ${name}` }).click();
    await operator.page.getByRole('button', { name: `Withhold ${name}` }).waitFor();

    // The demonstration's silver project reports with the API, and shows the message.
    await using somebody = await newPerson();
    await surveyPond(somebody.page, service, ofThisTry('somebody@example.org'));
    const { pathname: silver } = new URL(
      (await (await fetch(`${baseUrl}/finder?q=Pond+Life+Survey`)).text()).match(
        /href="([^"]*\/project\/\d+-pond[^"]*)"/,
      )?.[1] ?? '',
      baseUrl,
    );
    await page.goto(`${baseUrl}${address}/work`);
    await page.getByLabel('Invite a project').fill(`${baseUrl}${silver}`);
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByText('Its managers decide now.').waitFor();
    faults.push(...(await faultsOf(page, 'work')));
    await operator.page.goto(`${baseUrl}${silver}/tools#programmes`);
    await operator.page.getByRole('button', { name: `Accept: ${name}` }).click();
    await operator.page.goto(`${baseUrl}${silver}/tools#programmes`);
    await operator.page.getByRole('button', { name: `Leave: ${name}` }).waitFor();
    faults.push(...(await faultsOf(operator.page, 'tools')));
    await page.goto(`${baseUrl}${address}`);
    await page.getByRole('link', { name: /Pond Life Survey/ }).waitFor();
    expect(faults).toEqual([]);
  });

  test(
    'three projects by three tiers make the award, and taking one back ends it',
    { retry: 0 },
    async () => {
      await using participant = await newPerson();
      const { page, context } = participant;
      const { baseUrl } = service;
      const faults: string[] = [];
      const address = ofThisTry('three@example.org');
      const mine = await context.newPage();
      await signIn(mine, service, address);
      await mine.goto(`${baseUrl}/programmes`);
      await mine.getByRole('link', { name: 'Two Hedges Library' }).click();
      await mine.getByRole('button', { name: 'Join' }).click();
      await mine.getByText('You have joined.').waitFor();
      await mine.getByText('0 of 3 contributions · 0 of 3 different projects').waitFor();
      faults.push(...(await faultsOf(mine, 'programme')));

      await countBirds(page, service);
      await creditByEmail(page, service, address);
      await titled(page, 'Credited to your profile');
      await page.getByText('Counts for Two Hedges Library').waitFor();
      await surveyPond(page, service, address);
      await page.goto(`${partnerOf(service)}/demo/gold`);
      await page.getByRole('link', { name: 'Continue with Manyhands' }).click();
      await page.getByRole('button', { name: 'Allow' }).click();
      await page.getByText('Linked with your Manyhands profile').waitFor();
      await page.getByLabel('How many moths').fill('17');
      await page.getByLabel('How many minutes').fill('45');
      await page.getByRole('button', { name: 'Send the count' }).click();
      await titled(page, 'Credited to your profile');

      await mine.goto(`${baseUrl}/me`);
      faults.push(...(await faultsOf(mine, 'me')));
      await mine.getByRole('link', { name: 'Your award' }).click();
      await mine.getByText('A bookmark, and our thanks').waitFor();
      faults.push(...(await faultsOf(mine, 'award')));
      const award = new URL(mine.url()).pathname;
      const badge: unknown = await (await service.get(`${award}/badge.json`)).json();
      expect(await verifyBadge(badge, baseUrl, 'eddsa-rdfc-2022')).toEqual({
        verified: true,
        isRevoked: false,
      });
      await using rows = openRows(service);
      const counted = async () => {
        await service.operate('purge');
        const found = await rows.all<{ project_id: number; people: number }>(
          "select project_id, people from programme_figures where project_id > 0 and month <> ''",
        );
        return found.reduce((sum, row) => sum + Number(row.people), 0);
      };
      const before = await counted();

      await mine.goto(`${baseUrl}/me`);
      await mine.goto(`${baseUrl}/me/remove?project_id=${await projectOn(page)}`);
      await mine.getByRole('button', { name: /^Remove/ }).click();
      await mine.getByText(/of 3 different projects/).waitFor();
      expect((await service.get(award)).status).toBe(410);
      expect(await verifyBadge(badge, baseUrl, 'eddsa-rdfc-2022')).toMatchObject({ isRevoked: true });
      expect(await counted()).toBe(before - 1);
      expect(faults).toEqual([]);
      expect(participant.problems).toEqual([]);
    },
  );
});
