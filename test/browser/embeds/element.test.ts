/** <manyhands-confirmation> in a page that changes it, in Chromium: the built file, without an example around it. */
import { expect, test } from 'vitest';
import { answered, open, service } from './answered.ts';
import { partnerSite, scriptPath } from '../../widgets/answering-service.ts';

answered();

async function visit() {
  const html = `<!doctype html><html lang="en"><title>App</title><link rel="icon" href="data:,"><main></main>
    <script type="module">import('${service.origin}${scriptPath}')</script>`;
  const site = await partnerSite(html);
  const person = await open.freshContext();
  const lines: string[] = [];
  person.page.on('console', (line) => lines.push(line.text()));
  await person.page.goto(site.origin);
  return {
    ...person,
    lines,
    /** Inserts an element, in place of the previous one. */
    put: (attributes: Record<string, string>) =>
      person.page.evaluate((given) => {
        const element = document.createElement('manyhands-confirmation');
        document.querySelector('main')?.replaceChildren(element);
        for (const [name, value] of Object.entries(given)) element.setAttribute(`data-${name}`, value);
      }, attributes),
    set: (name: string, value: string | undefined) =>
      person.page.evaluate(
        ([attribute, text]) => {
          const element = document.querySelector('manyhands-confirmation');
          if (text === undefined) element?.removeAttribute(attribute);
          else element?.setAttribute(attribute, text);
        },
        [`data-${name}`, value] as const,
      ),
    takeOut: () => person.page.evaluate(() => document.querySelector('main')?.replaceChildren()),
    async [Symbol.asyncDispose]() {
      await person[Symbol.asyncDispose]();
      await site[Symbol.asyncDispose]();
    },
  };
}

const credited = (page: Awaited<ReturnType<typeof visit>>['page']) =>
  page.getByRole('button', { name: 'Undo' }).waitFor();

async function join(page: Awaited<ReturnType<typeof visit>>['page']) {
  await page.getByRole('button', { name: 'I’m new, use my email' }).click();
  await page.getByLabel('Email address').fill('ada@example.org');
  await page.getByLabel('I am 16 or older').check();
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByLabel('6-digit code').fill('123456');
  await credited(page);
}

const ids = () => service.said('POST /embed/record').map(({ event_id }) => event_id);

test('attributes that are set after insertion are read once, without a console line', async () => {
  await using app = await visit();
  await app.put({ project_id: '12', type: 'signup', duration: '90' });
  await app.page.getByRole('button', { name: 'Credit me' }).waitFor();
  expect(service.rows()).toEqual(['GET /embed/project']);
  expect(app.lines).toEqual([]);
});

test('a reply that arrives after removal is not used for the next element', async () => {
  await using app = await visit();
  const { page } = app;
  await app.put({ project_id: '12' });
  await join(page);
  let letThrough = () => undefined as void;
  const held = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route('**/embed/record', async (route) => {
    await held;
    await route.continue();
  });
  const asked = page.waitForRequest('**/embed/record');
  await app.put({ project_id: '12' });
  await asked;
  await app.takeOut();
  const answered = page.waitForResponse('**/embed/record');
  letThrough();
  await (await answered).finished();
  await app.put({ project_id: '12' });
  await credited(page);
  expect(new Set(ids()).size).toBe(3);
});

test('with other details it is the same contribution; with another number it is another', async () => {
  await using app = await visit();
  const { page } = app;
  await app.put({ project_id: '12' });
  await join(page);
  await app.set('theme', 'dark');
  await credited(page);
  await app.set('magnitude', '4');
  await credited(page);
  expect(new Set(ids()).size).toBe(1);
  await app.set('event_id', 'survey-2');
  await expect.poll(ids).toContain('survey-2');
  expect(new Set(ids()).size).toBe(2);
});

test('without the Project ID nothing is shown', async () => {
  await using app = await visit();
  await app.put({ project_id: '12' });
  await app.page.getByRole('button', { name: 'Credit me' }).waitFor();
  await app.set('project_id', undefined);
  await expect.poll(() => app.page.getByRole('button').count()).toBe(0);
  expect(app.lines.join()).toMatch('Add data-project_id');
});

test('a consent is also valid for later attributes', async () => {
  await using app = await visit();
  await app.put({ project_id: '12', consent: 'required' });
  await app.page.waitForFunction(() => customElements.get('manyhands-confirmation'));
  expect(service.asked).toEqual([]);
  await app.page.evaluate(() => document.dispatchEvent(new Event('manyhands:consent')));
  await app.page.getByRole('button', { name: 'Credit me' }).waitFor();
  await app.set('event_id', 'survey-2');
  await expect.poll(() => service.rows()).toEqual(['GET /embed/project', 'GET /embed/project']);
});
