/** Projects in other languages: an owner registers one in German and adds English; a visitor finds a Japanese one. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Service } from '../../set-up/service/start-service.ts';
import { addProject, newKey } from '../../server/scene.ts';
import { startSite } from '../../server/projects/registering.ts';
import { faultsOf } from '../checks/accessible.ts';
import { startJourneys, type Journeys } from '../journey.ts';
import { followSignInLink } from '../participants/member.ts';
import { ofThisTry } from '../../set-up/browser/of-this-try.ts';
import { mailTo } from '../partner.ts';

let site: Awaited<ReturnType<typeof startSite>>;
let service: Service;
let newPerson: Journeys['newPerson'];

beforeAll(async () => {
  const body =
    '<title>Stunde der Nachtfalter</title><meta name="description" content="Zähle eine Stunde lang Nachtfalter an einer Lampe.">';
  site = await startSite({ '/falter': { status: 200, body } });
  ({ service, newPerson } = await startJourneys('sqlite', { FETCH_FROM: site.host }, 'shell'));
});
afterAll(() => site[Symbol.asyncDispose]());

const publish = async (page: Page, name: string) => {
  const address = ofThisTry('editor@example.org');
  await service.operate('role', address, 'editor');
  const { json } = await service.operator<{ link: string }>('sign-in-link', address);
  await followSignInLink(page, json.link);
  await page.waitForURL('**/review');
  await page.getByRole('link', { name }).click();
  await page.getByRole('button', { name: 'Approve and publish' }).click();
  await page.getByText('is published').waitFor();
};

// Without a second try: the project is registered already.
test('from the address of the page to a card in each language', { retry: 0 }, async () => {
  await using owner = await newPerson({ more: { locale: 'de-AT' } });
  const { page } = owner;
  const contact = ofThisTry('falter@example.org');
  await page.goto(`${service.baseUrl}/add`);
  await page.getByLabel('Adresse der eigenen Seite deines Projekts').fill(site.url('/falter'));
  await page.getByRole('button', { name: 'Beginnen' }).click();
  await page.getByRole('button', { name: 'Weiter' }).click();
  await page.getByRole('heading', { name: 'Das Projekt', exact: true }).waitFor();
  await expect.poll(() => page.getByLabel('Name des Projekts').inputValue()).toBe('Stunde der Nachtfalter');

  // A fault of a field is in the language of the page, too.
  await page.getByLabel('E-Mail-Adresse des Kontakts').fill('falter');
  await page.getByRole('button', { name: 'An unsere Redaktion senden' }).click();
  await page.getByText('E-Mail-Adresse des Kontakts: muss eine E-Mail-Adresse sein.').first().waitFor();
  const faults = await faultsOf(page, 'form of a draft in German');

  await page.getByLabel('Organisation, die das Projekt einträgt').fill('Verein für Nachtfalter');
  await page.getByLabel('E-Mail-Adresse des Kontakts').fill(contact);
  await page.getByRole('heading', { name: 'Wo es stattfindet' }).click();
  await page.getByLabel('Überall: Man macht mit').check();
  await page.getByRole('heading', { name: 'In anderen Sprachen' }).click();
  await page.getByLabel('Übersetzung hinzufügen').selectOption({ label: 'Englisch' });
  await page.getByRole('button', { name: 'Hinzufügen', exact: true }).click();
  const english = page.getByLabel('Name des Projekts (Englisch)');
  if (!(await english.isVisible())) await page.getByRole('heading', { name: 'In anderen Sprachen' }).click();
  await english.fill('Moth Hours');
  await page.getByLabel('Beschreibung (Englisch)').fill('Count moths at a lamp for an hour.');
  await page.getByRole('button', { name: 'An unsere Redaktion senden' }).click();
  await page.getByRole('heading', { name: 'Prüfe deinen Posteingang' }).waitFor();
  const { links } = await mailTo(service, contact, /^Dein Projekt bei .+ eintragen/);
  await followSignInLink(page, links[0] ?? '');
  await page.getByRole('button', { name: 'An unsere Redaktion senden' }).click();
  await page.getByRole('heading', { name: 'Dein Projekt ist bei unserer Redaktion' }).waitFor();
  await page.getByRole('link', { name: 'Tools' }).click();
  await page.getByText('Unsere Redaktion sieht dieses Projekt innerhalb von 24 Stunden an.').waitFor();
  await page.getByRole('button', { name: 'Kopieren' }).first().waitFor();

  await using editor = await newPerson();
  await publish(editor.page, 'Stunde der Nachtfalter');

  await page.goto(`${service.baseUrl}/finder?q=Nachtfaltern`);
  await page.getByRole('link', { name: 'Stunde der Nachtfalter' }).waitFor();
  await using visitor = await newPerson();
  await visitor.page.goto(`${service.baseUrl}/finder?q=moth`);
  await visitor.page.getByRole('link', { name: 'Moth Hours' }).waitFor();
  await visitor.page.getByText('Count moths at a lamp for an hour.').waitFor();
  // The form with a fault comes as a refusal.
  const problems = owner.problems.filter((problem) => !problem.includes('400 (Bad Request)'));
  expect([faults, problems, editor.problems, visitor.problems].flat()).toEqual([]);
});

test('a Japanese visitor finds a project by a word in the middle of its text', async () => {
  const key = await newKey(service, ofThisTry('toritachi@example.org'));
  const name = ofThisTry('野鳥観察会');
  const id = await addProject(service, key, name, {
    description: '毎月の最初の日曜日に川沿いで野鳥を数えます。',
    languages: ['ja'],
  });
  await service.operate('publish', String(id));
  await using visitor = await newPerson({ more: { locale: 'ja' } });
  const { page } = visitor;
  for (const word of ['観察', '川沿い']) {
    await page.goto(`${service.baseUrl}/finder`);
    await page.getByRole('searchbox').first().fill(word);
    await page.getByRole('searchbox').first().press('Enter');
    await page.getByRole('link', { name }).locator('bdi[lang=ja]').waitFor();
  }
  await page.getByRole('link', { name }).click();
  await page.getByText('毎月の最初の日曜日に川沿いで野鳥を数えます。').waitFor();
  expect(visitor.problems).toEqual([]);
});
