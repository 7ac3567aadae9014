/** A project with an image that has not started yet: its page, and how people ask to be notified, without a script. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../../set-up/browser/browser.ts';
import { startImageServer } from '../../set-up/service/peers/image-server.ts';
import { ownProject } from '../../set-up/service/project.ts';
import { type Service, startService } from '../../set-up/service/start-service.ts';
import { faultsOf } from '../checks/accessible.ts';
import { signIn } from '../participants/member.ts';
import { ofThisTry } from '../../set-up/browser/of-this-try.ts';
import { mailTo } from '../partner.ts';

type Server = Awaited<ReturnType<typeof startImageServer>>;

let web: Server;
let service: Service;
let freshContext: Awaited<ReturnType<typeof openBrowser>>['freshContext'];
let shown: number;
let failed: number;

beforeAll(async () => {
  web = await startImageServer();
  service = await startService('sqlite', { FETCH_FROM: web.host });
  ({ freshContext } = await openBrowser('shell'));
  const { key } = await ownProject(service, { publish: false });
  const add = async (name: string, image: string) => {
    const reply = await service.postJson('/api/project/add', {
      key,
      name,
      description: `${name}: look for glow-worms along paths and hedges on still nights in June and July.`,
      url: 'https://glow.example/',
      origin: 'The Night Society',
      contact_email: 'contact@example.org',
      image: web.url(image),
      image_credit: 'J. Doe, CC BY 4.0',
      status: 'starting',
      preregistration: true,
      topics: ['Biology'],
    });
    expect(reply.status).toBe(200);
    const { project_id: id } = (await reply.json()) as { project_id: number };
    await service.operate('publish', String(id));
    return id;
  };
  shown = await add('Glow-worm Watch', 'photo.jpg');
  failed = await add('Moth Night', 'drawing.svg');
});
afterAll(() => web[Symbol.asyncDispose]());

const pictured = async (): Promise<string> => {
  const page = await (await service.get(`/project/${shown}`, { redirect: 'follow' })).text();
  return /<img src="([^"]+)"/.exec(page)?.[1] ?? '';
};

test('the image is on the page and in lists; asking to be notified needs no script', async () => {
  await expect.poll(pictured).toMatch(/webp$/);
  await using visitor = await freshContext({ more: { javaScriptEnabled: false } });
  const { page } = visitor;
  await page.goto(`${service.baseUrl}/project/${shown}`);
  const image = page.getByRole('img', { name: 'Image of Glow-worm Watch' });
  await image.waitFor();
  await expect
    .poll(() => page.locator('figure.picture figcaption').innerText())
    .toBe('Image: J. Doe, CC BY 4.0');
  await page.getByLabel('Email address').fill(ofThisTry('night@example.org'));
  await page.getByRole('button', { name: 'Tell me when it starts' }).click();
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
  const { links } = await mailTo(service, ofThisTry('night@example.org'), /^Tell you/);
  await page.goto(links[0] ?? '');
  await page.getByRole('button', { name: 'Tell me when it starts' }).click();
  await page.getByRole('heading', { name: 'We’ll let you know' }).waitFor();
  await page.getByRole('button', { name: 'Take me off the list' }).click();
  await page.getByRole('heading', { name: 'You’ve been removed' }).waitFor();
  expect(visitor.problems).toEqual([]);
});

test('with a script, wide and narrow, light and dark', async () => {
  await expect.poll(pictured).toMatch(/webp$/);
  await using visitor = await freshContext();
  const { page, problems } = visitor;
  const faults: string[] = [];
  const look = async (path: string, name: string) => {
    await page.goto(service.baseUrl + path);
    faults.push(...(await faultsOf(page, name)));
    const folder = process.env['SCREENSHOTS'];
    if (folder)
      for (const width of [1280, 390])
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.setViewportSize({ width, height: 900 });
          await page.emulateMedia({ colorScheme });
          await page.screenshot({
            path: `${folder}/images-${name}-${width}-${colorScheme}.png`,
            fullPage: true,
          });
        }
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.emulateMedia({ colorScheme: 'light' });
  };
  await look(`/project/${shown}`, 'project');
  await look('/finder?q=glow', 'finder');
  const drawn = page.locator('img.project-image').first();
  await drawn.scrollIntoViewIfNeeded();
  await expect.poll(() => drawn.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640);
  const { links } = await service.mails().then(([mail]) => mail ?? { links: [] as string[] });
  if (links[0]) await look(new URL(links[0]).pathname, 'tell-me');
  await signIn(page, service, ofThisTry('member@example.org'));
  await look(`/project/${shown}`, 'member');
  await page.getByRole('button', { name: 'Tell me when it starts' }).click();
  await page.getByRole('heading', { name: 'We’ll let you know' }).waitFor();

  await using owner = await freshContext();
  await signIn(owner.page, service, 'owner@example.org');
  await owner.page.goto(`${service.baseUrl}/project/${failed}/tools`);
  await owner.page.getByText('is not a PNG, JPEG').waitFor();
  faults.push(...(await faultsOf(owner.page, 'tools, failed')));
  if (process.env['SCREENSHOTS'])
    await owner.page.screenshot({ path: `${process.env['SCREENSHOTS']}/images-tools.png`, fullPage: true });
  await owner.page.getByRole('button', { name: 'Try again' }).click();
  await owner.page
    .getByText(/[Bb]eing fetched|is not a PNG/)
    .first()
    .waitFor();
  expect(faults).toEqual([]);
  expect(problems).toEqual([]);
});
