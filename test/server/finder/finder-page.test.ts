/** The finder as a web page. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../../../scripts/built.ts';
import { engines } from '../../set-up/service/start-service.ts';
import { finderScene } from './finder-scene.ts';

const file = join(root, 'server/demo/catalog.json');
type Entry = { name: string; description: string; topics: string[]; activities: string[] };
const catalogue = JSON.parse(readFileSync(file, 'utf8')) as Entry[];

describe.each(engines)('the finder on %s', (engine) => {
  const scene = finderScene(engine);

  describe('without a format it is a web page', () => {
    test.each<[string, string, string]>([
      ['with nothing asked for', '/finder', '337'],
      ['for a word', '/finder?q=disk+detective', 'Disk Detective'],
      ['with an empty format', '/finder?format=&q=disk+detective', 'Disk Detective'],
      ['for an unknown topic', '/finder?topic=Birdz', 'the nearest: Birds'],
      ['for a phrase', '/finder?phrase=great+backyard+bird+count', 'Great Backyard Bird Count'],
      ['for a place', '/finder?lat=42&lng=-113', 'Covers this place'],
      ['for a region', '/finder?UN=021&q=disk', '<option value="021" selected>Northern America'],
      ['for a place without its longitude', '/finder?lat=42', 'where a latitude is given'],
      ['for a place that is none', '/finder?lat=42N&lng=5', 'must be a number'],
      ['for a misspelt word', '/finder?q=earthqake', '>earthquake</a>?'],
      ['with a cursor of another search', '/finder?q=bird&cursor=abc', 'The cursor must be'],
      ['with a q of 600 characters', `/finder?q=${'q'.repeat(600)}`, 'must be at most 500 characters'],
    ])('%s', async (_, path, text) => {
      const reply = await scene.service.get(path);
      expect(reply.status).toBe(200);
      expect(reply.headers.get('content-type')).toMatch(/^text\/html/);
      expect(await reply.text()).toContain(text);
    });

    test('the search appears there as text, not as markup', async () => {
      const reply = await scene.service.get(`/finder?q=${encodeURIComponent('"><script>alert(1)</script>')}`);
      expect(await reply.text()).not.toContain('<script>alert(1)');
    });
  });

  describe('its page', () => {
    const page = async (query: string) => {
      const drawn = await (await scene.service.get(`/finder?${query}`)).text();
      const html = drawn.replace(/<\/?bdi[^>]*>/g, '');
      const cards = html.split('<article class="card project-card"').slice(1);
      return {
        html,
        total: Number(/result-count"><strong>([\d,]+)/.exec(html)?.[1]?.replace(',', '') ?? 0),
        titles: cards.map((card) => card.split('</a>')[0]?.split('>').at(-1)),
        chips: [...drawn.matchAll(/class="chip-text"[^>]*>([^<]+)</g)].map(([, text]) => text),
      };
    };

    test('only the map of a part leads to a wider one, and to the whole', async () => {
      const [all, part] = [await page('q=seabirds'), await page('q=seabirds&box=-130,40,-110,50')];
      expect([all.html.includes('Whole map'), part.html.includes('Whole map')]).toEqual([false, true]);
    });

    test.each<[string, string, string, RegExp]>([
      ['a city: the local before the national', 'near=Seattle', 'Seattle, 50 km', /Seabird Survey/],
      ['a city within words', 'q=seabirds+near+seattle', 'Seattle, 50 km', /Seabird Survey/],
      [
        'a city with nothing nearer',
        'near=Denver&q=butterflies',
        'Denver, 100 km',
        /^Rocky Mountain Butterfly/,
      ],
      ['the same, as near as was chosen', 'near=Denver&q=butterflies&km=50', 'Denver, 50 km', /^Cascades/],
      ['a misspelt city', 'near=Honolullu&q=fish&km=100', 'Honolulu, 100 km', /Bottomfish/],
      ['a postcode', 'near=33040&q=water', '33040 Key West, 50 km', /Florida Keys/],
      ['a name in another language', 'near=シアトル', 'Seattle, 50 km', /Seabird Survey/],
      ['degrees', 'near=47.6,-122.3', '47.6, -122.3, 50 km', /Seabird Survey/],
      ['a state', 'near=Idaho', 'Idaho, United States', /./],
      ['a country without projects of its own', 'near=Kenya&q=galaxies', 'Kenya', /./],
      ['German words', 'q=galaxies+bei+Berlin', 'Berlin, 50 km', /./],
      ['many German words', 'q=galaxies+in+der+Nähe+von+Köln', 'Köln, 50 km', /./],
      ['French words', 'q=galaxies+près+de+Lyon', 'Lyon, 50 km', /./],
      ['a French apostrophe', 'q=galaxies+près+d’Orléans', 'Orléans, 50 km', /./],
      ['a French article', 'q=galaxies+autour+du+Mans', 'Le Mans, 50 km', /./],
      ['Spanish words', 'q=galaxies+cerca+de+Madrid', 'Madrid, 50 km', /./],
      ['Portuguese words', 'q=galaxies+perto+do+Porto', 'Porto, 50 km', /./],
      ['Arabic words', 'q=galaxies+بالقرب+من+القاهرة', 'Cairo, 50 km', /./],
      ['a state from the list', 'in=US-AK&q=fish', 'Alaska', /./],
      ['a state whose name other countries have, too', 'in=US-FL&q=water', 'Florida', /./],
    ])('%s', async (_, query, chip, first) => {
      const { html, chips, titles } = await page(query);
      expect(chips).toContain(chip);
      expect(titles[0]).toMatch(first);
      // A point has distances to choose from, and a country or a state has none.
      expect(/[?;]km=\d/.test(html)).toBe(/ km$/.test(chip));
    });

    test.each(['Vögel bei Nacht', 'aves cerca de mí', 'oiseaux autour de la mer', 'um pássaro'])(
      'no place is in the words: %s',
      async (q) => {
        expect((await page(`q=${q}`)).html).not.toContain('Your words name a place');
      },
    );

    test('a postcode says that those of other countries are not known', async () => {
      const says = 'Of postcodes, we know those of the United States only.';
      for (const query of ['near=75001', 'q=birds+near+75001']) {
        const { html } = await page(query);
        expect(html).toContain('Addison, Texas, United States');
        expect(html).toContain(says);
      }
      expect((await page('near=Addison, Texas')).html).not.toContain(says);
    });

    test.each<[string, string, string]>([
      ['a place that is none', 'near=Xyzzyville', 'Place is not a place that we know'],
      ['a region that is none', 'in=QQ', 'Country or state must be chosen from the list'],
      ['an age that is none', 'age=Toddlers', 'For whom must be chosen from the list'],
    ])('%s stands under its field', async (_, query, fault) => {
      const { html, titles } = await page(query);
      expect(html).toContain(fault);
      expect(titles).toEqual([]);
    });

    test('one name of many places offers the others', async () => {
      const { html } = await page('near=Springfield');
      expect(html).toContain('near=Springfield%2C+Illinois%2C+United+States');
    });

    test('what is near can be ordered by its words, too; a place alone has no such order', async () => {
      const titlesOf = async (query: string) => (await page(`${query}&km=100&shown=200`)).titles;
      const near = await titlesOf('near=Seattle&q=birds');
      const everywhere = await titlesOf('q=birds');
      const byWords = await titlesOf('near=Seattle&q=birds&sort=match');
      expect([...byWords].sort()).toEqual([...near].sort());
      expect(byWords).not.toEqual(near);
      const known = new Set(near);
      expect(byWords.filter((title) => everywhere.includes(title))).toEqual(
        everywhere.filter((title) => known.has(title)),
      );
      const { html } = await page('near=Seattle&q=birds&sort=match');
      expect(html).toMatch(/aria-current="true">Best match/);
      expect((await page('near=Seattle')).html).not.toContain('Best match');
      expect(await titlesOf('near=Seattle&sort=match')).toEqual(await titlesOf('near=Seattle'));
    });

    test('what has ended is left out, with its number, until somebody asks for it', async () => {
      const ended = catalogue.filter((entry) => (entry as Entry & { status: string }).status === 'complete');
      const [some, all] = [await page('q='), await page('ended=yes')];
      expect([some.total, all.total]).toEqual([catalogue.length - ended.length, catalogue.length]);
      expect(some.html).toContain(`${ended.length} projects that ended`);
    });

    test('the number beside a choice is what choosing it leaves', async () => {
      const { html } = await page('q=water');
      const [, topic = '', count] = /<option value="(Birds)"[^>]*>Birds \((\d+)\)/.exec(html) ?? [];
      expect((await page(`q=water&topic=${topic}`)).total).toBe(Number(count));
      const fromHome = Number(/From home \((\d+)\)/.exec(html)?.[1]);
      expect((await page('q=water&home=yes')).total).toBe(fromHome);
    });

    test('more results stand on the same page, and a further page where that is full', async () => {
      const { html, titles, total } = await page('q=&shown=40');
      expect([new Set(titles).size, html.includes(`1–40 of ${total}`)]).toEqual([40, true]);
      expect(html).toContain('shown=60#result-41');
      const full = await page('shown=200');
      const next = /rel="next"/.test(full.html)
        ? /href="\/finder\?([^"]*cursor[^"]*)"/.exec(full.html)?.[1]
        : '';
      const behind = await page((next ?? '').replaceAll('&amp;', '&'));
      expect(behind.html).toContain(`201–220 of ${total}`);
      expect(behind.titles.filter((title) => full.titles.includes(title))).toEqual([]);
    });
  });
});
