/** The finder widget as a built file, on a page of another site, in Chromium. */
import { describe, expect, test } from 'vitest';
import { answered, service } from './answered.ts';
import { projectCard } from '../../widgets/answering-service.ts';
import { projects, script, shown, visit } from './finder-widget-page.ts';

answered();
/** Without the language, which every request names. */
const said = () =>
  service.said('GET /embed/finder').map(({ lang, ...fields }) => {
    expect(lang).toBe('en');
    return fields;
  });

const strict = () => ({
  'content-security-policy': `default-src 'none'; img-src data:; script-src 'nonce-n'; connect-src ${service.origin}; require-trusted-types-for 'script'`,
});

test('one script tag shows projects of another site, under a strict policy, without a cookie', async () => {
  await using person = await visit(script(), { headers: strict() });
  const { page } = person;
  await shown(page, 6);
  await page.getByText('Projects: 15').waitFor();
  const button = page.getByRole('button', { name: 'Search' });
  const colour = (element: Element) => getComputedStyle(element).backgroundColor;
  await expect.poll(() => button.evaluate(colour)).toBe('rgb(11, 93, 75)');
  expect(said()).toEqual([{ q: '', limit: '6' }]);
  const headers = service.asked[0]?.headers;
  expect([headers?.cookie, headers?.referer]).toEqual([undefined, `${person.site.origin}/`]);
  expect(service.methods).toEqual(['GET']);
  const [first] = await projects(page).all();
  expect([await first?.getAttribute('href'), await first?.getAttribute('rel')]).toEqual([
    'http://localhost/project/1',
    'noopener',
  ]);
  expect(person.problems).toEqual([]);
});

test('the next search counts anew, although the browser has put its translation in place of the last count', async () => {
  await using person = await visit(script());
  const { page } = person;
  await page.getByText('Projects: 15').waitFor();
  await page.locator('[part=count]').evaluate((count) => {
    const font = document.createElement('font');
    font.textContent = '»Projects: 15«';
    count.firstChild?.replaceWith(font);
  });
  await page.getByRole('searchbox').fill('one');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect.poll(() => said().length).toBe(2);
  await expect.poll(() => page.locator('[part=count]').allTextContents()).toEqual(['Projects: 15']);
  const [title] = await projects(page).all();
  expect(await title?.getAttribute('translate')).toBe('no');
});

test.each<[string, string, Record<string, string>]>([
  [
    'the settings of a search',
    'data-topic="Birds" data-near="Seattle" data-limit="3"',
    { q: '', topic: 'Birds', near: 'Seattle', limit: '3' },
  ],
  [
    'the rest of them',
    'data-activity="A" data-region="KE" data-organisation="O" data-audience="Adults" data-q="x"',
    { q: 'x', activity: 'A', region: 'KE', organisation: 'O', audience: 'Adults', limit: '6' },
  ],
  ['chosen projects', 'data-projects="3, 1"', { projects: '3,1' }],
])('%s are asked for', async (_, attributes, expected) => {
  await using person = await visit(script(attributes));
  await expect.poll(() => said().length).toBe(1);
  expect(said()[0]).toEqual(expected);
  expect(person.lines).toEqual([]);
});

test('settings in the address of the script, and a wrong one, which is one line of the console', async () => {
  await using person = await visit(
    script().replace('finder.js', 'finder.js?topic=Birds&amp;data-limit=99&amp;layout=compact'),
  );
  await shown(person.page, 6);
  expect(said()).toEqual([{ q: '', topic: 'Birds', limit: '6' }]);
  expect(person.lines).toEqual(['[Manyhands] data-limit="99" must be a whole number from 1 to 24.']);
  await person.page.locator('manyhands-finder .compact').waitFor();
});

test('words typed into the field are no shortcuts of the page, and Enter searches, also without forms', async () => {
  const shortcuts = `<script nonce="n">
    window.acts = [];
    for (const type of ['keydown', 'keypress', 'keyup'])
      for (const capture of [true, false])
        document.addEventListener(type, ({ key, target }) => {
          if (!/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) window.acts.push(key);
        }, capture);
  </script>`;
  await using person = await visit(shortcuts + script(), {
    headers: { 'content-security-policy': 'sandbox allow-scripts allow-same-origin' },
  });
  const { page } = person;
  await shown(page, 6);
  const field = page.getByRole('searchbox');
  await field.pressSequentially('n/s?1');
  await field.press('Enter');
  await expect.poll(() => said().length).toBe(2);
  expect(said()[1]).toMatchObject({ q: 'n/s?1' });
  await expect.poll(() => field.evaluate((element) => element.matches(':focus'))).toBe(true);
  const acts = () => page.evaluate(() => (window as unknown as { acts: string[] }).acts);
  expect(await acts()).toEqual([]);
  await field.press('Escape');
  await field.press('Control+k');
  expect(new Set(await acts())).toEqual(new Set(['Escape', 'Control', 'k']));
});

test('Tab reaches the page at the last control only, and a dialog that gives us the focus gives it to the field', async () => {
  await using person = await visit(
    `<script nonce="n">
      window.tabs = 0;
      addEventListener('keydown', ({ key }) => { if (key === 'Tab') window.tabs++; });
    </script>` + script('data-limit="1"'),
  );
  const { page } = person;
  await shown(page, 1);
  const tabs = () => page.evaluate(() => (window as unknown as { tabs: number }).tabs);
  await page.locator('manyhands-finder').evaluate((finder) => finder.focus());
  expect(await page.getByRole('searchbox').evaluate((field) => field.matches(':focus'))).toBe(true);
  // Search, the project, "More", and the link to all.
  for (let presses = 0; presses < 4; presses++) await page.keyboard.press('Tab');
  expect(await tabs()).toBe(0);
  await page.keyboard.press('Tab');
  expect(await tabs()).toBe(1);
});

test('a search asks with the visitor’s words, tells the page, and keeps the settings', async () => {
  await using person = await visit(script('data-topic="Birds" data-q="owls"'));
  const { page } = person;
  await shown(page, 6);
  const field = page.getByRole('searchbox');
  await expect.poll(() => field.inputValue()).toBe('owls');
  await field.fill(' <b>pond</b> ');
  await field.press('Enter');
  await expect.poll(() => said().length).toBe(2);
  expect(said()[1]).toMatchObject({ q: '<b>pond</b>', topic: 'Birds' });
  await expect
    .poll(() => person.fired)
    .toEqual([{ name: 'searched', detail: { q: '<b>pond</b>', total: 15 }, bubbles: true, composed: true }]);
  await expect.poll(() => page.getByRole('status').textContent()).toBe('Projects: 15');
  // The focus stays where the visitor typed.
  await expect
    .poll(() =>
      page.evaluate(() => document.querySelector('manyhands-finder')?.shadowRoot?.activeElement?.localName),
    )
    .toBe('input');
});

test('opening a project tells the page which', async () => {
  await using person = await visit(script());
  await shown(person.page, 6);
  await person.context.route('http://localhost/project/*', (route) => route.fulfill({ body: 'there' }));
  const opening = person.context.waitForEvent('page');
  await projects(person.page).nth(1).click();
  expect(await (await opening).evaluate(() => window.opener)).toBeNull();
  expect(person.fired).toEqual([
    { name: 'opened', detail: { project_id: 2 }, bubbles: true, composed: true },
  ]);
});

test('"More" appends, by keyboard alone, and moves the focus to the first new project', async () => {
  await using person = await visit(script());
  const { page } = person;
  await shown(page, 6);
  const focused = () =>
    page.evaluate(() => document.querySelector('manyhands-finder')?.shadowRoot?.activeElement?.textContent);
  await page.getByRole('button', { name: 'More projects' }).press('Enter');
  await shown(page, 12);
  expect(await focused()).toBe('Project 7');
  await page.getByRole('button', { name: 'More projects' }).press('Enter');
  await shown(page, 15);
  expect(await focused()).toBe('Project 13');
  await expect.poll(() => page.getByRole('button', { name: 'More projects' }).count()).toBe(0);
  expect(said().map(({ cursor }) => cursor)).toEqual([undefined, '6', '12']);
});

test('chosen projects come in pages, too, and those that are hidden now are left out', async () => {
  service.now.found = service.now.found.filter(({ id }) => id !== 2);
  await using person = await visit(script('data-projects="1,2,3,4,5" data-limit="2"'));
  const { page } = person;
  await shown(page, 1);
  await expect.poll(() => page.getByRole('searchbox').count()).toBe(0);
  await page.getByRole('button', { name: 'More projects' }).click();
  await shown(page, 3);
  await page.getByRole('button', { name: 'More projects' }).click();
  await shown(page, 4);
  expect(said().map((each) => each['projects'])).toEqual(['1,2', '3,4', '5']);
});

describe('instead of projects', () => {
  test('nothing found: words, and the way to the directory', async () => {
    service.now.found = [];
    await using person = await visit(script('data-topic="Birds"'));
    await person.page.getByText('No project matches.').waitFor();
    const all = person.page.getByRole('link', { name: 'All projects on Manyhands' });
    await expect.poll(() => all.getAttribute('href')).toBe(`${service.origin}/finder?topic=Birds`);
  });

  test('a chosen project that is gone', async () => {
    service.now.found = [];
    await using person = await visit(script('data-projects="7"'));
    await person.page.getByText('This is not in the directory at the moment.').waitFor();
  });

  test('a failure, and another try', async () => {
    service.now.failing['GET /embed/finder'] = 500;
    await using person = await visit(script());
    const { page } = person;
    await page.getByText('The projects could not be loaded.').first().waitFor();
    delete service.now.failing['GET /embed/finder'];
    await page.getByRole('button', { name: 'Try again' }).click();
    await shown(page, 6);
    // The button has gone: the focus is on the heading, not lost.
    await expect
      .poll(() =>
        page.evaluate(() => document.querySelector('manyhands-finder')?.shadowRoot?.activeElement?.role),
      )
      .toBe('heading');
  });

  test.each(['', 'data-form="hide"'])(
    'a failure of "More" keeps what is there and is seen: %s',
    async (form) => {
      await using person = await visit(script(form));
      const { page } = person;
      await shown(page, 6);
      service.now.failing['GET /embed/finder'] = 503;
      await page.getByRole('button', { name: 'More projects' }).click();
      await page.locator('p:not(.spoken)', { hasText: 'The projects could not be loaded.' }).waitFor();
      await shown(page, 6);
      delete service.now.failing['GET /embed/finder'];
      await page.getByRole('button', { name: 'More projects' }).click();
      await shown(page, 12);
    },
  );

  test.each([
    [400, 'It cannot be shown here.', 0],
    [429, 'Too many searches.', 1],
  ])('a refusal with %i', async (status, text, retries) => {
    service.now.failing['GET /embed/finder'] = status;
    await using person = await visit(script());
    await person.page.getByText(text).first().waitFor();
    await expect.poll(() => person.page.getByRole('button', { name: 'Try again' }).count()).toBe(retries);
  });

  test('a slow service: shapes, then words', async () => {
    let answer: () => void = () => undefined;
    service.now.held = new Promise<void>((resolve) => (answer = resolve));
    await using person = await visit(script());
    const { page } = person;
    await page.locator('manyhands-finder [aria-busy] .room').waitFor();
    await page.getByText('This takes longer than usual…').first().waitFor();
    answer();
    await shown(page, 6);
  });
});

test('near me is asked for on a click only, and sent coarsely', async () => {
  const geolocation = { latitude: 47.60621, longitude: -122.33207 };
  await using person = await visit(script('data-near-me="offer" data-near="Paris"'), {
    more: { geolocation, permissions: ['geolocation'] },
  });
  const { page } = person;
  await shown(page, 6);
  await page.getByRole('button', { name: 'Near me' }).click();
  await expect.poll(() => said().length).toBe(2);
  expect(said()[0]).toMatchObject({ near: 'Paris' });
  expect(said()[1]).toEqual({ q: '', limit: '6', lat: '47.61', lng: '-122.33' });
  await page.getByRole('button', { name: 'Clear location' }).click();
  await expect.poll(() => said().length).toBe(3);
  expect(said()[2]).toMatchObject({ near: 'Paris' });
});

test('a browser that does not say where it is', async () => {
  await using person = await visit(script('data-near-me="offer"'), { more: { permissions: [] } });
  await shown(person.page, 6);
  await person.page.evaluate(() =>
    Object.defineProperty(navigator, 'geolocation', {
      value: { getCurrentPosition: (_: unknown, refused: () => void) => refused() },
    }),
  );
  await person.page.getByRole('button', { name: 'Near me' }).click();
  await person.page.getByText('Your browser does not say where you are.').first().waitFor();
  expect(said()).toHaveLength(1);
});

test.each([
  ['es', 'Buscar', 'ltr'],
  ['fr', 'Rechercher', 'ltr'],
  ['de-AT', 'Suchen', 'ltr'],
  ['pt-BR', 'Buscar', 'ltr'],
  ['ar', 'بحث', 'rtl'],
])('in %s the button says %s', async (lang, words, direction) => {
  await using person = await visit(script(`data-lang="${lang}"`));
  await person.page.getByRole('button', { name: words, exact: true }).waitFor();
  const embed = person.page.locator('manyhands-finder .embed');
  await expect.poll(() => embed.getAttribute('dir')).toBe(direction);
  await expect.poll(() => person.page.evaluate(() => document.documentElement.dir)).toBe('');
});

test('every fact of a card, and hostile text as text', async () => {
  const text = `<img src=x onerror="window.pwned=1">'"&`;
  service.now.found = [
    projectCard(1, {
      title: text,
      organisation: text,
      description: text,
      status: 'hiatus',
      place: text,
      distance_km: 3.26,
    }),
    projectCard(2, { from_home: true, distance_km: 0, status: 'complete' }),
    projectCard(3, { image: `${service.origin}/images/x-640.webp`, image_credit: 'Ada' }),
  ];
  await using person = await visit(script());
  const { page } = person;
  await shown(page, 2);
  await page.getByRole('link', { name: text }).waitFor();
  await page.getByText(`Paused · 3.3 km away · ${text}`).waitFor();
  await page.getByText('Ended · Covers this place · From anywhere').waitFor();
  // The picture is not there: the mark stays in its place.
  await expect
    .poll(() => page.locator('manyhands-finder img').evaluate((image) => (image as HTMLImageElement).hidden))
    .toBe(true);
  await expect.poll(() => page.evaluate(() => 'pwned' in window)).toBe(false);
});

test('pictures load when they come into view', async () => {
  service.now.found = Array.from({ length: 6 }, (_, n) =>
    projectCard(n + 1, { image: `${service.origin}/images/${n}-640.webp` }),
  );
  await using person = await visit(`<div style="height:9000px"></div>${script('data-consent="required"')}`);
  const asked: string[] = [];
  person.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await person.page.evaluate(() => document.dispatchEvent(new Event('manyhands:consent')));
  // Nothing is asked for before it is seen.
  await person.page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  expect(said()).toEqual([]);
  await person.page.locator('manyhands-finder').scrollIntoViewIfNeeded();
  await shown(person.page, 6);
  await expect.poll(() => asked.filter((path) => path.startsWith('/images/')).length).toBeGreaterThan(0);
});

test('with consent required, there is no request before the page says so', async () => {
  await using person = await visit(script('data-consent="required"'));
  await person.page.locator('manyhands-finder .room').waitFor();
  expect(said()).toEqual([]);
  await person.page.evaluate(() => document.dispatchEvent(new Event('manyhands:consent')));
  await shown(person.page, 6);
});

const ways = [
  ['async', '<script async src="SRC" data-topic="Birds"></script>'],
  ['defer', '<script defer src="SRC" data-topic="Birds"></script>'],
  ['module', '<script type="module" src="SRC" data-topic="Birds"></script>'],
  [
    'inserted',
    `<script>const s = document.createElement('script'); s.src = 'SRC'; s.dataset.topic = 'Birds'; document.querySelector('main').append(s)</script>`,
  ],
  [
    'an element',
    '<script async src="SRC"></script><manyhands-finder data-topic="Birds"><a href="/finder">Projects</a></manyhands-finder>',
  ],
  ['a target', '<div id="there"></div><script async src="SRC?topic=Birds&target=%23there"></script>'],
] as const;

test.each(ways)('loaded as %s', async (_, body) => {
  await using person = await visit(body.replaceAll('SRC', `${service.origin}/static/api/finder.js`));
  await shown(person.page, 6);
  expect(said()).toEqual([{ q: '', topic: 'Birds', limit: '6' }]);
  await expect.poll(() => person.page.locator('manyhands-finder').count()).toBe(1);
  expect(person.problems).toEqual([]);
});

test('two on a page search for themselves; the plain link of the snippet is replaced', async () => {
  const link = `<a href="${service.origin}/finder?topic=Birds">Projects on Manyhands</a>`;
  await using person = await visit(
    `<div>${script('data-limit="2"')}\n${link}</div>${script('data-limit="3"')}<a href="/finder">Mine</a>`,
  );
  const { page } = person;
  await shown(page, 5);
  await expect
    .poll(() => page.getByRole('link', { name: 'Projects on Manyhands', exact: true }).count())
    .toBe(0);
  await expect.poll(() => page.getByRole('link', { name: 'Mine' }).count()).toBe(1);
  await page.getByRole('searchbox').first().fill('moss');
  await page.getByRole('searchbox').first().press('Enter');
  await expect.poll(() => said().length).toBe(3);
  await expect.poll(() => page.getByRole('searchbox').nth(1).inputValue()).toBe('');
});

test('moved and put in again it keeps what was found; with other attributes it searches anew', async () => {
  await using person = await visit(`${script()}<div id="there"></div>`);
  const { page } = person;
  await shown(page, 6);
  await page.getByRole('button', { name: 'More projects' }).click();
  await shown(page, 12);
  await page.evaluate(async () => {
    const finder = document.querySelector('manyhands-finder') as HTMLElement;
    finder.remove();
    await new Promise((resolve) => setTimeout(resolve, 20));
    document.querySelector('#there')?.append(finder);
  });
  await shown(page, 12);
  expect(said()).toHaveLength(2);
  await page
    .locator('manyhands-finder')
    .evaluate((finder: HTMLElement) => (finder.dataset['topic'] = 'Moss'));
  await expect.poll(() => said().length).toBe(3);
  expect(said()[2]).toMatchObject({ topic: 'Moss' });
  await shown(page, 6);
});

test('taken out while it loads, it draws nothing; put in again it loads', async () => {
  let answer: () => void = () => undefined;
  service.now.held = new Promise<void>((resolve) => (answer = resolve));
  await using person = await visit(script());
  const { page } = person;
  await expect.poll(() => said().length).toBe(1);
  await page.evaluate(() => {
    const finder = document.querySelector('manyhands-finder') as HTMLElement;
    Object.assign(window, { finder });
    finder.remove();
  });
  answer();
  await page.evaluate(() => document.body.append((window as unknown as { finder: HTMLElement }).finder));
  await shown(page, 6);
  expect(person.problems).toEqual([]);
});
