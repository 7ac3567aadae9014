/** Every snippet of the documentation works: each is used here as printed. */
import { consentManagers } from '../../src/embed-code/consent-managers.ts';
import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { beforeAll, expect, test } from 'vitest';
import { formLinks } from '../../src/pages/docs/tiers/form-links.ts';
import { keptOnThePage } from '../../src/pages/docs/safety/kept-on-the-page.ts';
import { openIn } from '../set-up/browser/fonts.ts';
import type { Service } from '../set-up/service/start-service.ts';
import { afterFile } from '../set-up/after-file.ts';
import { freePort } from '../set-up/service/free-port.ts';
import { eventsOf } from '../browser/database.ts';
import { startJourneys, type Journeys } from '../browser/journey.ts';
import { sayYes, signIn } from '../browser/participants/member.ts';
import { ofThisTry } from '../set-up/browser/of-this-try.ts';
import { allSnippets, ownersSite, type Content } from '../browser/owners/owners-site.ts';
import { buttonOn, countBirds, creditByEmail, messageOn, projectOn, titled } from '../browser/partner.ts';

const run = promisify(execFile);

let service: Service;
let newPerson: Journeys['newPerson'];
let project: number;
let site: Awaited<ReturnType<typeof ownersSite>>;
let printed: Map<string, string>;
let key: string;

const used = new Set<string>();
const snippet = (name: string) => {
  used.add(name);
  return printed.get(name) ?? `there is no snippet ${name}`;
};

beforeAll(async () => {
  ({ service, newPerson } = await startJourneys('sqlite', {}, 'shell'));
  await using visitor = await newPerson();
  await countBirds(visitor.page, service);
  project = await projectOn(visitor.page);
  site = await ownersSite();
  printed = await allSnippets(service, project);
  await service.operate('origin', String(project), site.origin);
  await service.operate('manager', String(project), 'owner@example.org');
  ({
    json: { key },
  } = await service.operator<{ key: string }>('key', 'owner@example.org'));
});

/** Runs a line of the shell as printed, with the owner's own values. */
async function shell(name: string, own: Record<string, string> = {}): Promise<Record<string, unknown>> {
  let line = snippet(name).replace('YOUR_API_KEY', key);
  for (const [placeholder, value] of Object.entries(own)) line = line.replace(placeholder, value);
  return JSON.parse((await run('bash', ['-c', line])).stdout) as Record<string, unknown>;
}

/** Runs the receiver of notices as printed. */
async function startedReceiver(program: string) {
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  const port = await freePort();
  const env = { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) };
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { env });
  afterFile(() => void child.kill());
  let printed = '';
  child.stdout.on('data', (text: Buffer) => (printed += text.toString()));
  return { secret, port, said: () => printed };
}

/** Opens a page of the owner as a new visitor. */
async function at(content: Content, act: (page: Page) => Promise<unknown>, origin = site.origin) {
  site.serve(content);
  await using person = await newPerson();
  await person.page.goto(origin);
  await act(person.page);
  expect(person.problems).toEqual([]);
}

const asks = (page: Page) => buttonOn(page, 'Credit me').waitFor();
const asksToLink = (page: Page) => buttonOn(page, 'Link my profile').waitFor();
const recorded = () => eventsOf(service, project);

test('bronze: the minimum, and with further details', async () => {
  const before = recorded().length;
  await at({ body: snippet('bronze') }, (page) =>
    creditByEmail(page, service, ofThisTry('bronze@example.org')),
  );
  await at({ body: snippet('bronze-more') }, (page) =>
    creditByEmail(page, service, ofThisTry('more@example.org')),
  );
  const [least, more] = recorded().slice(before);
  expect(least).toMatchObject({ source: 'browser', place: null });
  expect(more?.place).toContain('10.02');
});

test('silver and gold: look up, record, and name the contribution on the page', async () => {
  const found = await shell('silver-lookup');
  const report = await shell('silver-record', { YOUR_PROFILE_ID: String(found['service_profile_id']) });
  expect(report).toMatchObject({ result: 'success' });
  const again = await shell('silver-record', { YOUR_PROFILE_ID: String(found['service_profile_id']) });
  expect(again).toMatchObject({ event_id: report['event_id'], duplicate: true });
  for (const [tier, title] of [
    ['silver', 'This goes to the profile of your email address'],
    ['gold', 'Credited to your profile'],
  ] as const) {
    const named = snippet(tier).replace('PARTICIPANT_TOKEN', String(found['participant_token']));
    await at({ body: named }, (page) => titled(page, title));
  }
  expect(await shell('silver-retract')).toMatchObject({ result: 'success', retracted: 1 });
  expect(await shell('silver-outcome')).toMatchObject({ result: 'success', state: 'waiting' });
});

test.each(['passive', 'local-styles-passive'])('%s asks to link a profile', async (name) => {
  await at({ body: snippet(name) }, asksToLink);
});

test.each(['bronze', 'query', 'element', 'wordpress', 'pinned', 'local-styles'])(
  '%s asks, and records nothing by itself',
  async (name) => {
    const before = recorded().length;
    await at({ body: snippet(name) }, asks);
    expect(recorded()).toHaveLength(before);
  },
);

test('settings in the address, and on the element, reach the record', async () => {
  for (const name of ['query', 'element'])
    await at({ body: snippet(name) }, async (page) => {
      await asks(page);
      await messageOn(page).getByText('What is sent').click();
      await messageOn(page).getByText('survey-2041').waitFor();
      await expect.poll(() => messageOn(page).count()).toBe(1);
    });
});

test('your own button, and its events', async () => {
  site.serve({ body: snippet('headless') + snippet('headless-events') });
  await using member = await newPerson();
  const { page } = member;
  await signIn(page, service, ofThisTry('button@example.org'));
  await page.goto(site.origin);
  const before = recorded().length;
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Credit this to my profile' }).click();
  await sayYes(await opening);
  await page.getByText('Credited. Thank you!').waitFor();
  expect(recorded()).toHaveLength(before + 1);
  expect(member.problems).toEqual([]);
});

test('the sheet for your own styles reaches the message', async () => {
  const head = `<style>${snippet('local-styles-sheet')}</style>`;
  await at({ head, body: snippet('local-styles') }, async (page) => {
    await asks(page);
    const card = page.locator('.manyhands-card');
    await expect.poll(() => card.evaluate((element) => getComputedStyle(element).borderTopWidth)).toBe('1px');
    const button = await buttonOn(page, 'Credit me').boundingBox();
    expect(button?.height).toBeGreaterThanOrEqual(44);
    const spoken = await page.locator('.manyhands-spoken').first().boundingBox();
    expect(spoken?.height).toBeLessThanOrEqual(1);
  });
});

test('the receiver of notices takes what is signed, once, and nothing else', async () => {
  const { secret, port, said } = await startedReceiver(snippet('webhook-receiver'));
  const body = snippet('webhook-message');
  const deliver = (headers: Record<string, string>, sent = body) =>
    fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: sent }).then(({ status }) => status);
  const signed = (id: string, at = new Date()) => ({
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  });
  await expect.poll(() => deliver(signed('msg_1')).catch(() => 0)).toBe(204);
  expect(await deliver(signed('msg_1'))).toBe(204);
  expect(await deliver(signed('msg_2'), body.replace('7', '8'))).toBe(400);
  expect(await deliver(signed('msg_3', new Date(Date.now() - 600_000)))).toBe(400);
  expect(await deliver({})).toBe(400);
  const rotated = signed('msg_4');
  const two = { ...rotated, 'webhook-signature': `v1,AAAA ${rotated['webhook-signature']}` };
  expect(await deliver(two)).toBe(204);
  await expect.poll(() => said().match(/project\.approved/g)?.length).toBe(2);
});

test('the helper fills the form, and its proof records', async () => {
  site.serve({ body: snippet('apihelper') });
  await using member = await newPerson();
  const { page } = member;
  await signIn(page, service, ofThisTry('helped@example.org'));
  await page.goto(site.origin);
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Add my Manyhands profile' }).click();
  await sayYes(await opening);
  await page.getByText('profile is added').waitFor();
  await page.getByLabel('What did you see?').fill('Two newts');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('heading', { name: 'Thank you' }).waitFor();
  const sent = new URLSearchParams(site.sent.at(-1));
  expect([sent.get('seen'), sent.get('profile')]).toEqual(['Two newts', expect.stringMatching(/^\d+$/)]);
  const report = await shell('apihelper-record', { PROOF_FROM_THE_FORM: sent.get('proof') ?? '' });
  expect(report).toMatchObject({ result: 'success' });
  expect(member.problems).toEqual([]);
});

test('your own colours, parts, space and words', async () => {
  const style = `<style>${snippet('custom-properties')}${snippet('parts')}</style>`;
  await at({ head: style, body: snippet('bronze') }, async (page) => {
    await asks(page);
    const colour = (element: Element) => getComputedStyle(element).backgroundColor;
    await expect.poll(() => buttonOn(page, 'Credit me').evaluate(colour)).toBe('rgb(122, 31, 92)');
    const shadow = (element: Element) => getComputedStyle(element).boxShadow;
    await expect.poll(() => messageOn(page).locator('[part=card]').evaluate(shadow)).toBe('none');
    await expect.poll(() => messageOn(page).locator('[part=mark]').isVisible()).toBe(false);
  });
  await at({ body: snippet('words') }, (page) => buttonOn(page, 'Count me in').waitFor());
  await at({ body: snippet('language') }, (page) => buttonOn(page, 'Hinzufügen').waitFor());
});

// test/browser/embeds/room.test.ts has all widths, fonts and languages.
const rooms = ['space', 'bronze', 'silver'].map((name) => ({ name, width: 390, font: 'wide' as const }));

test.each(rooms)(
  'in the room that $name keeps it moves nothing, $width pixels wide, in a $font font',
  async ({ name, width, font }) => {
    site.serve({ body: snippet(name).replace('PARTICIPANT_TOKEN', '') });
    await using person = await newPerson({ width });
    await openIn(person.page, font);
    await person.page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          if (!(entry as PerformanceEntry & { hadRecentInput: boolean }).hadRecentInput)
            shifts.push((entry as PerformanceEntry & { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await person.page.goto(site.origin);
    await buttonOn(person.page, 'No thanks').waitFor();
    const top = () =>
      person.page.locator('#after').evaluate((element) => element.getBoundingClientRect().top);
    const before = await top();
    await buttonOn(person.page, 'No thanks').click();
    await buttonOn(person.page, 'Credit me again').waitFor();
    // After the answer it gives back what it does not need.
    await expect.poll(top).toBe(before - 200 + 64);
    await expect
      .poll(() => person.page.evaluate(() => (window as unknown as { shifts: number[] }).shifts))
      .toEqual([]);
  },
);

test('the finder: a search, one project, and its events', async () => {
  await at({ body: snippet('finder') + snippet('finder-events') }, async (page) => {
    const finder = page.locator('manyhands-finder');
    await finder
      .getByText(/^Projects: \d+$/)
      .first()
      .waitFor();
    await expect.poll(() => page.getByRole('link', { name: /^Projects on / }).count()).toBe(0);
    const heard = page.waitForEvent('console', (line) => line.text().startsWith('opened '));
    // Without a new tab, which would have to load.
    await page.evaluate(() => document.addEventListener('click', (event) => event.preventDefault()));
    await finder.getByRole('listitem').first().getByRole('link').click();
    expect((await heard).text()).toMatch(/^opened \d+$/);
  });
  await at({ body: snippet('finder-one') }, async (page) => {
    await page.getByRole('heading', { name: 'Join our project' }).waitFor();
    await page.locator('manyhands-finder').getByRole('link', { name: 'Garden Bird Count' }).waitFor();
    await expect.poll(() => page.locator('manyhands-finder').getByRole('searchbox').count()).toBe(0);
  });
  await at({ body: snippet('finder-frame') }, (page) =>
    page
      .frameLocator('iframe')
      .getByText(/^Projects: \d+$/)
      .first()
      .waitFor(),
  );
  await using owner = await newPerson();
  await signIn(owner.page, service, ofThisTry('widgets@example.org'));
  await owner.page.goto(`${service.baseUrl}/builder?embed=finder&title=Our+list`);
  await owner.page.getByRole('button', { name: 'Save', exact: true }).click();
  await owner.page.waitForURL('**/widgets/*?done=saved');
  const number = /\/widgets\/(\d+)/.exec(owner.page.url())?.[1] ?? '';
  await at({ body: snippet('finder-saved').replace('YOUR_WIDGET', number) }, (page) =>
    page.getByRole('heading', { name: 'Our list' }).waitFor(),
  );
});

test('site builders and form tools: the lines with settings in the address, and the links', async () => {
  await at({ body: snippet('site-builder-message') }, asks);
  await at({ body: snippet('site-builder-finder') }, (page) =>
    page.locator('manyhands-finder').getByRole('searchbox').waitFor(),
  );
  for (const { name, placeholder = '' } of formLinks) {
    const text = snippet(`form-${name}`).replace(placeholder, `number-of-${name}`);
    expect(text).not.toMatch(/[${}]/);
    // Some tools take it within a calculation or as HTML.
    const [link = ''] = /https?:[^\s")]+/.exec(text) ?? [];
    const reply = await service.get(link.slice(service.baseUrl.length));
    const to = reply.headers.get('location') ?? link;
    expect([name, (await service.get(to.replace(service.baseUrl, ''))).status]).toEqual([name, 200]);
    expect(to).toContain(placeholder === '' ? 'ref=' : `ref=number-of-${name}`);
  }
});

test("the page receives the participant's decisions", async () => {
  site.serve({ body: snippet('events') + snippet('bronze') });
  await using person = await newPerson();
  const heard: string[] = [];
  person.page.on('console', (line) => heard.push(line.text()));
  await person.page.goto(site.origin);
  await creditByEmail(person.page, service, ofThisTry('events@example.org'));
  await buttonOn(person.page, 'Undo').click();
  await buttonOn(person.page, 'Never for this project').click();
  await titled(person.page, 'Not credited');
  expect(heard).toEqual([expect.stringMatching(/^credited \d+$/), 'undone undefined', 'declined undefined']);
});

test('nothing is requested before the consent', async () => {
  site.serve({ body: snippet('consent') });
  await using person = await newPerson();
  const asked: string[] = [];
  person.page.on('request', (request) => {
    if (request.url().startsWith(service.baseUrl)) asked.push(request.url());
  });
  await person.page.goto(site.origin, { waitUntil: 'networkidle' });
  expect(asked).toHaveLength(1);
  await person.page.getByRole('button', { name: 'Agree to credits' }).click();
  await asks(person.page);
});

/** A policy as printed, and the page's own script tags with its nonce. */
const policy = (name: string) => {
  const [header = '', ...value] = snippet(name).split(': ');
  return { [header]: value.join(': ').replace('YOUR_NONCE', 'abc123') };
};
const withNonce = (body: string) => body.replaceAll('<script', '<script nonce="abc123"');

test('the policy by address lets the message through', async () => {
  await at({ headers: policy('csp-host'), body: snippet('bronze') }, (page) =>
    creditByEmail(page, service, ofThisTry('by-address@example.org')),
  );
});

test('under the strictest policy every embed works, styled, without a violation', async () => {
  const headers = policy('csp-strict');
  await at({ headers, body: snippet('nonce').replace('YOUR_NONCE', 'abc123') }, async (page) => {
    await creditByEmail(page, service, ofThisTry('strict@example.org'));
    const colour = (element: Element) => getComputedStyle(element).color;
    await expect
      .poll(() => messageOn(page).locator('[part=mark]').evaluate(colour))
      .toBe('rgb(255, 255, 255)');
  });
  // The space must then be in the page's own style sheet.
  const bare = (name: string) => withNonce(snippet(name).replace(/ style=".*?"/, ''));
  await at({ headers, body: bare('local-styles') }, asks);
  await at({ headers, body: bare('silver').replace('PARTICIPANT_TOKEN', '') }, asksToLink);
  await at({ headers, body: withNonce(snippet('apihelper')) }, (page) =>
    page.getByRole('button', { name: 'Add my Manyhands profile' }).waitFor(),
  );
  await at({ headers, body: withNonce(snippet('headless')) }, async (page) => {
    const opening = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Credit this to my profile' }).click();
    await (await opening).getByRole('heading', { name: 'Sign in to add your contribution' }).waitFor();
  });
});

test('the keys of the embeds in the page’s storage are documented', async () => {
  const grant = `<script>localStorage.setItem('manyhands:${project}:grant', 'a-grant-of-sixteen-or-more')</script>`;
  await using person = await newPerson();
  const { page } = person;
  const kept = new Set<string>();
  const look = async () => {
    const keys = () => [...Object.keys(localStorage), ...Object.keys(sessionStorage)];
    for (const found of await page.evaluate(keys)) kept.add(found);
  };
  site.serve({ body: snippet('language') });
  await page.goto(site.origin);
  await buttonOn(page, 'Nein danke').click();
  await buttonOn(page, 'Wieder hinzufügen').waitFor();
  await look();
  await page.evaluate(() => localStorage.clear());
  // A window that never reports that it can answer.
  await page.context().route('**/connect?*', () => undefined);
  site.serve({ body: snippet('bronze') });
  await page.goto(site.origin);
  const popup = page.waitForEvent('popup');
  await buttonOn(page, 'Credit me').click();
  await popup;
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('manyhands:window'))).not.toBeNull();
  await look();
  await (await popup).close();
  // Never answered: it stays in the outbox.
  await page.route('**/embed/record', () => undefined);
  site.serve({ body: grant + snippet('headless') });
  const asked = page.waitForRequest('**/embed/record');
  await page.goto(site.origin);
  await page.getByRole('button', { name: 'Credit this to my profile' }).click();
  await asked;
  await look();
  const documented = Object.keys(keptOnThePage).map((key) => [
    key,
    new RegExp(`^${key.replaceAll('…', '.+')}$`),
  ]) as [string, RegExp][];
  const meant = [...kept].map((found) => documented.find(([, pattern]) => pattern.test(found))?.[0] ?? found);
  expect([...new Set(meant)].sort()).toEqual(Object.keys(keptOnThePage).sort());
});

test('a tag manager that drops attributes and inserts at the end draws at the place', async () => {
  await at({ body: snippet('tag-manager-place') }, async (page) => {
    await page.evaluate((html) => {
      const written = new DOMParser().parseFromString(html, 'text/html').querySelector('script');
      const script = document.createElement('script');
      script.src = written?.getAttribute('src') ?? '';
      document.body.append(script);
    }, snippet('tag-manager'));
    await page
      .locator('#manyhands manyhands-confirmation')
      .getByRole('button', { name: 'Credit me' })
      .waitFor();
  });
});

test('the link opens a page of ours, whose button credits once', async () => {
  site.serve({ body: snippet('confirm-link') });
  await using member = await newPerson();
  const { page } = member;
  await signIn(page, service, ofThisTry('by-link@example.org'));
  const before = recorded().length;
  for (let times = 0; times < 2; times++) {
    await page.goto(site.origin);
    await page.getByRole('link', { name: 'Get the credit' }).click();
    if (times === 0) await page.getByRole('button', { name: 'Credit me' }).click();
    await page.getByRole('heading', { name: 'Credited to your profile' }).waitFor();
  }
  expect(recorded().slice(before)).toMatchObject([{ source: 'link' }]);
});

test('no snippet was left out', () => {
  // Run by single-page-apps.test.ts and test/programs/oauth-libraries.test.ts.
  const gold = ['gold-openid-client', 'gold-passport', 'gold-http', 'gold-authlib', 'gold-socialite'];
  // Read by the check of a page; test/sites runs one.
  const managers = consentManagers.map(({ name }) => `consent-${name.toLowerCase()}`);
  const elsewhere = ['plain', 'react', 'vue', ...gold, ...managers];
  expect([...used, ...elsewhere].sort()).toEqual([...printed.keys()].sort());
});
