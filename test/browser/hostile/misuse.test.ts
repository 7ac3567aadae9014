/** Misuse of tokens by a page that holds or overheard them: a grant is valid for one project on one origin. */
import { beforeAll, expect, test } from 'vitest';
import type { Service } from '../../set-up/service/start-service.ts';
import { eventsOf } from '../database.ts';
import { startJourneys, type Journeys } from '../journey.ts';
import { grantsOf, popupOf, profileOf, sayYes, signIn } from '../participants/member.ts';
import {
  buttonOn,
  countBirds,
  creditByEmail,
  credited,
  digitsFor,
  kept,
  messageOn,
  projectOn,
  surveyPond,
} from '../partner.ts';
import { ofThisTry } from '../../set-up/browser/of-this-try.ts';
import { serveSite } from '../site-of-its-own.ts';
import { callFrom, listen } from '../wire.ts';

let service: Service;
let newPerson: Journeys['newPerson'];

beforeAll(async () => {
  ({ service, newPerson } = await startJourneys('sqlite', {}, 'shell'));
});

const contribution = { type: 'collection', event_id: 'taken-along' };

/** All paths that accept a grant. */
const grantPaths = ['record', 'assertion', 'undo', 'decline', 'forget'].map((name) => `/embed/${name}`);

test('a copied grant credits nothing on another site, registered or not, nor in another project', async () => {
  // Registered for the project in the middle of the test.
  const elsewhere = await serveSite(() => ({ body: '<h1>Another site</h1>' }));
  await using participant = await newPerson();
  const { page, context } = participant;
  await surveyPond(page, service, ofThisTry('owner-of-the-grant@example.org'));
  const otherProject = await projectOn(page);
  await countBirds(page, service);
  const project_id = await projectOn(page);
  await creditByEmail(page, service, ofThisTry('owner-of-the-grant@example.org'));
  const grant = await kept(page, project_id, 'grant');
  expect(grant).toMatch(/^[\w-]{40,}$/);
  const before = [eventsOf(service, project_id), eventsOf(service, otherProject)];

  const record = { ...contribution, grant, project_id };
  const stranger = await context.newPage();
  await stranger.goto(elsewhere);
  expect(await callFrom(stranger, service, '/embed/record', record)).toMatchObject({
    status: 403,
    reply: { code: 'origin_not_registered' },
  });
  // This site is registered for the same project, but the grant was given to another origin.
  await service.operate('origin', String(project_id), elsewhere);
  for (const path of grantPaths)
    expect(await callFrom(stranger, service, path, record)).toMatchObject({
      status: 401,
      reply: { code: 'grant_gone' },
    });
  for (const path of grantPaths)
    expect(await callFrom(page, service, path, { ...record, project_id: otherProject })).toMatchObject({
      status: 401,
      reply: { code: 'grant_gone' },
    });
  expect([eventsOf(service, project_id), eventsOf(service, otherProject)]).toEqual(before);

  // Where it belongs, the grant still works.
  expect(await callFrom(page, service, '/embed/record', record)).toMatchObject({
    status: 200,
    reply: { credited: true },
  });
});

test('a grant reveals nothing about its person', async () => {
  await using participant = await newPerson();
  const { page } = participant;
  await countBirds(page, service);
  const project_id = await projectOn(page);
  const wire = listen(page, service);
  await creditByEmail(page, service, ofThisTry('unread@example.org'));
  await wire.exchanges();
  const reply = await callFrom(page, service, '/embed/record', {
    ...contribution,
    project_id,
    grant: await kept(page, project_id, 'grant'),
  });
  expect(Object.keys(reply.reply).sort()).toEqual(['credited', 'event_id', 'grant', 'result']);
  await expect.poll(() => messageOn(page).innerText()).not.toContain('unread@');
});

test('used digits are refused, and digits are valid for their own flow and address only', async () => {
  await using participant = await newPerson();
  const { page } = participant;
  await countBirds(page, service);
  const project_id = await projectOn(page);
  const wire = listen(page, service);
  await creditByEmail(page, service, ofThisTry('twice@example.org'));
  const redeemed = (await wire.exchanges()).find(({ line }) => line === 'POST /embed/join/code');
  const body = JSON.parse(redeemed?.body ?? '{}') as Record<string, string>;
  expect(body['code']).toBe(await digitsFor(service, ofThisTry('twice@example.org')));
  expect(await callFrom(page, service, '/embed/join/code', body)).toMatchObject({
    status: 400,
    reply: { code: 'code_gone' },
  });

  const ask = (address: string) =>
    callFrom(page, service, '/embed/join', { project_id, address, of_age: true });
  const { reply } = await ask(ofThisTry('somebody@example.org'));
  const digits = await digitsFor(service, ofThisTry('somebody@example.org'));
  const stranger = {
    flow: reply['flow'],
    address: ofThisTry('somebody-else@example.org'),
    code: digits,
    project_id,
  };
  for (const [wrong, code] of [
    [{ ...body, code: digits }, 'code_gone'],
    [stranger, 'wrong_code'],
  ] as const)
    expect(await callFrom(page, service, '/embed/join/code', wrong)).toMatchObject({
      status: 400,
      reply: { code },
    });
  const right = { flow: reply['flow'], address: ofThisTry('somebody@example.org'), code: digits, project_id };
  expect(await callFrom(page, service, '/embed/join/code', right)).toMatchObject({ status: 200 });
  expect(await callFrom(page, service, '/embed/join/code', right)).toMatchObject({ status: 400 });
});

test("the popup's code is refused once used, even with its verifier", async () => {
  await using participant = await newPerson();
  const { page, context } = participant;
  await signIn(page, service, ofThisTry('overheard@example.org'));
  await countBirds(page, service);
  const wire = listen(page, service);
  const popup = await popupOf(page, 'Credit me');
  await sayYes(popup);
  await credited(page);
  const redeemed = (await wire.exchanges()).find(({ line }) => line === 'POST /embed/connect');
  const body = JSON.parse(redeemed?.body ?? '{}') as object;
  expect(await callFrom(page, service, '/embed/connect', body)).toMatchObject({
    status: 401,
    reply: { code: 'connect_code_gone' },
  });
  const mine = await context.newPage();
  expect(await grantsOf(mine, service)).toHaveLength(1);
  expect(await profileOf(mine, service)).toEqual([expect.stringMatching(/^1 contribution · /)]);
});

test('the popup gives nothing to a site that is not registered, whatever its parameters', async () => {
  await using participant = await newPerson();
  const { page } = participant;
  await countBirds(page, service);
  const project_id = await projectOn(page);
  await signIn(page, service, ofThisTry('lured@example.org'));
  const another = await serveSite(() => ({ body: '<h1>Yet another site</h1>' }));
  const asked = { project_id: String(project_id), challenge: 'c'.repeat(43), state: 's'.repeat(16) };
  const shown = async (fields: Record<string, string>) => {
    await page.goto(`${service.baseUrl}/connect?${new URLSearchParams({ ...asked, ...fields })}`);
    return page.getByRole('main').innerText();
  };
  for (const origin of [another, `${another}/`, 'null', '*', 'http://localhost'])
    expect(await shown({ origin })).toContain('This cannot be credited from here');
  expect(await grantsOf(page, service)).toEqual([]);

  // With the partner's origin in its address, the window posts to that origin only: the page that opened it receives
  // nothing.
  const partner = `http://127.0.0.1:${service.port}`;
  await page.goto(another);
  await page.evaluate(() => {
    const heard: unknown[] = [];
    Object.assign(window, { heard });
    addEventListener('message', ({ data }) => heard.push(data));
  });
  const opening = page.waitForEvent('popup');
  await page.evaluate(
    (address) => void window.open(address, '', 'popup'),
    `${service.baseUrl}/connect?${new URLSearchParams({ ...asked, origin: partner })}`,
  );
  const popup = await opening;
  const closing = popup.waitForEvent('close');
  await sayYes(popup);
  await closing;
  await expect.poll(() => page.evaluate(() => (window as unknown as { heard: unknown[] }).heard)).toEqual([]);
  expect(await grantsOf(page, service)).toEqual([]);
});

test('on a site that is not registered, the message only links to ours, where a click credits once', async () => {
  await using participant = await newPerson();
  const { page, context } = participant;
  await signIn(page, service, ofThisTry('by-hand@example.org'));
  await countBirds(page, service);
  const project = await projectOn(page);
  const unregistered = await serveSite(() => ({
    body: `<script src="${service.baseUrl}/static/api/recordevent_with_service_inline_signup.js"
      data-project_id="${project}" async></script>`,
  }));
  await page.goto(unregistered);
  const link = messageOn(page).getByRole('link', { name: /^Continue on / });
  await expect
    .poll(() => link.getAttribute('href'))
    .toContain(`${service.baseUrl}/confirm/${project}?type=collection&ref=`);
  await expect.poll(() => buttonOn(page, 'Credit me').count()).toBe(0);
  const opening = context.waitForEvent('page');
  await link.click();
  const ours = await opening;
  await ours.getByRole('heading', { name: 'Credit your contribution?' }).waitFor();
  const mine = await context.newPage();
  expect(await profileOf(mine, service)).toEqual([]);
  await ours.getByRole('button', { name: 'Credit me' }).click();
  await ours.getByRole('heading', { name: 'Credited to your profile' }).waitFor();
  await ours.reload();
  expect(await profileOf(mine, service)).toEqual([expect.stringMatching(/^1 contribution · /)]);
  // After a reload, the page means the same contribution; the link shows that it is credited already.
  await page.reload();
  const again = context.waitForEvent('page');
  await link.click();
  await (await again).getByRole('heading', { name: 'Credited to your profile' }).waitFor();
  expect(await grantsOf(mine, service)).toEqual([]);
  expect(participant.problems).toEqual([]);
});
