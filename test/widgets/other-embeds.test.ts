/** The built files besides the styled message, in a browser: local styles, headless, and the browser helper. */
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openBrowser } from '../set-up/browser.ts';
import { answeringService, partnerSite } from './answering-service.ts';

let open: Awaited<ReturnType<typeof openBrowser>>;
beforeAll(async () => {
  open = await openBrowser();
});

let service: Awaited<ReturnType<typeof answeringService>>;
beforeEach(async () => {
  service = await answeringService();
  service.now.popup = `<link rel="icon" href="data:,"><script>const asked = new URLSearchParams(location.search);
    opener.postMessage({ type: 'manyhands:code', state: asked.get('state'), code: 'a-code-of-sixteen-or-more' }, asked.get('origin')); close()</script>`;
});
afterEach(() => service[Symbol.asyncDispose]());

const script = (file: string, attributes: string) =>
  `<script nonce="n" src="${service.origin}/static/api/${file}" ${attributes}></script>`;
const html = (body: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Thanks</title><link rel="icon" href="data:,"><body><main><h1>Thanks</h1>${body}</main>`;
const policy = () => ({
  'content-security-policy': `default-src 'none'; img-src data:; script-src 'nonce-n'; connect-src ${service.origin}; require-trusted-types-for 'script'`,
});

async function visit(body: string) {
  const site = await partnerSite(html(body), policy());
  const person = await open.freshContext();
  const fired: string[] = [];
  const lines: string[] = [];
  person.page.on('console', (message) => lines.push(message.text()));
  await person.page.exposeFunction('tell', (name: string) => fired.push(name));
  await person.page.addInitScript(() => {
    for (const name of ['credited', 'declined', 'undone', 'failed'])
      document.addEventListener(name, () =>
        (window as unknown as { tell: (name: string) => void }).tell(name),
      );
  });
  await person.page.goto(site.origin);
  return {
    ...person,
    fired,
    lines,
    async [Symbol.asyncDispose]() {
      await person[Symbol.asyncDispose]();
      await site[Symbol.asyncDispose]();
    },
  };
}

describe('local styles', () => {
  const embed = () => script('recordevent_local_styles.js', 'data-project_id="12"');

  test('stand in the page under documented class names, with no style of ours', async () => {
    await using person = await visit(embed() + embed());
    const { page } = person;
    const cards = page.locator('.manyhands-card');
    await page.getByRole('button', { name: 'Credit me' }).nth(1).waitFor();
    expect(await cards.count()).toBe(2);
    const ids = await page.locator('[id]').evaluateAll((elements) => elements.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
    expect(await page.evaluate(() => document.adoptedStyleSheets.length + document.styleSheets.length)).toBe(
      0,
    );
    expect(await page.locator('manyhands-confirmation [style]').count()).toBe(0);
    const label = await cards.first().getAttribute('aria-labelledby');
    expect(await page.locator(`[id="${label}"]`).textContent()).toMatch('can be credited');
    expect(person.problems).toEqual([]);
  });

  test('say and do the same; the focus goes to the new title', async () => {
    await using person = await visit(embed());
    const { page } = person;
    await page.getByRole('button', { name: 'Credit me' }).click();
    await page.getByRole('heading', { name: 'Credited to your profile' }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.className)).toContain('manyhands-title');
    expect(service.rows()).toEqual(['GET /embed/project', 'POST /embed/connect', 'POST /embed/record']);
    await expect.poll(() => person.fired).toEqual(['credited']);
  });
});

describe('headless', () => {
  const embed = (more = '') =>
    script('recordevent_headless.js', `data-project_id="12" data-trigger="#mine" ${more}`);
  const control = '<button id="mine"><b>Count me in</b></button><button>Something else</button>';

  test('asks nothing before the click on the control, then once; what the owner gave is sent', async () => {
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

  test('what could not be sent waits in the queue of the message, and goes when the network is back', async () => {
    await using person = await visit(control + embed());
    const { page } = person;
    service.now.failing = { 'POST /embed/record': 503 };
    await page.getByText('Count me in').click();
    await expect.poll(() => person.fired).toEqual(['failed']);
    service.now.failing = {};
    await person.context.setOffline(true);
    await person.context.setOffline(false);
    await expect.poll(() => person.fired).toEqual(['failed', 'credited']);
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['manyhands:12:grant']);
    const ids = service.said('POST /embed/record').map(({ event_id }) => event_id);
    expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
  });

  test('without its two settings it is one console line', async () => {
    await using person = await visit(script('recordevent_headless.js', 'data-project_id="12"'));
    await expect
      .poll(() => person.lines.join())
      .toMatch(/\[Manyhands\] Add data-project_id and data-trigger/);
  });
});

describe('the browser helper', () => {
  const form = '<form><label>Profile <input id="profile" name="profile"></label><input id="token"></form>';
  const embed = (more = '') =>
    script(
      'apihelper.js',
      `data-profile="#profile" data-profile-token="#token" data-project_id="12" ${more}`,
    );

  test('the field stays empty until the visitor agrees; afterwards it is filled by itself', async () => {
    await using person = await visit(form + embed());
    const { page } = person;
    await page.evaluate(() => {
      const field = document.querySelector('#profile');
      field?.addEventListener('input', () => ((window as unknown as { typed: boolean }).typed = true));
    });
    const button = page.getByRole('button', { name: 'Add my Manyhands profile' });
    await button.waitFor();
    expect(await page.inputValue('#profile')).toBe('');
    expect(service.rows()).toEqual(['GET /embed/project']);
    await button.click();
    await page.getByText('Your Manyhands profile is added').waitFor();
    expect(await page.inputValue('#profile')).toBe('4711');
    expect(await page.inputValue('#token')).toBe('an-assertion-of-sixteen-or-more');
    expect(await page.evaluate(() => (window as unknown as { typed: boolean }).typed)).toBe(true);
    await page.reload();
    await expect.poll(() => page.inputValue('#profile')).toBe('4711');
    expect(await button.count()).toBe(0);
    expect(person.problems).toEqual([]);
  });

  test('with data-ask="none" there is no button', async () => {
    await using person = await visit(form + embed('data-ask="none"'));
    await expect.poll(() => service.rows()).toEqual(['GET /embed/project']);
    await person.page.waitForTimeout(200);
    expect(await person.page.getByRole('button').count()).toBe(0);
  });

  test('where no window opens it links to the project', async () => {
    service.now.project.may_grant = false;
    await using person = await visit(form + embed());
    const link = person.page.getByRole('link', { name: 'Continue on Manyhands' });
    expect(await link.getAttribute('href')).toBe(service.now.project.page);
  });

  test.each([
    ['', /Add data-profile="…", a CSS selector/],
    ['data-profile="#nowhere"', /"#nowhere" finds no form field/],
    ['data-profile="main"', /"main" finds no form field/],
    ['data-profile=">>"', /">>" finds no form field/],
  ])('%s is one console line', async (attributes, line) => {
    await using person = await visit(script('apihelper.js', attributes));
    await expect.poll(() => person.lines.join()).toMatch(line);
    expect(service.asked).toEqual([]);
  });
});
