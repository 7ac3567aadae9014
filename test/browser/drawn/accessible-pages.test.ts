/** axe on every page, wide and narrow, light and dark. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { Service } from '../../set-up/service/start-service.ts';
import { joinFrom, send } from '../../server/scene.ts';
import { agedBy } from '../../server/volunteers/volunteering.ts';
import { checker, faultsOf } from '../checks/accessible.ts';
import { startJourneys, type Journeys } from '../journey.ts';
import { signIn, signInAsOperator } from '../participants/member.ts';
import { ofThisTry } from '../../set-up/browser/of-this-try.ts';
import { countBirds, creditByEmail, mailTo, partnerOf, projectOn } from '../partner.ts';

let service: Service;
let newPerson: Journeys['newPerson'];

beforeAll(async () => {
  ({ service, newPerson } = await startJourneys('sqlite', {}, 'shell'));
});

test("the service's own pages and the demonstration's", { timeout: 600_000 }, async () => {
  await using visitor = await newPerson();
  await using owner = await newPerson();
  const faults: string[] = [];
  const at = async (page: Page, address: string) => {
    const response = await page.goto(address);
    expect(response?.status(), address).toBeLessThan(400);
    faults.push(...(await faultsOf(page, address.replace(/\?.*/, ''))));
  };
  const { baseUrl } = service;
  const { page } = visitor;
  await countBirds(page, service);
  const bronze = await projectOn(page);
  await creditByEmail(page, service, ofThisTry('axe-pages@example.org'));
  await page.getByText('What this page contains').click();
  faults.push(...(await faultsOf(page, 'bronze thanks, opened')));
  const origin = encodeURIComponent(partnerOf(service));
  const { links } = await mailTo(service, ofThisTry('axe-pages@example.org'), / code$/);
  await at(page, links.find((link) => link.includes('/mail/')) ?? 'no:link');
  await page.getByRole('button', { name: 'Stop all emails' }).click();
  await page.getByRole('button', { name: 'Allow emails again' }).waitFor();
  faults.push(...(await faultsOf(page, 'mail ended')));
  await page.getByRole('button', { name: 'Allow emails again' }).click();
  await page.getByRole('heading', { name: 'You can get emails again' }).waitFor();
  const popup = `${baseUrl}/connect?project_id=${bronze}&origin=${origin}&challenge=${'c'.repeat(43)}&state=${'s'.repeat(16)}`;

  const confirm = `/confirm/${bronze}?ref=axe`;
  for (const path of [
    '/',
    '/finder',
    '/finder?q=birds+near+Springfield',
    '/finder?box=-100,30,-50,60',
    '/sign-in',
    '/docs/api',
    `/project/${bronze}`,
    confirm,
  ])
    await at(page, baseUrl + path);
  await at(page, `${baseUrl}/connect/fedcm`);
  const finder = `${baseUrl}/finder`;
  await at(page, `${finder}?q=bird&topic=Birds&UN=021&lat=42&lng=-113&phrase=bird+count&url=`);
  await at(page, `${finder}?topic=Birdz&lat=95&phrase=!&cursor=x`);
  await at(page, `${finder}?q=hummingbrid`);
  for (const path of ['/demo/', '/demo/bronze', '/demo/silver', '/demo/gold', '/demo/projects'])
    await at(page, partnerOf(service) + path);
  await at(page, popup);
  await signIn(page, service, ofThisTry('axe-pages@example.org'));
  await at(page, `${baseUrl}/me`);
  await at(page, popup);
  await at(page, baseUrl + confirm);
  await page.getByRole('button', { name: 'Credit me' }).click();
  await page.getByRole('heading', { name: 'Credited to your profile' }).waitFor();
  faults.push(...(await faultsOf(page, 'confirmed')));

  await signInAsOperator(owner.page, service);
  const stats = `${baseUrl}/project/${bronze}/stats`;
  await at(owner.page, stats);
  await owner.page.getByText('The numbers as a table').first().click();
  faults.push(...(await faultsOf(owner.page, 'stats, with the table')));
  for (const tab of ['stats/summary', 'tools', 'webhook', 'edit', 'history'])
    await at(owner.page, `${baseUrl}/project/${bronze}/${tab}`);
  await at(owner.page, `${baseUrl}/project/${bronze}`);
  expect(faults).toEqual([]);
});

test('certificates, addresses and the end of an account, and the sites and people of a project', async () => {
  await using person = await newPerson();
  await using owner = await newPerson();
  const faults: string[] = [];
  const check = checker(faults);
  const { page } = person;
  const { baseUrl } = service;
  const [address, other] = [ofThisTry('axe-newer@example.org'), ofThisTry('axe-other@example.org')];
  await countBirds(page, service);
  const bronze = await projectOn(page);
  await creditByEmail(page, service, address);
  await signIn(page, service, address);

  await page.goto(`${baseUrl}/me/volunteer`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await check(page, 'choices about projects');
  await page.goto(`${baseUrl}/me/certificates`);
  await check(page, 'certificates');
  await page.getByRole('button', { name: 'Show it' }).click();
  await page.getByRole('button', { name: 'Make the certificate with its link' }).click();
  await page.waitForURL('**/certificate/**');
  await check(page, 'certificate');

  await page.goto(`${baseUrl}/account?open=addresses`);
  await page.getByLabel('Email address').fill(other);
  await page.getByRole('button', { name: 'Email a link to it' }).click();
  const { links } = await mailTo(service, other, /^Add this address/);
  await page.goto(links[0] ?? 'no:link');
  await check(page, 'adding an address');
  await page.getByRole('button', { name: 'Add it' }).click();
  await page.getByRole('button', { name: `Remove ${other}` }).click();
  await page.getByRole('heading', { level: 1, name: /Remove/ }).waitFor();
  await check(page, 'removing an address');
  await page.goto(`${baseUrl}/account/delete`);
  await check(page, 'deleting the account');
  await page.goto(`${baseUrl}/account/deleted`);
  await check(page, 'deleted');

  const site = 'https://more.birds.example';
  await service.operate('origin', String(bronze), site);
  await signInAsOperator(owner.page, service);
  for (const tab of [
    'people',
    'volunteers',
    'mailings',
    'origin',
    `origin/remove?origin=${encodeURIComponent(site)}`,
  ]) {
    await owner.page.goto(`${baseUrl}/project/${bronze}/${tab}`);
    await check(owner.page, tab.replace(/\?.*/, ''));
  }
  await expect.poll(() => owner.page.getByText(site).isVisible()).toBe(true);

  // Five people get a mail: fewer, and there is no preview.
  const embedded = { id: bronze, origin: partnerOf(service) };
  for (const name of ['a', 'b', 'c', 'd', 'e']) {
    const { grant } = await joinFrom(service, embedded, ofThisTry(`axe-${name}@example.org`));
    const said = { project_id: bronze, grant, type: 'collection', event_id: name };
    expect((await send(service, '/embed/record', said, embedded.origin)).status).toBe(200);
  }
  await agedBy(service, 2);
  await owner.page.goto(`${baseUrl}/project/${bronze}/mailings`);
  await owner.page.getByLabel('Subject').fill('Thank you');
  await owner.page.getByLabel('Text').fill('See https://evil.example');
  await owner.page.getByRole('button', { name: 'See how it looks' }).click();
  await owner.page.getByText('reads like a link to another site').waitFor();
  await check(owner.page, 'a mail with a fault');
  await owner.page.getByLabel('Text').fill('We counted a thousand birds.');
  await owner.page.getByRole('button', { name: 'See how it looks' }).click();
  await owner.page.getByRole('heading', { name: 'This is the mail' }).waitFor();
  await check(owner.page, 'a mail, before it is sent');
  expect(faults).toEqual([]);
});

test('an editor’s header has two lines on a phone, and holds at 200 % text on every width', async () => {
  await using editor = await newPerson();
  const { page } = editor;
  // An editor's header has the most links.
  await signInAsOperator(page, service);
  await page.setViewportSize({ width: 390, height: 844 });
  const lines = () =>
    page.locator('.site-header a').evaluateAll((links) => {
      const shown = links
        .filter((link) => link.checkVisibility())
        .map((link) => link.getBoundingClientRect());
      return new Set(shown.map(({ top, height }) => Math.round(top + height / 2))).size;
    });
  await expect.poll(lines).toBe(2);
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  for (const width of [320, 390, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const seen = await page.locator('.site-header').evaluate((header) => {
      const parts = [...header.querySelectorAll('a')].filter((link) => link.checkVisibility());
      const boxes = parts.map((link) => link.getBoundingClientRect());
      return {
        links: parts.length,
        inside: boxes.every((box) => box.left >= 0 && box.right <= innerWidth),
        apart: boxes.every((one, at) =>
          boxes
            .slice(at + 1)
            .every(
              (other) =>
                one.right <= other.left ||
                other.right <= one.left ||
                one.bottom <= other.top ||
                other.bottom <= one.top,
            ),
        ),
        // A link that is broken within its words has more than one line for each.
        whole: parts.every((link) => {
          const words = document.createRange();
          words.selectNodeContents(
            [...link.querySelectorAll('span')].findLast((part) => part.checkVisibility()) ?? link,
          );
          const lines = new Set([...words.getClientRects()].map(({ top }) => Math.round(top))).size;
          return lines <= (link.textContent ?? '').trim().split(/\s+/).length;
        }),
        wider: document.documentElement.scrollWidth - innerWidth,
      };
    });
    expect([width, seen]).toEqual([
      width,
      { links: expect.any(Number) as number, inside: true, apart: true, whole: true, wider: 0 },
    ]);
    expect(seen.links).toBeGreaterThanOrEqual(5);
  }
});
