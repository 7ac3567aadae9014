/**
 * A page can change JavaScript's globals under the message: it only fools itself, and learns what it was given anyway.
 */
import { beforeAll, expect, test } from 'vitest';
import { rows } from '../../server/scene.ts';
import type { Service } from '../../set-up/service/start-service.ts';
import { eventsOf } from '../database.ts';
import { hostileSite, type HostileSite } from './hostile-site.ts';
import { startJourneys, type Journeys } from '../journey.ts';
import { answer, grantsOf, popupOf, sayYes, signIn } from '../participants/member.ts';
import { ofThisTry } from '../../set-up/browser/of-this-try.ts';
import { buttonOn, countBirds, creditByEmail, credited, kept, messageOn, projectOn } from '../partner.ts';
import { listen } from '../wire.ts';

let service: Service;
let newPerson: Journeys['newPerson'];
let site: HostileSite;

/** The page's own scripts that run before the message's; `goes` is how far a newcomer gets by email then. */
const tricks: Record<string, { script: string; goes: 'credited' | 'refused' | 'nowhere' | 'fooled' }> = {
  'names that show up in every loop': {
    script: `Array.prototype.contains = Object.prototype.inherited = () => true;
      Array.prototype.toJSON = function () { return 'an old library' };`,
    goes: 'credited',
  },
  'everything frozen': {
    script: `for (const one of [Object, Array, Function, String, Promise, Error, Map, Set, JSON, Symbol])
      { Object.freeze(one); if (one.prototype) Object.freeze(one.prototype); }`,
    goes: 'credited',
  },
  'a prototype with everything that a request says': {
    script: `Object.assign(Object.prototype, { grant: 'g'.repeat(43), participant: 'p'.repeat(43), code: '123456',
      of_age: true, credited: true, flow: 'f'.repeat(43), event_id: 'theirs' });`,
    goes: 'credited',
  },
  'a JSON that says nothing': { script: `JSON.stringify = () => '{}';`, goes: 'refused' },
  'an Array that does nothing': {
    script: `for (const name of ['map', 'filter', 'forEach', 'find', 'includes'])
      Array.prototype[name] = () => { throw new Error('not here') };`,
    goes: 'nowhere',
  },
  'a fetch that lies': {
    script: `fetch = async () => new Response(JSON.stringify({ result: 'success', project_id: PROJECT, title: 'Ours',
      page: 'https://elsewhere.example', may_grant: true, retention_days: 30, flow: 'f'.repeat(43),
      grant: 'g'.repeat(43), credited: true, event_id: 1 }));`,
    goes: 'fooled',
  },
};

/**
 * Records everything that passes through the page: requests and replies, JSON, storage, windows, messages, properties.
 */
const spying = `{
  const seen = window.seen = [];
  const note = (...all) => { for (const one of all) seen.push(typeof one === 'object' && one ? raw(one) : String(one)) };
  const { stringify } = JSON;
  const raw = (one) => { try { return stringify(one) ?? String(one) } catch { return String(one) } };
  const tap = (holder, name) => {
    const own = holder[name];
    holder[name] = function (...all) {
      note(name, ...all);
      const answer = own.apply(this, all);
      note(answer);
      if (name === 'fetch') answer.then((reply) => reply.clone().text()).then(note, note);
      return answer;
    };
  };
  tap(window, 'fetch'); tap(window, 'open'); tap(JSON, 'parse'); tap(JSON, 'stringify');
  tap(Storage.prototype, 'setItem'); tap(Storage.prototype, 'getItem'); tap(crypto.subtle, 'digest');
  tap(Array.prototype, 'map'); tap(Array.prototype, 'filter'); tap(String.prototype, 'replace');
  tap(Element.prototype, 'setAttribute'); tap(Element.prototype, 'append'); tap(window, 'postMessage');
  addEventListener('message', ({ data, origin }) => note(data, origin));
  for (const name of ['profile_id', 'grant', 'address', 'name', 'user_id', 'account'])
    Object.defineProperty(Object.prototype, name, { configurable: true, set(value) {
      note(name, value);
      Object.defineProperty(this, name, { value, writable: true, enumerable: true, configurable: true });
    } });
}`;

const alive = `<script>document.title = 'The page goes on'</script>`;

beforeAll(async () => {
  ({ service, newPerson } = await startJourneys('sqlite', {}, 'shell'));
  site = await hostileSite(service, newPerson, (script, query) => {
    const project = /project_id="(\d+)"/.exec(script)?.[1] ?? '';
    const before = query.has('spying') ? spying : tricks[query.get('trick') ?? '']?.script;
    return `<script>${before?.replace('PROJECT', project)}</script>${script}${alive}`;
  });
});

test.each(Object.entries(tricks))('%s', async (trick, { goes }) => {
  await using participant = await newPerson();
  const { page, problems } = participant;
  const wire = listen(page, service);
  const before = eventsOf(service, site.project).length;
  const mails = (await service.mails()).length;
  await page.goto(`${site.origin}/?${new URLSearchParams({ trick })}`);
  await expect.poll(() => page.title()).toBe('The page goes on');
  const address = `${goes}-${Object.keys(tricks).indexOf(trick)}@example.org`;
  if (goes === 'nowhere') {
    await expect.poll(() => problems.join()).toContain('not here');
  } else {
    await buttonOn(page, 'Credit me').waitFor();
    expect((await wire.exchanges()).filter(({ line }) => line.startsWith('POST'))).toEqual([]);
  }
  if (goes === 'credited') await creditByEmail(page, service, address);
  if (goes === 'fooled' || goes === 'refused') {
    await buttonOn(page, 'I’m new, use my email').click();
    await messageOn(page).getByLabel('Email address').fill(address);
    await messageOn(page).getByLabel('I am 16 or older').check();
    await buttonOn(page, 'Send code').click();
  }
  if (goes === 'refused') await messageOn(page).getByText('Enter an email address').last().waitFor();
  if (goes === 'fooled') {
    await messageOn(page).getByLabel('6-digit code').fill('123456');
    // Its own message says so; the service received nothing.
    await expect
      .poll(() => messageOn(page).getByRole('group').innerText())
      .toContain('Credited to your profile');
    expect((await wire.exchanges()).filter(({ line }) => line.includes('/embed/'))).toEqual([]);
  }
  const isCredited = goes === 'credited' ? 1 : 0;
  expect(eventsOf(service, site.project)).toHaveLength(before + isCredited);
  expect(await service.mails()).toHaveLength(mails + isCredited);
});

test('whatever a page observes, it learns nothing about a member before they agree, and only the grant afterwards', async () => {
  await using somebody = await newPerson();
  const { page, context } = somebody;
  const address = ofThisTry('listened-to@example.org');
  await signIn(page, service, address);
  await countBirds(page, service);
  const project = await projectOn(page);
  await sayYes(await popupOf(page, 'Credit me'));
  await credited(page);
  const elsewhere = await kept(page, project, 'grant');
  const [{ profile_id, account_id } = { profile_id: 0, account_id: 0 }] = await rows<Record<string, number>>(
    service,
    `select p.profile_id, a.account_id from addresses a join profiles p using (profile_id) where address = '${address}'`,
  );
  const cookies = await context.cookies(service.baseUrl);
  const secrets = [
    address,
    String(profile_id),
    String(account_id),
    String(elsewhere),
    ...cookies.map(({ value }) => value),
  ];
  expect(secrets.filter((secret) => secret.length < 8)).toEqual([]);

  await page.goto(`${site.origin}/?spying`);
  await buttonOn(page, 'Credit me').waitFor();
  const heard = () => page.evaluate(() => (window as never as { seen: string[] }).seen.join('\n'));
  const told = async () => {
    const text = await heard();
    return secrets.filter((secret) => text.includes(secret));
  };
  expect(await heard()).toContain('/embed/project');
  expect(await told()).toEqual([]);
  const popup = await popupOf(page, 'Credit me');
  const closing = popup.waitForEvent('close');
  await answer(popup, 'Not now');
  await closing;
  await buttonOn(page, 'Use my email').waitFor();
  expect(await told()).toEqual([]);

  const again = await popupOf(page, 'Try again');
  await sayYes(again);
  await credited(page);
  expect(await heard()).toContain(String(await kept(page, project, 'grant')));
  expect(await told()).toEqual([]);
  expect(await grantsOf(page, service)).toHaveLength(2);
});
