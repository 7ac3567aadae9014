/**
 * Tests that a page can learn nothing about a visitor who agreed to nothing, and can do nothing in their name: from
 * another site, and from another origin of the same site, whose requests carry the session's cookie.
 */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Service } from '../../set-up/service/start-service.ts';
import { hostileSite, type HostileSite } from './hostile-site.ts';
import { startJourneys, type Journeys } from '../journey.ts';
import { eventsOf } from '../database.ts';
import { grantsOf, popupOf, profileOf, sayYes, signIn } from '../participants/member.ts';
import { ofThisTry } from '../../set-up/browser/of-this-try.ts';
import { countBirds, credited } from '../partner.ts';

let service: Service;
let newPerson: Journeys['newPerson'];
let site: HostileSite;

// Each sends dozens of requests.
vi.setConfig({ testTimeout: 90_000 });

const origins = {
  'another site': () => site.origin,
  // Cookies ignore ports: for the browser this is the service's own site.
  'another origin of the same site': () => site.origin.replace('127.0.0.1', 'localhost'),
};

beforeAll(async () => {
  ({ service, newPerson } = await startJourneys('sqlite', {}, 'shell'));
  site = await hostileSite(service, newPerson, (script, query) =>
    query.has('message') ? script : '<button>Press</button>',
  );
});

/** A member with one contribution, credited on the demonstration partner's page. */
async function member(address: string) {
  const person = await newPerson();
  const { page } = person;
  await signIn(page, service, address);
  await countBirds(page, service);
  await sayYes(await popupOf(page, 'Credit me'));
  await credited(page);
  return person;
}

const popupPath = () => site.popupAddress().slice(service.baseUrl.length);

/** Addresses whose replies differ between members and strangers, and some whose replies do not. */
const addresses = () => [
  ...['/', '/me', '/connect/ready', '/sign-in', '/sign-in?next=/me', `/project/${site.project}/tools`],
  ...[`/embed/project?project_id=${site.project}`, '/nothing-here'],
  ...[popupPath(), ...nexts().map((next) => `/sign-in?next=${encodeURIComponent(next)}`)],
];

/** Spellings of the page after a sign-in, on the popup's way and off it. */
const nexts = () => [
  ...[popupPath(), '/connect', '/me/../connect?x', `${popupPath()}#x`],
  ...['/connect?\\', '/Connect', '//connect', '/con\tnect', '/me'],
];

/** The first four are the popup's own address, once a browser has parsed them. */
const isOnThePopupsWay = (path: string) =>
  path === popupPath() ||
  nexts()
    .slice(0, 4)
    .some((next) => path === `/sign-in?next=${encodeURIComponent(next)}`);

/** The requests that scripts can make, and the result of each. */
const asked = (page: Page) =>
  page.evaluate(
    async ([base, paths]) => {
      const heard: Record<string, string> = {};
      const loading = (name: string, attribute: string, address: string) =>
        new Promise<string>((resolve) => {
          const element = document.createElement(name);
          for (const event of ['load', 'error']) element.addEventListener(event, () => resolve(event));
          if (name === 'link') element.setAttribute('rel', 'stylesheet');
          element.setAttribute(attribute, address);
          document.body.append(element);
        });
      for (const path of paths) {
        const address = base + path;
        const ways: RequestInit[] = [
          { credentials: 'include' },
          { credentials: 'include', redirect: 'manual' },
          { credentials: 'include', mode: 'no-cors' },
        ];
        for (const way of ways)
          heard[`${path} ${JSON.stringify(way)}`] = await fetch(address, way).then(
            async (reply) => `${reply.type} ${reply.status} ${await reply.text()}`,
            (error: unknown) => (error as Error).name,
          );
        for (const [name, attribute] of [
          ['img', 'src'],
          ['script', 'src'],
          ['link', 'href'],
          ['iframe', 'src'],
        ] as const)
          heard[`${path} <${name}>`] = await loading(name, attribute, address);
      }
      return heard;
    },
    [service.baseUrl, addresses()] as const,
  );

/** Opens a window at an address of ours and returns how a page sees it. */
async function windowAt(page: Page, path: string) {
  await page.evaluate((address) => {
    onclick = () => Object.assign(window, { held: open(address, '', 'popup') });
  }, service.baseUrl + path);
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Press' }).click();
  const popup = await opening;
  await popup.waitForURL(`${service.baseUrl}/**`);
  return {
    popup,
    told: () =>
      page.evaluate(() => {
        const { held } = window as never as { held: Window };
        return { isCutOff: held.closed, frames: held.length };
      }),
  };
}

describe.each(Object.entries(origins))('from %s', (name, origin) => {
  test('a person who is signed in looks like a stranger, however the page asks', async () => {
    await using somebody = await member(`known-at-${name.replaceAll(' ', '-')}@example.org`);
    await using stranger = await newPerson();
    const pages = [somebody.page, stranger.page];
    for (const page of pages) await page.goto(origin());
    const [known, unknown] = await Promise.all(pages.map(asked));
    expect(known).toEqual(unknown);
    // Nothing of ours can be read at all, except public data.
    const readable = Object.entries(known ?? {}).filter(([, answer]) => / 200 ./.test(answer));
    expect(readable).toEqual([]);
  });

  test('no form of ours is accepted from it: nobody is signed out, opted out, or sent a mail', async () => {
    const address = `forms-at-${name.replaceAll(' ', '-')}@example.org`;
    await using somebody = await member(address);
    const { page, context } = somebody;
    const before = [await profileOf(page, service), await grantsOf(page, service)];
    const id = await page.locator('input[name=id]').first().inputValue();
    const mails = (await service.mails()).length;
    await page.goto(origin());
    const connect = Object.fromEntries(new URL(site.popupAddress()).searchParams);
    const forms: [string, Record<string, string>][] = [
      ['/connect', connect],
      ['/sign-out', {}],
      ['/sign-in', { email: address }],
      ['/me/opt-out', { project_id: String(site.project) }],
      ['/me/disclaim', { project_id: String(site.project) }],
      ['/me/grants/revoke', { id }],
      [`/project/${site.project}/tell-me`, { email: address }],
      [`/project/${site.project}/drop-tests`, {}],
      [`/project/${site.project}/fetch-image`, {}],
    ];
    for (const [path, fields] of forms) {
      const answering = page.waitForResponse((response) => response.url() === service.baseUrl + path);
      const arriving = page.waitForURL(service.baseUrl + path);
      await page.evaluate(
        ([action, given]) => {
          const form = Object.assign(document.createElement('form'), { action, method: 'post' });
          for (const [name, value] of Object.entries(given))
            form.append(Object.assign(document.createElement('input'), { name, value }));
          document.body.append(form);
          HTMLFormElement.prototype.submit.call(form);
        },
        [service.baseUrl + path, fields] as const,
      );
      expect([path, (await answering).status()]).toEqual([path, 403]);
      await arriving;
      await page.goto(origin());
      // The same without leaving the page.
      await page.evaluate(
        ([action, given]) =>
          fetch(action, {
            method: 'POST',
            body: new URLSearchParams(given),
            mode: 'no-cors',
            credentials: 'include',
          }).catch(() => 0),
        [service.baseUrl + path, fields] as const,
      );
    }
    expect([await profileOf(page, service), await grantsOf(page, service)]).toEqual(before);
    expect(await service.mails()).toHaveLength(mails);
    expect(await context.cookies(service.baseUrl)).toHaveLength(1);
  });
});

test('a window that a page opens reveals nothing: members and strangers are cut off alike', async () => {
  await using somebody = await member(ofThisTry('known-in-a-window@example.org'));
  await using stranger = await newPerson();
  for (const path of addresses()) {
    const isPage = !path.startsWith('/embed/');
    for (const { page } of [somebody, stranger]) {
      if (page.url() !== `${site.origin}/`) await page.goto(site.origin);
      const { popup, told } = await windowAt(page, path);
      await expect
        .poll(async () => ({ path, ...(await told()) }))
        .toEqual({
          path,
          isCutOff: isPage && !isOnThePopupsWay(path),
          frames: 0,
        });
      await popup.close();
    }
  }
});

test('a site that frames the partner cannot use the grant that was given there', async () => {
  await using somebody = await newPerson();
  const { page } = somebody;
  await signIn(page, service, ofThisTry('framed-partner@example.org'));
  const partner = `${site.origin}/?message`;
  await page.goto(partner);
  await sayYes(await popupOf(page, 'Credit me'));
  await credited(page);
  // On its own, the partner's page credits without asking.
  await page.goto(partner);
  await credited(page);
  const events = eventsOf(service, site.project).length;
  await page.goto(site.origin.replace('127.0.0.1', 'localhost'));
  await page.evaluate((src) => {
    const frame = document.createElement('iframe');
    frame.src = src;
    document.body.append(frame);
  }, partner);
  const framed = page.frameLocator('iframe').locator('manyhands-confirmation');
  await framed.getByRole('button', { name: 'Credit me' }).waitFor();
  expect(eventsOf(service, site.project)).toHaveLength(events);
});
