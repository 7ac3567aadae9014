/**
 * Behaviour that only a real browser shows: the wire, the content security policy, the popup, focus, hostile styles.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { answered, open, service } from './answered.ts';
import { partnerSite, scriptPath } from '../../widgets/answering-service.ts';
import { embed, html, join } from './confirmation-page.ts';

answered();

test('under a strict content security policy it is fully styled, and no request asks for a preflight', async () => {
  const policy = `default-src 'none'; img-src data:; script-src 'nonce-n'; connect-src ${service.origin}; require-trusted-types-for 'script'`;
  await using site = await partnerSite(html(embed()), { 'content-security-policy': policy });
  await using person = await open.freshContext();
  await person.page.goto(site.origin);
  const button = person.page.getByRole('button', { name: 'Credit me' });
  await button.waitFor();
  await expect
    .poll(() => button.evaluate((element) => getComputedStyle(element).backgroundColor))
    .toBe('rgb(11, 93, 75)');
  await join(person.page);
  expect(person.problems).toEqual([]);
  expect(new Set(service.methods)).toEqual(new Set(['GET', 'POST']));
  for (const { headers } of service.asked) {
    expect(headers.cookie).toBeUndefined();
    expect(headers.origin).toBe(site.origin);
    expect(headers.referer).toBe(`${site.origin}/`);
  }
});

const ways = [
  ['classic', '<script src="SRC" data-project_id="12"></script>'],
  ['async', '<script async src="SRC" data-project_id="12"></script>'],
  ['defer', '<script defer src="SRC" data-project_id="12"></script>'],
  ['module', '<script type="module" src="SRC" data-project_id="12"></script>'],
  [
    'inserted',
    `<script>const s = document.createElement('script'); s.src = 'SRC'; s.dataset.project_id = 12; document.querySelector('main').append(s)</script>`,
  ],
  [
    'an element',
    '<script async src="SRC"></script><manyhands-confirmation data-project_id="12"></manyhands-confirmation>',
  ],
] as const;

test.each(ways)('loaded as %s', async (_, body) => {
  await using site = await partnerSite(html(body.replaceAll('SRC', service.origin + scriptPath)));
  await using person = await open.freshContext();
  await person.page.goto(site.origin);
  await person.page.getByRole('button', { name: 'Credit me' }).waitFor();
  await expect.poll(() => person.page.locator('manyhands-confirmation').count()).toBe(1);
  expect(person.problems).toEqual([]);
});

test('in the head it waits for the page and is put at its end', async () => {
  await using site = await partnerSite(html('<p>Last words', embed()));
  await using person = await open.freshContext();
  await person.page.goto(site.origin);
  await person.page.getByRole('button', { name: 'Credit me' }).waitFor();
  await expect
    .poll(() => person.page.evaluate(() => document.body.lastElementChild?.localName))
    .toBe('manyhands-confirmation');
});

const answer = (origin: string, state: string) =>
  `<script>const asked = new URLSearchParams(location.search);
  opener.postMessage({ type: 'manyhands:code', state: ${state}, code: 'a-code-of-sixteen-or-more' }, ${origin})</script>`;

test('the popup returns a code, which is redeemed with its proof', async () => {
  service.now.popup = answer("asked.get('origin')", "asked.get('state')");
  await using site = await partnerSite(html(embed()));
  await using person = await open.freshContext();
  await person.page.goto(site.origin);
  // The window opens empty, and is then led to our page.
  const opened = person.context.waitForEvent('request', (request) => request.url().includes('/connect?'));
  await person.page.getByRole('button', { name: 'Credit me' }).dblclick();
  const asked = new URL((await opened).url()).searchParams;
  await person.page.getByRole('heading', { name: 'Credited to your profile' }).waitFor();
  const [{ code, verifier } = {}] = service.said('POST /embed/connect');
  expect(code).toBe('a-code-of-sixteen-or-more');
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(String(verifier)));
  expect(asked.get('challenge')).toBe(Buffer.from(digest).toString('base64url'));
  expect(asked.get('project_id')).toBe('12');
  expect(service.said('POST /embed/record')).toHaveLength(1);
  await expect
    .poll(() =>
      person.page.evaluate(
        () => document.querySelector('manyhands-confirmation')?.shadowRoot?.activeElement?.role,
      ),
    )
    .toBe('heading');
});

test('a code with another state, or from another window, is refused', async () => {
  service.now.popup = answer("asked.get('origin')", "'another-state-altogether'");
  await using site = await partnerSite(html(embed()));
  await using person = await open.freshContext();
  await person.page.goto(site.origin);
  await person.page.getByRole('button', { name: 'Credit me' }).click();
  await person.page.evaluate(() => {
    window.postMessage(
      { type: 'manyhands:code', state: 'another-state-altogether', code: 'a-code-of-sixteen-or-more' },
      '*',
    );
  });
  await person.page.getByRole('heading', { name: 'Continue in the new window' }).waitFor();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(service.said('POST /embed/connect')).toEqual([]);
  await person.context.pages()[1]?.close();
  await person.page.getByRole('heading', { name: 'did not open' }).waitFor();
});

test('a hostile page leaves it visible and legible, and our styles do not leak', async () => {
  const hostile = `<style>*{color:#fff!important;font-size:1px!important;opacity:.01!important;visibility:hidden!important;
    width:1px!important;transform:scale(.1)!important;position:fixed!important}
    div,section,p,h2,button{display:none!important}
    main,body,html{opacity:1!important;visibility:visible!important;width:auto!important;transform:none!important;position:static!important}
    manyhands-confirmation{display:none!important;height:0!important;overflow:hidden!important}</style>`;
  await using site = await partnerSite(html(embed(), hostile));
  await using person = await open.freshContext({ width: 800 });
  await person.page.goto(site.origin);
  const button = person.page.getByRole('button', { name: 'Credit me' });
  await button.waitFor();
  const box = await button.boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(44);
  const text = person.page.getByText('Also credits what you do here');
  const style = await text.evaluate((element) => {
    const { color, fontSize, visibility } = getComputedStyle(element);
    return { color, fontSize, visibility };
  });
  expect(style).toEqual({ color: 'rgb(72, 88, 79)', fontSize: '15px', visibility: 'visible' });
  await expect
    .poll(() => person.page.evaluate(() => getComputedStyle(document.body).getPropertyValue('--accent')))
    .toBe('');
});

test('nothing of the page moves while it loads, and the focus stays where it was', async () => {
  await using site = await partnerSite(
    html(
      `<input id="mine" autofocus>${embed()}<p id="after">See you`,
      '<meta name="viewport" content="width=device-width">',
    ),
  );
  await using person = await open.freshContext({ width: 390 });
  await person.page.addInitScript(() => {
    Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        (window as never as { shift: number }).shift += (entry as never as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await person.page.goto(site.origin);
  await person.page.getByRole('button', { name: 'Credit me' }).waitFor();
  await expect.poll(() => person.page.evaluate(() => document.activeElement?.id)).toBe('mine');
  await expect
    .poll(() => person.page.evaluate(() => (window as never as { shift: number }).shift))
    .toBeLessThan(0.1);
});

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The sheet that the documentation gives to owners. */
const localStyles = readFileSync(
  new URL('../../../src/pages/docs/api/examples/local-styles.css', import.meta.url),
  'utf8',
);

test.each<['light' | 'dark', string, string?]>([
  ['light', ''],
  ['dark', ''],
  ['light', 'data-placement="corner"'],
  ['dark', 'data-placement="corner"'],
  ['light', '', '/static/api/recordevent_local_styles.js'],
])('without barriers in the states that people meet: %s %s %s', async (colorScheme, attributes, path) => {
  await using site = await partnerSite(
    html(
      embed(`data-project_id="12" ${attributes}`, path),
      `<meta name="color-scheme" content="light dark"><meta name="viewport" content="width=device-width">${path ? `<style>${localStyles}</style>` : ''}`,
    ),
  );
  await using person = await open.freshContext({ colorScheme, width: 320 });
  const { page } = person;
  const check = async () => {
    await page.evaluate(axe);
    const found = await page.evaluate(async () => {
      const { violations } = await (
        window as never as {
          axe: { run: () => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
        }
      ).axe.run();
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    });
    expect(found).toEqual([]);
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
      .toBeLessThanOrEqual(320);
  };
  await page.goto(site.origin);
  await page.getByRole('button', { name: 'Credit me' }).waitFor();
  await check();
  await page.getByText('What is sent').click();
  await check();
  await page.getByRole('button', { name: 'I’m new, use my email' }).click();
  await page.getByRole('button', { name: 'Send code' }).click();
  await check();
  await page.getByRole('button', { name: 'Back' }).click();
  await join(page);
  await check();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('heading', { name: 'Removed from' }).waitFor();
  await check();
});

test('on an Arabic page a Latin name starts at the right, and has the dots of a long one at its end', async () => {
  await using site = await partnerSite(html(embed('data-project_id="12" data-lang="ar"')));
  await using person = await open.freshContext({ width: 320, height: 700 });
  await person.page.goto(site.origin);
  const shown = person.page.locator('manyhands-confirmation [part=project]');
  await shown.filter({ hasText: 'River Watch' }).waitFor();
  const found = await shown.evaluate((element) => {
    const text = document.createRange();
    text.selectNodeContents(element);
    const apart = element.getBoundingClientRect().right - text.getBoundingClientRect().right;
    return { apart: Math.round(apart), endsAt: getComputedStyle(element).direction === 'ltr' && 'right' };
  });
  expect(found).toEqual({ apart: 0, endsAt: 'right' });
});

test('in a sandboxed frame, without origin and storage, it links to our site', async () => {
  service.now.project.may_grant = false;
  await using frame = await partnerSite(html(embed()));
  await using site = await partnerSite(
    html(
      `<iframe title="form" width="600" height="500" sandbox="allow-scripts" src="${frame.origin}"></iframe>`,
    ),
  );
  await using person = await open.freshContext();
  await person.page.goto(site.origin);
  const link = person.page.frameLocator('iframe').getByRole('link', { name: 'Continue on Manyhands' });
  await link.waitFor();
  expect(service.asked[0]?.headers.origin).toBe('null');
  expect(person.problems).toEqual([]);
});

test('moved within the page it keeps typed text; removed it leaves no window open', async () => {
  await using site = await partnerSite(html(`${embed()}<div id="there"></div>`));
  await using person = await open.freshContext();
  const { page } = person;
  await page.goto(site.origin);
  await page.getByRole('button', { name: 'I’m new, use my email' }).click();
  await page.getByLabel('Email address').fill('ada@example.org');
  await page.evaluate(() => {
    const message = document.querySelector('manyhands-confirmation');
    if (message) document.querySelector('#there')?.append(message);
  });
  await expect.poll(() => page.getByLabel('Email address').inputValue()).toBe('ada@example.org');
  await page.getByRole('button', { name: 'Back' }).click();
  const opened = person.context.waitForEvent('page');
  await page.getByRole('button', { name: 'Credit me' }).click();
  const popup = await opened;
  const closed = popup.waitForEvent('close');
  await page.evaluate(() => document.querySelector('manyhands-confirmation')?.remove());
  await closed;
});

test('on a page without encryption it links to our site, and opens nothing', async () => {
  await using person = await open.freshContext();
  const { page } = person;
  // Only loopback is trusted without encryption; a name that the test itself serves is not.
  await page.route('http://partner.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: html(embed()) }),
  );
  await page.route(`${service.origin}/**`, async (route) => route.fulfill({ response: await route.fetch() }));
  await page.goto('http://partner.example/done');
  await page.getByRole('link', { name: 'Continue on Manyhands' }).waitFor();
  await expect.poll(() => page.getByRole('button').allTextContents()).toEqual(['No thanks']);
  expect(service.rows()).toEqual(['GET /embed/project']);
  // A person who changes their mind is not asked here either.
  await page.getByRole('button', { name: 'No thanks' }).click();
  await page.getByRole('button', { name: 'Credit me again' }).click();
  await page.getByRole('link', { name: 'Continue on Manyhands' }).waitFor();
  await expect.poll(() => page.getByRole('button').allTextContents()).toEqual(['No thanks']);
});

test('in forced colours every control keeps an outline', async () => {
  await using site = await partnerSite(html(embed()));
  await using person = await open.freshContext({ more: { forcedColors: 'active' } });
  await person.page.goto(site.origin);
  for (const name of ['Credit me', 'I’m new, use my email', 'No thanks']) {
    const button = person.page.getByRole('button', { name });
    const border = await button.evaluate((element) => getComputedStyle(element).borderTopColor);
    expect(border).not.toBe('rgba(0, 0, 0, 0)');
  }
});
