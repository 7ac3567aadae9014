/** The other built files in a browser: local styles and headless. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../../../scripts/built.ts';
import { faultsOf } from '../checks/accessible.ts';
import { answered, open, service } from './answered.ts';
import { scriptOf, visitStrictPage, yesSayer } from './strict-page.ts';

answered((service) => {
  service.now.popup = yesSayer;
});

const script = (file: string, attributes: string) => scriptOf(service, file, attributes);
const visit = (body: string) => visitStrictPage(open, service, body);

describe('local styles', () => {
  const embed = () => script('recordevent_local_styles.js', 'data-project_id="12"');

  test('are in the page under documented class names, without styles of ours', async () => {
    await using person = await visit(embed() + embed());
    const { page } = person;
    const cards = page.locator('.manyhands-card');
    await page.getByRole('button', { name: 'Credit me' }).nth(1).waitFor();
    await expect.poll(() => cards.count()).toBe(2);
    const ids = await page.locator('[id]').evaluateAll((elements) => elements.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
    await expect
      .poll(() => page.evaluate(() => document.adoptedStyleSheets.length + document.styleSheets.length))
      .toBe(0);
    await expect.poll(() => page.locator('manyhands-confirmation [style]').count()).toBe(0);
    const label = await cards.first().getAttribute('aria-labelledby');
    await expect.poll(() => page.locator(`[id="${label}"]`).textContent()).toMatch('Add to your profile');
    expect(person.problems).toEqual([]);
  });

  test('draw their mark without a style sheet', async () => {
    await using person = await visit(embed());
    await person.page.getByRole('button', { name: 'Credit me' }).waitFor();
    const mark = person.page.locator('.manyhands-mark');
    const drawn = await mark.screenshot();
    await mark.evaluate((svg) => svg.replaceChildren());
    expect(drawn.equals(await mark.screenshot())).toBe(false);
  });

  test('have the same words and behaviour; the focus moves to the new title', async () => {
    await using person = await visit(embed());
    const { page } = person;
    await page.getByRole('button', { name: 'Credit me' }).click();
    await page.getByRole('heading', { name: 'Credited to your profile' }).waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.className))
      .toContain('manyhands-title');
    expect(service.rows()).toEqual(['GET /embed/project', 'POST /embed/connect', 'POST /embed/record']);
    await expect.poll(() => person.fired).toEqual(['credited']);
  });
});

describe('local styles with the starter style sheet', () => {
  const sheet = readFileSync(join(root, 'src/pages/docs/api/examples/local-styles.css'), 'utf8');

  test('accessible from the question to the credit and back', async () => {
    await using person = await visit(script('recordevent_local_styles.js', 'data-project_id="12"'));
    const { page } = person;
    const dress = () =>
      page.evaluate((css) => {
        const own = new CSSStyleSheet();
        own.replaceSync(css);
        document.adoptedStyleSheets = [own];
      }, sheet);
    await dress();
    const faults: string[] = [];
    const press = (name: string) => page.getByRole('button', { name }).click();
    const look = async (state: string, control: string) => {
      await page.getByRole('button', { name: control }).waitFor();
      faults.push(...(await faultsOf(page, state)));
      for (const button of await page.getByRole('button').all())
        expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    };
    await page.getByText('What is sent').click();
    await look('ask', 'Credit me');
    await press('I’m new, use my email');
    await press('Send code');
    await look('email, no address', 'Send code');
    await page.getByLabel('Email address').fill('ada@example.org');
    await page.getByLabel('I am 16 or older').check();
    await press('Send code');
    await look('code', 'Confirm');
    await page.getByLabel('6-digit code').fill('123456');
    await look('credited', 'Undo');
    await press('Undo');
    await look('undone', 'Never for this project');
    await press('Never for this project');
    await look('declined', 'Undo');
    service.now.project.may_grant = false;
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await dress();
    await page.getByRole('link', { name: 'Continue on Manyhands' }).waitFor();
    await look('elsewhere', 'No thanks');
    expect(faults).toEqual([]);
  });
});

describe('headless', () => {
  const embed = (more = '') =>
    script('recordevent_headless.js', `data-project_id="12" data-trigger="#mine" ${more}`);
  const control = '<button id="mine"><b>Count me in</b></button><button>Something else</button>';

  test("requests nothing before the click on the control, then once; the owner's details are sent", async () => {
    await using person = await visit(
      control + embed('data-duration="90" data-type="classification"') + embed(),
    );
    const { page } = person;
    await page.getByRole('button', { name: 'Something else' }).click();
    expect(service.asked).toEqual([]);
    await page.getByText('Count me in').click();
    await expect.poll(() => person.fired).toEqual(['credited']);
    const [said] = service.said('POST /embed/record');
    expect(said).toMatchObject({ project_id: '12', type: 'classification', duration: '90' });
    await page.getByText('Count me in').click();
    await expect.poll(() => person.fired).toEqual(['credited', 'credited']);
    const ids = service.said('POST /embed/record').map(({ event_id }) => event_id);
    expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
    expect(service.said('POST /embed/connect')).toHaveLength(1);
    expect(new Set(service.methods)).toEqual(new Set(['POST']));
    expect(person.problems).toEqual([]);
  });

  test('each visit is a contribution of its own; a page that is restored shows the same one', async () => {
    await using person = await visit(control + embed());
    const { page } = person;
    const ids: unknown[] = [];
    /** The number of the contribution among all. */
    const click = async () => {
      const before = person.fired.length;
      await page.getByText('Count me in').click();
      await expect.poll(() => person.fired.length).toBe(before + 1);
      const id = service.said('POST /embed/record').at(-1)?.event_id;
      if (!ids.includes(id)) ids.push(id);
      return ids.indexOf(id);
    };
    const found = [await click(), await click()];
    // An app shows another page.
    await page.evaluate(() => history.pushState(null, '', '?again'));
    found.push(await click());
    await page.goBack();
    found.push(await click());
    await page.reload();
    found.push(await click());
    await page.goForward();
    found.push(await click());
    // A link to the page itself takes the same entry of the history.
    const loaded = page.waitForEvent('load');
    await page.evaluate(() => location.assign(location.href));
    await loaded;
    found.push(await click());
    expect(found).toEqual([0, 0, 1, 0, 0, 1, 2]);
  });

  test('an unsent contribution waits in the outbox of the message, and is sent when the network is back', async () => {
    await using person = await visit(control + embed());
    const { page } = person;
    service.now.failing = { 'POST /embed/record': 503 };
    await page.getByText('Count me in').click();
    await expect.poll(() => person.fired).toEqual(['failed']);
    service.now.failing = {};
    await person.context.setOffline(true);
    await person.context.setOffline(false);
    await expect.poll(() => person.fired).toEqual(['failed', 'credited']);
    await expect.poll(() => page.evaluate(() => Object.keys(localStorage))).toEqual(['manyhands:12:grant']);
    const ids = service.said('POST /embed/record').map(({ event_id }) => event_id);
    expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
  });

  test('without its two settings it is one console line', async () => {
    await using person = await visit(script('recordevent_headless.js', 'data-project_id="12"'));
    await expect
      .poll(() => person.lines.join())
      .toMatch(/\[Manyhands\] Add data-project_id, data-trigger and https/);
  });
});

describe.each([
  ['recordevent_with_service_inline_signup.js', 'data-project_id="12"', 'Credit me'],
  ['recordevent_local_styles.js', 'data-project_id="12"', 'Credit me'],
  ['recordevent_headless.js', 'data-project_id="12" data-trigger="#mine"', 'Count me in'],
  ['apihelper.js', 'data-project_id="12" data-profile="#profile"', 'Add my Manyhands profile'],
])('%s', (file, attributes, control) => {
  // The engines' journeys include them as async, as module and by a script.
  test.each([
    ['classic', ''],
    ['deferred', 'defer'],
  ])('%s, next to an element with the name currentScript', async (_, how) => {
    await using person = await visit(
      `<img name="currentScript" alt=""><button id="mine">Count me in</button><input id="profile" aria-label="Profile">
      <script nonce="n">window.before = Object.getOwnPropertyNames(window).concat('before')</script>${script(file, `${how} ${attributes}`)}`,
    );
    const { page } = person;
    await page.getByRole('button', { name: control }).click();
    await expect.poll(() => service.rows()).toContain('POST /embed/connect');
    const added = await page.evaluate(() => {
      const { before } = window as unknown as { before: string[] };
      return Object.getOwnPropertyNames(window).filter((name) => !before.includes(name));
    });
    expect(added).toEqual([]);
    expect(person.problems).toEqual([]);
  });
});
