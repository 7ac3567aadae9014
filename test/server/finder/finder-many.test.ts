/** The finder's page where a search has more than 2,000 results: numbers, what has ended, and the newest. */
import { beforeAll, describe, expect, test } from 'vitest';
import { engines, type Service, shareService } from '../../set-up/service/start-service.ts';
import { importAll, projectEntry } from '../scene.ts';

const ended = 40;
const many = 2100;

const lake = (n: number) =>
  projectEntry(`Lake ${n}`, `https://lake-${n}.example/`, {
    topics: [n % 2 === 0 ? 'Birds' : 'Biology'],
    ...(n < ended && { status: 'complete' }),
    ...(n % 70 === 0 && { outdoors: false }),
  });
const later = (n: number) =>
  projectEntry(`Later ${n}`, `https://later-${n}.example/`, { topics: [n % 2 === 0 ? 'Birds' : 'Biology'] });

describe.each(engines)('a directory of %s with many projects', (engine) => {
  let service: Service;
  const bring = async (entries: unknown[]) => {
    await importAll(service, 'owner@example.org', entries, '--publish');
  };

  beforeAll(async () => {
    service = await shareService(engine);
    await bring(Array.from({ length: many }, (_, n) => lake(n)));
    await bring([later(1), later(2), later(3)]);
  });

  const page = async (query: string) => {
    const html = (await (await service.get(`/finder?${query}`)).text()).replace(/<\/?bdi[^>]*>/g, '');
    const cards = html.split('<article class="card project-card"').slice(1);
    return {
      html,
      titles: cards.map((card) => card.split('</a>')[0]?.split('>').at(-1) ?? ''),
      next: /href="\/finder\?([^"]*)" rel="next"/.exec(html)?.[1]?.replaceAll('&amp;', '&'),
      current: /aria-current="true">([^<]+)/.exec(html)?.[1],
    };
  };

  test.each<[string, string, string]>([
    ['all projects', '', '/finder?ended=yes'],
    ['words', 'q=lake', '/finder?q=lake&amp;ended=yes'],
  ])('what has ended is left out with its number, of %s', async (_, query, way) => {
    const { html } = await page(query);
    expect(html).toContain(`${ended} projects that ended`);
    expect(html).toContain(`href="${way}"`);
    // It can be chosen, whether or not it is counted.
    expect(html).toContain('<option value="outdoors">');
  });

  test('the choices among all projects have their numbers, also after a change', async () => {
    const birds = async () =>
      Number(/>Birds \(([\d,]+)\)/.exec((await page('')).html)?.[1]?.replace(',', ''));
    const before = await birds();
    expect(before).toBe((many - ended) / 2 + 1);
    await bring([projectEntry('More birds', 'https://more.example/', { topics: ['Birds'] })]);
    expect(await birds()).toBe(before + 1);
    // Among so many results of words they are not counted.
    expect((await page('q=lake')).html).toContain('>Birds</option>');
  });

  test.each<[string, string, string[]]>([
    ['all projects', '', ['Later 3', 'Later 2', 'Later 1', `Lake ${many - 1}`]],
    ['half of them', 'topic=Birds', ['Later 2', `Lake ${many - 2}`, `Lake ${many - 4}`]],
  ])('without words or a place the newest come first, of %s', async (_, query, first) => {
    const { titles, html, next } = await page(`${query}&shown=200`);
    expect(html).not.toContain('Newest first');
    const further = await page(next ?? '');
    const all = [...titles, ...further.titles];
    expect(all).toHaveLength(220);
    // The test before may have added one.
    const made = all.filter((title) => title !== 'More birds');
    expect(made.slice(0, first.length)).toEqual(first);
    const lakes = made.filter((title) => title.startsWith('Lake')).map((title) => Number(title.slice(5)));
    expect(lakes.length).toBeGreaterThan(210);
    expect(lakes).toEqual(lakes.toSorted((one, other) => other - one));
    expect(new Set(lakes).size).toBe(lakes.length);
  });
});
