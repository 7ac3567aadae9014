/**
 * Behaviour that only a real browser shows: the wire, the content security policy, the popup, focus, hostile styles.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { answered, open, service } from './answered.ts';
import { partnerSite, scriptPath } from '../../widgets/answering-service.ts';

answered();

type Page = Awaited<ReturnType<typeof open.freshContext>>['page'];

const embed = (attributes = 'data-project_id="12"', path = scriptPath) =>
  `<script nonce="n" src="${service.origin}${path}" ${attributes}></script>`;
const html = (body: string, head = '') =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Thanks</title><link rel="icon" href="data:,">${head}<body><main><h1>Thanks</h1>${body}</main>`;

async function join(page: Page) {
  await page.getByRole('button', { name: 'I’m new, use my email' }).click();
  await page.getByLabel('Email address').fill('ada@example.org');
  await page.getByLabel('I am 16 or older').check();
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByLabel('6-digit code').fill('123456');
  await page.getByRole('heading', { name: 'Credited to your profile' }).waitFor();
}

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

describe('joining by keyboard', () => {
  const focusedName = (page: Page) =>
    page.evaluate(
      () =>
        document.activeElement?.shadowRoot?.activeElement?.closest('label, button, [role=heading]')
          ?.textContent,
    );
  const toDigits = async (page: Page, origin: string) => {
    await page.goto(origin);
    await page.getByRole('button', { name: 'I’m new, use my email' }).press('Enter');
    await expect.poll(() => focusedName(page)).toBe('Email address');
    await page.keyboard.type('ada@example.org');
    await page.getByLabel('I am 16 or older').press('Space');
    await page.keyboard.press('Enter');
    await expect.poll(() => focusedName(page)).toBe('6-digit code');
  };

  test('the field has the focus, described by its title; the sixth digit confirms', async () => {
    await using site = await partnerSite(html(embed()));
    await using person = await open.freshContext();
    const { page } = person;
    await toDigits(page, site.origin);
    const field = page.getByRole('textbox', { name: '6-digit code' });
    await expect
      .poll(() =>
        field.evaluate((element) => {
          const [title = ''] = (element.getAttribute('aria-describedby') ?? '').split(' ');
          return (element.getRootNode() as ShadowRoot).getElementById(title)?.textContent;
        }),
      )
      .toBe('Check your email');
    service.now.failing = { 'POST /embed/join/code': 400 };
    await page.keyboard.type('123457');
    await page.getByText('That code isn’t right').first().waitFor();
    // What was typed is there to be corrected, and the correction confirms by itself.
    await expect.poll(() => field.inputValue()).toBe('123457');
    service.now.failing = {};
    await page.keyboard.press('End');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('6');
    await page.getByRole('heading', { name: 'Credited to your profile' }).waitFor();
    expect(service.said('POST /embed/join/code').map(({ code }) => code)).toEqual(['123457', '123456']);
  });

  test.each(['typed', 'pasted'])('digits that are %s beside the field go into it', async (how) => {
    await using site = await partnerSite(html(embed()));
    await using person = await open.freshContext();
    const { page } = person;
    await person.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await toDigits(page, site.origin);
    await page.getByRole('button', { name: 'Send a new code' }).focus();
    if (how === 'typed') await page.keyboard.type('123456');
    else {
      await page.evaluate(() => navigator.clipboard.writeText(' 123 456 '));
      await page.keyboard.press('Control+v');
    }
    await page.getByRole('heading', { name: 'Credited to your profile' }).waitFor();
  });

  test('the focus that somebody took elsewhere stays there', async () => {
    await using site = await partnerSite(html(`<input aria-label="Search">${embed()}`));
    await using person = await open.freshContext();
    const { page } = person;
    await page.goto(site.origin);
    await page.getByRole('button', { name: 'I’m new, use my email' }).click();
    await page.getByLabel('Email address').fill('ada@example.org');
    await page.getByLabel('I am 16 or older').check();
    const { promise, resolve } = Promise.withResolvers<void>();
    service.now.late = promise;
    await page.getByRole('button', { name: 'Send code' }).click();
    await page.getByLabel('Search').focus();
    resolve();
    await page.getByLabel('6-digit code').waitFor();
    await page.keyboard.type('frogs');
    await expect.poll(() => page.getByLabel('Search').inputValue()).toBe('frogs');
  });
});

describe('on pages that act on keys, print, or are translated', () => {
  const shortcuts = `<script>
    window.acts = [];
    for (const capture of [true, false])
      document.addEventListener('keydown', ({ key, target }) => {
        if (!/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) window.acts.push(key);
      }, capture);
  </script>`;
  const acts = (page: Page) => page.evaluate(() => (window as unknown as { acts: string[] }).acts);

  test('typing into a field is no shortcut of the page; Escape and combinations are', async () => {
    await using site = await partnerSite(html(shortcuts + embed()));
    await using person = await open.freshContext();
    const { page } = person;
    await page.goto(site.origin);
    await page.getByRole('button', { name: 'I’m new, use my email' }).click();
    const field = page.getByLabel('Email address');
    await field.pressSequentially('s/n1@example.org');
    await expect.poll(() => field.inputValue()).toBe('s/n1@example.org');
    await field.press('Enter');
    await page.getByText('16 or older').first().waitFor();
    expect(await acts(page)).toEqual([]);
    await field.press('Escape');
    await field.press('Control+k');
    expect(new Set(await acts(page))).toEqual(new Set(['Escape', 'Control', 'k']));
  });

  test('a dialog that keeps the focus among what it can count reaches each control, forwards and back', async () => {
    const dialog = (embeds: string) => `<div role="dialog" aria-label="Thanks">
      <button>Close this</button>${embeds}</div><button>Behind</button><script>
      const dialog = document.querySelector('[role=dialog]');
      dialog.addEventListener('keydown', (event) => {
        const all = [...dialog.querySelectorAll('a[href], button, input, [tabindex]:not([tabindex="-1"])')];
        const at = all.indexOf(document.activeElement);
        if (event.key !== 'Tab' || at !== (event.shiftKey ? 0 : all.length - 1)) return;
        event.preventDefault();
        all.at(event.shiftKey ? -1 : 0).focus();
      });</script>`;
    await using site = await partnerSite(html(dialog(embed())));
    await using person = await open.freshContext();
    const { page } = person;
    await page.goto(site.origin);
    await page.getByRole('button', { name: 'Credit me' }).waitFor();
    const focused = () =>
      page.evaluate(() => {
        const { activeElement } = document;
        return (activeElement?.shadowRoot?.activeElement ?? activeElement)?.textContent;
      });
    const press = async (key: string, times: number) => {
      const reached = [];
      for (let n = 0; n < times; n++) {
        await page.keyboard.press(key);
        reached.push(await focused());
      }
      return reached;
    };
    await page.getByRole('button', { name: 'Close this' }).focus();
    const ours = ['Credit me', 'I’m new, use my email', 'No thanks', 'What is sent?'];
    expect(await press('Tab', 6)).toEqual([...ours, 'Close this', 'Credit me']);
    // Such a dialog gives the focus to the host, which passes it to its first control.
    expect(await press('Shift+Tab', 2)).toEqual(['Close this', 'Credit me']);
    // Where nothing else is in the dialog, it stays within.
    await page.getByRole('button', { name: 'Close this' }).evaluate((button) => button.remove());
    expect(await press('Tab', 4)).toEqual([...ours.slice(1), 'What is sent?']);
    expect(await press('Shift+Tab', 1)).toEqual(['No thanks']);
  });

  test('text of the card can be selected, and a click beside the controls takes no field away', async () => {
    await using site = await partnerSite(html(embed()));
    await using person = await open.freshContext();
    const { page } = person;
    await page.goto(site.origin);
    await page.getByRole('button', { name: 'I’m new, use my email' }).click();
    const field = page.getByLabel('Email address');
    await field.fill('ada@example.org');
    const text = page.getByText('We’ll email you a 6-digit code');
    const { x = 0, y = 0, width = 0 } = (await text.boundingBox()) ?? {};
    await page.mouse.move(x + 2, y + 6);
    await page.mouse.down();
    await page.mouse.move(x + width - 20, y + 6, { steps: 5 });
    await page.mouse.up();
    expect((await page.evaluate(() => String(getSelection()))).length).toBeGreaterThan(10);
    await field.click();
    await text.click();
    await expect.poll(() => field.inputValue()).toBe('ada@example.org');
  });

  test('on paper the question is missing; the credit stands at its place, once', async () => {
    await using site = await partnerSite(html(embed('data-project_id="12"')));
    await using person = await open.freshContext();
    const { page } = person;
    await page.goto(site.origin);
    const button = page.getByRole('button', { name: 'Credit me' });
    await button.waitFor();
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => page.locator('[part=card]').isVisible()).toBe(false);
    await page.emulateMedia({ media: 'screen' });
    await join(page);
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => page.getByText('Credited to your profile').first().isVisible()).toBe(true);
    await expect.poll(() => page.locator('[part~=button]:visible').count()).toBe(0);
  });

  test('in the corner nothing is printed', async () => {
    await using site = await partnerSite(html(embed('data-project_id="12" data-placement="corner"')));
    await using person = await open.freshContext();
    const { page } = person;
    await page.goto(site.origin);
    await join(page);
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => page.locator('manyhands-confirmation').isVisible()).toBe(false);
  });

  test.each([
    'transform: translateY(0)',
    'translate: 0 1px',
    'perspective: 100px',
    'filter: drop-shadow(0 0 0 transparent)',
    'backdrop-filter: blur(1px)',
    'will-change: transform',
    'contain: strict',
    'content-visibility: auto',
    'container-type: size',
    'clip-path: inset(0); opacity: 0.5; z-index: -1; position: relative',
    'animation: rise 0.1s both',
  ])('the corner is one of the window, in a section with %s', async (style) => {
    const section = `<style>@keyframes rise { from { transform: none } to { transform: translateY(0) } }</style>
      <div style="width: 300px; height: 150px; overflow: hidden; ${style}">
      ${embed('data-project_id="12" data-placement="corner"')}</div><div style="height: 3000px"></div>`;
    await using site = await partnerSite(html(section));
    await using person = await open.freshContext();
    const { page } = person;
    await page.goto(site.origin);
    await page.getByRole('button', { name: 'Credit me' }).waitFor();
    await expect
      .poll(() =>
        page.locator('manyhands-confirmation').evaluate((host) => {
          const { right, bottom, width } = host.getBoundingClientRect();
          const { clientWidth } = document.documentElement;
          return [clientWidth - right, innerHeight - bottom, width];
        }),
      )
      .toEqual([12, 12, 380]);
    // Nothing lies over it: a click reaches it.
    await join(page);
  });

  test('an announcement is the only one, although the browser has put its translation in place of the last', async () => {
    await using site = await partnerSite(html(embed()));
    await using person = await open.freshContext();
    const { page } = person;
    await page.goto(site.origin);
    await join(page);
    const spoken = page.locator('[role=status]');
    await expect.poll(() => spoken.textContent()).toMatch(/^Credited/);
    await spoken.evaluate((region) => {
      const text = document.createTreeWalker(region, NodeFilter.SHOW_TEXT).nextNode() as Text;
      const font = document.createElement('font');
      font.textContent = `»${text.data}«`;
      text.replaceWith(font);
    });
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => spoken.textContent()).toMatch(/^Removed from/);
    await expect.poll(() => page.locator('[part=project]').getAttribute('translate')).toBe('no');
  });
});
