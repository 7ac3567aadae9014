/** The message by keyboard, by assistive programs and on paper, in Chromium. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { answered, open, service } from './answered.ts';
import { embed, html, join } from './confirmation-page.ts';
import { partnerSite } from '../../widgets/answering-service.ts';

answered();

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
    // The typed text is there to be corrected, and the correction confirms by itself.
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
    const ours = ['Credit me', 'I’m new, use my email', 'No thanks', 'I’m in a group', 'What is sent?'];
    expect(await press('Tab', 7)).toEqual([...ours, 'Close this', 'Credit me']);
    // Such a dialog gives the focus to the host, which passes it to its first control.
    expect(await press('Shift+Tab', 2)).toEqual(['Close this', 'Credit me']);
    // Where nothing else is in the dialog, it stays within.
    await page.getByRole('button', { name: 'Close this' }).evaluate((button) => button.remove());
    expect(await press('Tab', 5)).toEqual([...ours.slice(1), 'What is sent?']);
    expect(await press('Shift+Tab', 1)).toEqual(['I’m in a group']);
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
