/** The pages that participants come back to, in each of their states, as people see and use them. */
import { beforeAll, expect, test } from 'vitest';
import { accountParts } from '../../../src/contract/pages/account.ts';
import {
  joinFrom,
  mailedLink,
  newestMail,
  post,
  profileId,
  projects,
  rows,
  send,
  signIn,
  startScene,
  success,
} from '../../server/scene.ts';
import { openBrowser } from '../../set-up/browser/browser.ts';
import { unlimited } from '../../set-up/service/running-service.ts';
import type { Service } from '../../set-up/service/start-service.ts';
import { ofThisTry } from '../../set-up/browser/of-this-try.ts';
import { looker, lookFromTheRight } from '../checks/look.ts';

const { birds, frogs } = projects;
const longName = 'Wilhelmina Featherstonehaugh-Cholmondeley of the Long Marsh';
const today = new Date().toISOString().slice(0, 10);
const endless = 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(2).slice(0, 80);

let service: Service;
let key: string;
let freshContext: Awaited<ReturnType<typeof openBrowser>>['freshContext'];

beforeAll(async () => {
  ({ freshContext } = await openBrowser('shell'));
  ({ service, owner: key } = await startScene('sqlite', unlimited));
});

/** A person with a browser who is signed in. */
const personAs = async (address: string) => {
  const person = await freshContext();
  const cookie = await signIn(service, address);
  const [name = '', value = ''] = cookie.split('=');
  await person.context.addCookies([{ name, value, url: service.baseUrl }]);
  return { ...person, cookie };
};

const record = async (address: string, more: object = {}) => {
  const profile_id = await profileId(service, key, address);
  const fields = { key, project_id: birds.id, profile_id, type: 'collection', duration: 1800, ...more };
  await success('POST /api/record_event', await service.postJson('/api/record_event', fields));
};

test('what a participant sees: empty, one, many, long names, and faults', { timeout: 900_000 }, async () => {
  const faults: string[] = [];
  const look = looker(faults);
  const at = async (path: string, shown = path) => {
    const response = await page.goto(service.baseUrl + path);
    expect(response?.status(), path).toBeLessThan(500);
    await look(page, shown);
  };
  const address = ofThisTry('drawn@example.org');
  // Contributed before they joined: theirs to take.
  await record(address, { project_id: frogs.id });
  const person = await personAs(address);
  const { page, context, cookie } = person;
  const act = async (path: string, fields: Record<string, string>) =>
    expect((await post(service, path, fields, cookie)).status).toBe(303);

  await at('/me', 'me, with one to take');
  await act('/me/disclaim', { project_id: String(frogs.id) });
  await at('/me', 'me, with one removed');
  for (const path of ['/me/volunteer', '/me/certificates', '/account']) await at(path, `${path}, empty`);

  await record(address);
  await at('/me', 'me, with one');
  await at(`/me/certificates?from=2020-01-01&to=${today}&project=&name=Ada`, 'certificates, a preview');
  await at('/me/certificates?from=2020-01-01&to=2020-01-02&project=&name=Ada', 'certificates, a fault');

  await joinFrom(service, birds, address);
  await joinFrom(service, frogs, address);
  for (let hours = 1; hours <= 24; hours++)
    await record(address, {
      project_id: hours % 2 ? birds.id : frogs.id,
      duration: 3600,
      when: new Date(Date.now() - hours * 40 * 3_600_000).toISOString(),
    });
  await rows(
    service,
    `update accounts set name = '${longName}' where account_id = (select account_id from addresses where address = '${address}')`,
  );
  await rows(service, `update projects set name = '${endless}' where project_id = ${frogs.id}`);
  await at('/me', 'me, with many');
  await at(`/me/remove?project_id=${birds.id}`, 'me, removing');
  await at('/me/volunteer', 'volunteer, with two');
  const show = Object.fromEntries(
    ['handle', 'name', 'totals', 'projects', 'certificates'].map((one) => [`show_${one}`, 'yes']),
  );
  const names = { handle: 'Mina', first_name: 'Wilhelmina', last_name: endless, ...show };
  await act('/account/names', names);
  const period = { from: '2020-01-01', to: today, project: '', name: longName };
  const made = await post(service, '/me/certificates', period, cookie);
  const certificate = new URL(made.headers.get('location') ?? '', service.baseUrl).pathname;
  expect(certificate).toMatch(/^\/certificate\//);
  await at(certificate, 'certificate, its own');
  // Without the fonts of the checks.
  await page.reload();
  const paper = (await page.pdf({ format: 'A4' })).toString('latin1');
  expect(paper.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  await at('/me/certificates', 'certificates, with one');
  const [row] = await rows<{ account_id: number }>(
    service,
    `select account_id from addresses where address = '${address}'`,
  );
  const profile = `/people/${row?.account_id}`;
  await at(profile, 'public profile, its own');
  for (const part of accountParts.toSorted((one) => (one === 'addresses' ? 1 : -1)))
    await at(`/account?open=${part}`, `account, ${part}`);
  await page
    .locator('form[action="/account/addresses"]')
    .evaluate((form: HTMLFormElement) => (form.noValidate = true));
  await page.getByLabel('Email address').fill('nobody');
  await page.getByRole('button', { name: 'Email a link to it' }).click();
  await page.locator('.field-fault:not(:empty), .notice.fault').first().waitFor();
  await look(page, 'account, a fault');
  await at('/account/delete', 'deleting the account');
  await act('/account/delete', { when: 'later' });
  await at('/me', 'me, with an end');

  const participantsPages = ['/me', '/me/volunteer', '/me/certificates', '/account', '/account/delete'];
  await lookFromTheRight(context, service.baseUrl, [...participantsPages, certificate, profile], faults);
  await using stranger = await freshContext();
  for (const path of [certificate, profile, '/certificate/none', '/people/1']) {
    await stranger.page.goto(service.baseUrl + path);
    await look(stranger.page, `${path.replace(/\/[\w-]{20,}/, '')} for a stranger`);
  }
  expect(faults).toEqual([]);
});

test('what a guardian and the reader of a mail see', { timeout: 900_000 }, async () => {
  const faults: string[] = [];
  const look = looker(faults);
  await using reader = await freshContext();
  const { page, context } = reader;
  const at = async (path: string, shown: string) => {
    await page.goto(service.baseUrl + path);
    await look(page, shown);
  };
  const [pupil, parent] = [ofThisTry('pupil-drawn@example.org'), ofThisTry('parent-drawn@example.net')];
  await at('/guardian', 'guardian, finding');
  await at('/guardian/none', 'guardian, over');
  await post(service, '/sign-in', { email: pupil });
  await post(service, `${await mailedLink(service, pupil)}/guardian`, { email: parent });
  await expect.poll(async () => (await service.mails()).some(({ to }) => to === parent)).toBe(true);
  const question = await mailedLink(service, parent);
  await at(question, 'guardian, asked');
  await lookFromTheRight(context, service.baseUrl, ['/guardian', question], faults);
  await post(service, question, { act: 'agree', is_guardian: 'yes' });
  await at(question, 'guardian, of an account');
  await lookFromTheRight(context, service.baseUrl, [question], faults);

  const address = ofThisTry('reader@example.org');
  await send(service, '/embed/join', { project_id: birds.id, address, of_age: true }, birds.origin);
  const { links } = await newestMail(service, address);
  const choices = new URL(links.find((link) => link.includes('/mail/')) ?? 'no:link').pathname;
  await at(choices, 'mail choices');
  await at('/mail/none', 'mail choices, incomplete');
  await lookFromTheRight(context, service.baseUrl, [choices], faults);
  expect(faults).toEqual([]);
});
