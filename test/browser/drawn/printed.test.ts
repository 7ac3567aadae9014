/** Pages that are made to be printed, on both sizes of paper: a certificate is one sheet, and no figure is cut. */
import { beforeAll, expect, test } from 'vitest';
import {
  importAll,
  newKey,
  post,
  profileId,
  projectEntry,
  signIn,
  startScene,
  success,
} from '../../server/scene.ts';
import { openBrowser } from '../../set-up/browser/browser.ts';
import { unlimited } from '../../set-up/service/running-service.ts';
import type { Service } from '../../set-up/service/start-service.ts';

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof openBrowser>>['freshContext']>>['page'];

const papers = ['A4', 'Letter'] as const;
/** More projects than a certificate has lines, each with a title that takes several. */
const titles = Array.from(
  { length: 14 },
  (_, n) => `${`The Society's Long Count of Birds ${n} `.repeat(8).trim()}`,
);
const holder = 'Wilhelmina Featherstonehaugh-Cholmondeley of the Long Marsh';

let service: Service;
let browser: Awaited<ReturnType<typeof openBrowser>>;

beforeAll(async () => {
  browser = await openBrowser('shell');
  ({ service } = await startScene('sqlite', unlimited));
  const entries = titles.map((title, n) => projectEntry(title, `https://long.example/${n}`, { id: 100 + n }));
  await importAll(service, 'long@example.org', entries, '--publish');
  const key = await newKey(service, 'long@example.org');
  cookies.set('printer@example.org', await signIn(service, 'printer@example.org'));
  const profile = await profileId(service, key, 'printer@example.org');
  for (const [n] of entries.entries())
    for (const month of [1, 3, 5, 7, 9, 10]) {
      const when = `2026-${String(month).padStart(2, '0')}-0${1 + (n % 9)}T10:00:00Z`;
      const fields = {
        key,
        project_id: 100 + n,
        profile_id: profile,
        type: 'collection',
        duration: 1800,
        when,
      };
      await success('POST /api/record_event', await service.postJson('/api/record_event', fields));
    }
});

/** Each person signs in once: an address gets few links in an hour. */
const cookies = new Map<string, string>();

const pageOf = async (address: string, locale = 'en-GB') => {
  const person = await browser.freshContext({ more: { locale } });
  const cookie = cookies.get(address) ?? (await signIn(service, address));
  cookies.set(address, cookie);
  const [name = '', value = ''] = cookie.split('=');
  await person.context.addCookies([{ name, value, url: service.baseUrl }]);
  return { ...person, cookie };
};

/** How many sheets the page takes on a size of paper. */
const sheets = async (page: Page, format: (typeof papers)[number]): Promise<number> => {
  const file = await page.pdf({ format, margin: { top: '1cm', bottom: '1cm', left: '1cm', right: '1cm' } });
  return file.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
};

test.each(['en-GB', 'fr-FR', 'ar'])('a certificate is one sheet, in %s', async (locale) => {
  await using person = await pageOf('printer@example.org', locale);
  const made = await post(
    service,
    '/me/certificates',
    { from: '2026-01-01', to: '2026-10-31', name: holder },
    person.cookie,
  );
  expect([made.status, made.status === 303 ? '' : await made.text()]).toEqual([303, '']);
  await person.page.goto(service.baseUrl + (made.headers.get('location') ?? '/no-certificate'));
  await person.page.locator('.certificate-total').waitFor();
  // Twelve lines, of which one is for the other projects, and the sum.
  await expect.poll(() => person.page.locator('.certificate-lines li').count()).toBe(13);
  for (const paper of papers) expect([paper, await sheets(person.page, paper)]).toEqual([paper, 1]);
});

test('the summary of Stats is a few sheets, without a control', async () => {
  await using person = await pageOf('long@example.org');
  const { page } = person;
  await page.goto(`${service.baseUrl}/project/100/stats/summary`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  for (const paper of papers) {
    const count = await sheets(page, paper);
    expect([paper, count >= 2 && count <= 5 ? 'few' : count]).toEqual([paper, 'few']);
  }
  await page.emulateMedia({ media: 'print' });
  for (const name of ['nav', 'form', 'button', '.no-print', '.files'])
    expect(await page.locator(name).filter({ visible: true }).all()).toEqual([]);
});
