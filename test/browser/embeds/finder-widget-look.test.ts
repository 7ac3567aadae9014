/** The look of the finder widget on other people's pages: legible, of a known height, without barriers. In Chromium. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { finderHeight } from '../../../src/embed-code/reserved-space.ts';
import { setIn } from '../../set-up/browser/fonts.ts';
import { answered, service } from './answered.ts';
import { projectCard } from '../../widgets/answering-service.ts';
import { script, shown, projects, visit } from './finder-widget-page.ts';

answered();

test('a hostile page leaves it visible and legible, and our styles do not leak', async () => {
  const hostile = `<style>*{color:#fff!important;font-size:1px!important;opacity:.01!important;visibility:hidden!important;
    width:1px!important;transform:scale(.1)!important;position:fixed!important}
    main,body,html{opacity:1!important;visibility:visible!important;width:auto!important;transform:none!important;position:static!important}
    manyhands-finder,div,ul,li,form,p{display:none!important}</style>`;
  await using person = await visit(script(), { head: hostile, width: 800 });
  const { page } = person;
  await shown(page, 6);
  const style = await projects(page)
    .first()
    .evaluate((element) => {
      const { color, fontSize, visibility } = getComputedStyle(element);
      return { color, fontSize, visibility };
    });
  expect(style).toEqual({ color: 'rgb(11, 93, 75)', fontSize: '15px', visibility: 'visible' });
  await expect
    .poll(() => page.evaluate(() => getComputedStyle(document.body).getPropertyValue('--accent')))
    .toBe('');
});

test('a name in Arabic letters starts where the others start', async () => {
  service.now.found = [projectCard(1), projectCard(2, { organisation: 'جمعية الطيور' })];
  await using person = await visit(script());
  await shown(person.page, 2);
  const starts = await person.page.locator('manyhands-finder [part=organisation]').evaluateAll((all) =>
    all.map((name) => {
      const text = document.createRange();
      text.selectNodeContents(name);
      return Math.round(text.getBoundingClientRect().left);
    }),
  );
  expect(starts).toEqual([starts[0], starts[0]]);
});

test('dark on a dark page, light on a light one', async () => {
  for (const [ground, theme] of [
    ['#111', 'dark'],
    ['#eee', 'light'],
  ]) {
    await using person = await visit(`<div style="background:${ground}">${script()}</div>`);
    await person.page.locator(`manyhands-finder [data-theme=${theme}]`).waitFor();
  }
});

describe('room', () => {
  const shapes = ['list', 'cards', 'compact'].flatMap((layout) =>
    ['', 'data-form="hide" data-header="hide"', 'data-near-me="offer" data-limit="3"'].map((more) => ({
      layout,
      more,
    })),
  );

  test('is what the snippets keep, in every layout, width, font, language and state', async () => {
    await using person = await visit('<section></section>');
    const { page } = person;
    await page.addScriptTag({ url: `${service.origin}/static/api/finder.js` });
    const wrong: string[] = [];
    for (const [font, results] of [
      ['narrow', 0],
      ['wide', 15],
    ] as const) {
      await setIn(page, font);
      service.now.found = Array.from({ length: results }, (_, n) =>
        projectCard(n + 1, {
          title: 'Words that go on '.repeat(n + 1),
          place: 'Far away',
          image: `${service.origin}/none.webp`,
        }),
      );
      await page.evaluate(
        ([all, widths, languages]) => {
          document.querySelector('section')?.replaceChildren(
            ...all.flatMap(({ layout, more }) =>
              widths.flatMap((width, n) => {
                const box = document.createElement('div');
                box.style.width = `${width}px`;
                box.innerHTML = `<manyhands-finder data-layout="${layout}" ${more} data-lang="${languages[n % languages.length]}"></manyhands-finder>`;
                return [box];
              }),
            ),
          );
        },
        [shapes, [220, 374, 1264], ['en', 'de', 'ar']] as const,
      );
      const finders = page.locator('section manyhands-finder');
      for (const finder of await finders.all()) {
        await finder.scrollIntoViewIfNeeded();
        await finder.locator('[part=results]:not([aria-busy])').waitFor();
        const [height, dataset] = await finder.evaluate(
          (element: HTMLElement) => [element.getBoundingClientRect().height, { ...element.dataset }] as const,
        );
        const expected = finderHeight({
          layout: dataset['layout'] as 'list',
          count: Number(dataset['limit'] ?? 6),
          hasHeading: dataset['header'] !== 'hide',
          hasForm: dataset['form'] !== 'hide',
          hasNearMe: dataset['nearMe'] === 'offer',
        });
        if (height !== expected)
          wrong.push(`${JSON.stringify(dataset)} ${font} ${results}: ${height}, not ${expected}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('nothing on the page moves while it loads', async () => {
    const height = finderHeight({
      layout: 'list',
      count: 6,
      hasHeading: true,
      hasForm: true,
      hasNearMe: false,
    });
    await using person = await visit(
      `<input id="mine" autofocus><div style="min-height:${height}px">${script('async')}</div><p id="after">After</p>`,
      { width: 390, head: '<meta name="viewport" content="width=device-width">' },
    );
    const { page } = person;
    const shifts = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let sum = 0;
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) sum += (entry as never as { value: number }).value;
          }).observe({ type: 'layout-shift', buffered: true });
          const look = () =>
            document.querySelector('manyhands-finder')?.shadowRoot?.querySelector('li a')
              ? requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)))
              : requestAnimationFrame(look);
          look();
        }),
    );
    expect(await shifts).toBe(0);
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('mine');
  });
});

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
type WithAxe = { axe: { run: () => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } };

describe.each(['light', 'dark'] as const)('without barriers, %s', (colorScheme) => {
  test.each(['list', 'cards', 'compact'])('%s', async (layout) => {
    service.now.found[1] = projectCard(2, { distance_km: 12.4, place: 'Washington', status: 'starting' });
    await using person = await visit(script(`data-layout="${layout}" data-near-me="offer"`), {
      colorScheme,
      width: 320,
      head: '<meta name="viewport" content="width=device-width"><style>:root{color-scheme:light dark}</style>',
    });
    const { page } = person;
    const check = async () => {
      await page.evaluate(axe);
      const found = await page.evaluate(async () => {
        const { violations } = await (window as never as WithAxe).axe.run();
        return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
      });
      expect(found).toEqual([]);
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
        .toBeLessThanOrEqual(320);
    };
    await shown(page, 6);
    await check();
    service.now.failing['GET /embed/finder'] = 500;
    await page.getByRole('searchbox').press('Enter');
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await check();
    service.now.found = [];
    delete service.now.failing['GET /embed/finder'];
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('No project matches.').first().waitFor();
    await check();
  });
});

test('in forced colours every control keeps an outline, and reduced motion is still', async () => {
  let answer: () => void = () => undefined;
  service.now.held = new Promise<void>((resolve) => (answer = resolve));
  await using person = await visit(script(), { more: { forcedColors: 'active', reducedMotion: 'reduce' } });
  const { page } = person;
  await page.locator('manyhands-finder [aria-busy]').waitFor();
  await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
  answer();
  await shown(page, 6);
  for (const name of ['Search', 'More projects']) {
    const button = page.getByRole('button', { name });
    await expect
      .poll(() => button.evaluate((element) => getComputedStyle(element).borderTopColor))
      .not.toBe('rgba(0, 0, 0, 0)');
  }
});
