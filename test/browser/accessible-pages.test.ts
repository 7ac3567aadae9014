/** axe on every page, wide and narrow, light and dark. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { Service } from '../set-up/start-service.ts';
import { faultsOf } from './accessible.ts';
import { startJourneys, type Journeys } from './journey.ts';
import { signIn, signInAsOperator } from './member.ts';
import { countBirds, creditByEmail, partnerOf, projectOn } from './partner.ts';

let service: Service;
let newPerson: Journeys['newPerson'];

beforeAll(async () => {
  ({ service, newPerson } = await startJourneys('sqlite', {}, 'shell'));
});

test("the service's own pages and the demonstration's", { timeout: 300_000 }, async () => {
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
  await creditByEmail(page, service, 'axe-pages@example.org');
  await page.getByText('What this page contains').click();
  faults.push(...(await faultsOf(page, 'bronze thanks, opened')));
  const origin = encodeURIComponent(partnerOf(service));
  const popup = `${baseUrl}/connect?project_id=${bronze}&origin=${origin}&challenge=${'c'.repeat(43)}&state=${'s'.repeat(16)}`;

  const confirm = `/confirm/${bronze}?ref=axe`;
  for (const path of [
    '/',
    '/finder',
    '/finder?q=birds+near+Springfield',
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
  for (const path of ['/demo/', '/demo/bronze', '/demo/silver']) await at(page, partnerOf(service) + path);
  await at(page, popup);
  await signIn(page, service, 'axe-pages@example.org');
  await at(page, `${baseUrl}/me`);
  await at(page, popup);
  await at(page, baseUrl + confirm);
  await page.getByRole('button', { name: 'Credit me' }).click();
  await page.getByRole('heading', { name: 'Credited to your profile' }).waitFor();
  faults.push(...(await faultsOf(page, 'confirmed')));

  await signInAsOperator(owner.page, service);
  const stats = `${baseUrl}/project/${bronze}/stats`;
  await at(owner.page, stats);
  await owner.page.getByText('All days as a table').click();
  faults.push(...(await faultsOf(owner.page, 'stats, with the table')));
  await at(owner.page, `${baseUrl}/project/${bronze}/tools`);
  await at(owner.page, `${baseUrl}/project/${bronze}`);
  expect(faults).toEqual([]);
});
