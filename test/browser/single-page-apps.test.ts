/** The examples for single-page apps, as the documentation prints them, in apps that mount and unmount them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Service } from '../set-up/service/start-service.ts';
import { snippetsIn } from '../set-up/service/snippets.ts';
import { bundled } from '../widgets/bundled.ts';
import { eventsOf } from './database.ts';
import { startJourneys, type Journeys } from './journey.ts';
import { buttonOn, countBirds, creditByEmail, credited, messageOn, projectOn } from './partner.ts';
import { serveSite } from './site-of-its-own.ts';

type Submission = { id: string; count: number };
type App = {
  heard: string[];
  show: (submission: Submission) => void;
  change: (submission: Submission) => void;
  leave: () => void;
  putBack: () => void;
};
declare global {
  interface Window {
    app: App;
  }
}

let service: Service;
let newPerson: Journeys['newPerson'];
let project: number;
let printed: Map<string, string>;

beforeAll(async () => {
  ({ service, newPerson } = await startJourneys('sqlite', {}, 'shell'));
  await using visitor = await newPerson();
  await countBirds(visitor.page, service);
  project = await projectOn(visitor.page);
  const page = await service.get(`/docs/single-page-apps?project_id=${project}`);
  printed = snippetsIn(await page.text());
});

const apps = [
  ['plain', { app: 'plain.js', file: 'credit.js' }],
  ['react', { app: 'react.jsx', file: 'credit.jsx' }],
  ['vue', { app: 'vue.js', file: 'Credit.vue' }],
] as const;

test('every example is run here', () => {
  expect([...printed.keys()]).toEqual(apps.map(([name]) => name));
});

// Without a second try: the tests of an app continue on one page.
describe.each(apps)('%s', { retry: 0 }, (name, { app, file }) => {
  let person: Awaited<ReturnType<typeof newPerson>>;
  const lines: string[] = [];
  const recorded = () => eventsOf(service, project).length;
  const id = (letter: string) => `${name}-${letter}`;
  let before = 0;

  beforeAll(async () => {
    const script = await bundled(app, { file, printed: printed.get(name) ?? '' });
    const site = await serveSite(() => ({
      body: `<main></main><script>${script.replaceAll('</script', '<\\/script')}</script>`,
    }));
    await service.operate('origin', String(project), site);
    person = await newPerson();
    person.page.on('console', (line) => {
      if (line.type() === 'warning') lines.push(line.text());
    });
    await person.page.goto(site);
    before = recorded();
  });
  afterAll(() => person[Symbol.asyncDispose]());

  const lead = (act: 'leave' | 'putBack') => person.page.evaluate((what) => window.app[what](), act);
  const tell = (act: 'show' | 'change', letter: string, count = 1) =>
    person.page.evaluate(([what, submission]) => window.app[what](submission), [
      act,
      { id: id(letter), count },
    ] as const);
  const heard = () => person.page.evaluate(() => window.app.heard);

  test('the message is shown, credits, and notifies the app', async () => {
    await tell('show', 'a');
    await creditByEmail(person.page, service, `${name}@example.org`);
    expect(await heard()).toEqual([id('a')]);
    expect(recorded() - before).toBe(1);
  });

  test('another screen has no message, and the next contribution credits by itself', async () => {
    await lead('leave');
    await expect.poll(() => messageOn(person.page).count()).toBe(0);
    await tell('show', 'b');
    await credited(person.page);
    expect(await heard()).toEqual([id('a'), id('b')]);
    expect(recorded() - before).toBe(2);
  });

  test('unmounted and mounted again, it is the same contribution', async () => {
    await lead('leave');
    await lead('putBack');
    await credited(person.page);
    expect(recorded() - before).toBe(2);
  });

  test('another number in the same place is another contribution; the earlier one again is not', async () => {
    await tell('change', 'c');
    await expect.poll(heard).toContain(id('c'));
    await credited(person.page);
    await expect.poll(() => messageOn(person.page).count()).toBe(1);
    expect(recorded() - before).toBe(3);
    await tell('change', 'b');
    await credited(person.page);
    await expect.poll(recorded).toBe(before + 3);
  });

  test('set to the same values, it does not ask again; an undone contribution stays undone', async () => {
    await buttonOn(person.page, 'Undo').click();
    await messageOn(person.page).getByRole('heading', { name: 'Removed from your profile' }).waitFor();
    const asked: string[] = [];
    const hear = (request: { url: () => string }) => asked.push(request.url());
    person.page.on('request', hear);
    await tell('change', 'b');
    await lead('leave');
    await lead('putBack');
    await messageOn(person.page).getByRole('heading', { name: 'Removed from your profile' }).waitFor();
    person.page.off('request', hear);
    expect(asked.every((url) => /\/embed\/(project|record)/.test(url))).toBe(true);
    expect(recorded() - before).toBe(3);
  });

  test('mounted and unmounted at once, it leaves nothing behind', async () => {
    await lead('leave');
    await person.page.evaluate(
      (submission) => {
        window.app.show(submission);
        window.app.leave();
      },
      { id: id('ghost'), count: 1 },
    );
    await tell('show', 'd');
    await expect.poll(heard).toContain(id('d'));
    await credited(person.page);
    expect(recorded() - before).toBe(4);
    expect(await heard()).not.toContain(id('ghost'));
  });

  test('there is one script, and there are no console messages', async () => {
    await expect.poll(() => person.page.locator('script[src*="/static/api/"]').count()).toBe(1);
    expect(person.problems).toEqual([]);
    expect(lines).toEqual([]);
  });
});
