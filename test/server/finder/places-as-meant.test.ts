/** Places in searches as people type them, in six languages, and states of many countries near their edges. */
import { Window } from 'happy-dom';
import { beforeAll, describe, expect, test } from 'vitest';
import { engines, type Service, shareService } from '../../set-up/service/start-service.ts';
import { importAll, projectEntry } from '../scene.ts';

const at = (lng: number, lat: number) => ({ type: 'Point', coordinates: [lng, lat] });

const entries = [
  projectEntry('Birds of the bay', 'https://b1.example/', { id: 1, regions: at(-122.3, 47.6) }),
  projectEntry('Vögel im Garten', 'https://b2.example/', { id: 2, regions: at(13.43, 48.57) }),
  projectEntry('Oiseaux des jardins', 'https://b3.example/', { id: 3, regions: at(2.35, 48.85) }),
  projectEntry('Aves de la ciudad', 'https://b4.example/', { id: 4, regions: at(-5.99, 37.39) }),
  projectEntry('Aves do litoral', 'https://b5.example/', { id: 5, regions: at(-46.63, -23.55) }),
  projectEntry('طيور المدينة', 'https://b6.example/', { id: 6, regions: at(31.24, 30.04) }),
  projectEntry('Wild turkey count', 'https://b7.example/', { id: 7, regions: 'anywhere' }),
  projectEntry('Wildwatch Kenya', 'https://b8.example/', { id: 8, regions: at(-0.12, 51.5) }),
  projectEntry('Birds from the sofa', 'https://b9.example/', { id: 9, regions: 'anywhere' }),
  projectEntry('Wetland birds', 'https://b10.example/', { id: 10, regions: at(-122.4, 47.7) }),
  projectEntry('Scottish bats', 'https://b11.example/', { id: 11, regions: at(-4.25, 55.86) }),
  projectEntry('Bats abroad', 'https://b12.example/', { id: 12, regions: at(100, 15) }),
];

/** Each state and a place near its edge, farther from its middle than a town's surroundings. */
const states: [state: string, lng: number, lat: number][] = [
  ['Bavaria', 13.43, 48.57],
  ['Bayern', 9.15, 49.97],
  ['Schleswig-Holstein', 8.6, 54.9],
  ['Baden-Württemberg', 7.62, 47.6],
  ['Brittany', -4.49, 48.39],
  ['Normandie', -1.62, 49.64],
  ['Occitanie', 4.36, 43.83],
  ['Andalucía', -6.95, 37.26],
  ['Catalonia', 3.17, 42.29],
  ['Scotland', -3.53, 58.59],
  ['Wales', -4.63, 53.31],
  ['Tuscany', 11.1, 42.44],
  ['Sicilia', 12.51, 37.8],
  ['Tirol', 12.77, 46.83],
  ['Queensland', 153.4, -28.0],
  ['British Columbia', -115.77, 49.51],
  ['Ontario', -94.49, 49.77],
  ['Kerala', 76.95, 8.52],
  ['Hokkaido', 145.58, 43.33],
  ['Minas Gerais', -44.37, -22.26],
  ['Jalisco', -105.23, 20.65],
];

describe.each(engines)('places as people mean them on %s', (engine) => {
  let service: Service;

  beforeAll(async () => {
    service = await shareService(engine);
    const edges = states.map(([state, lng, lat], n) =>
      projectEntry(`Edge project ${n}`, `https://edge-${n}.example/`, {
        id: 100 + n,
        description: `Moths at the edge, ${state.length} letters.`,
        regions: at(lng, lat),
      }),
    );
    await importAll(service, 'owner@example.org', [...entries, ...edges], '--publish');
  });

  const search = async (query: Record<string, string>) => {
    const html = await (await service.get(`/finder?${new URLSearchParams(query)}`)).text();
    const { document } = new Window();
    document.body.innerHTML = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
    const text = (selector: string) => document.querySelector(selector)?.textContent ?? undefined;
    const local = [...document.querySelectorAll('.cards')].at(0);
    return {
      titles: [...document.querySelectorAll('.cards h2')].map(({ textContent }) => textContent),
      first: [...(local?.querySelectorAll('h2') ?? [])].map(({ textContent }) => textContent),
      place: text('.active .chip-text'),
      suggestion: text('.suggestion a'),
      line: text('p.place-line'),
      fault: text('#near-fault'),
      options: [...document.querySelectorAll('#places-begun option')].map((one) => one.getAttribute('value')),
    };
  };

  test.each<[q: string, place: string | undefined, first: string]>([
    ['birds near Seattle', 'Seattle, 50 km', 'Birds of the bay'],
    ['birds in Seattle', 'Seattle, 50 km', 'Birds of the bay'],
    ['birds around Seattle', 'Seattle, 50 km', 'Birds of the bay'],
    ['birds Seattle', 'Seattle, 50 km', 'Birds of the bay'],
    ['birds in gardens near Seattle', 'Seattle, 50 km', 'Birds of the bay'],
    ['bats in Scotland', 'Scotland', 'Scottish bats'],
    ['bats Scotland', 'Scotland', 'Scottish bats'],
    ['bats in the UK', 'United Kingdom', 'Scottish bats'],
    ['Vögel in Bayern', 'Bavaria', 'Vögel im Garten'],
    ['Vögel in Passau', 'Passau, 50 km', 'Vögel im Garten'],
    ['Vögel bei Passau', 'Passau, 50 km', 'Vögel im Garten'],
    ['Vögel rund um Passau', 'Passau, 50 km', 'Vögel im Garten'],
    ['Vögel Deutschland', 'Germany', 'Vögel im Garten'],
    ['oiseaux à Paris', 'Paris, 50 km', 'Oiseaux des jardins'],
    ['oiseaux près de Paris', 'Paris, 50 km', 'Oiseaux des jardins'],
    ['oiseaux autour de Paris', 'Paris, 50 km', 'Oiseaux des jardins'],
    ['oiseaux en France', 'France', 'Oiseaux des jardins'],
    ['oiseaux Paris', 'Paris, 50 km', 'Oiseaux des jardins'],
    ['aves en Sevilla', 'Sevilla, 50 km', 'Aves de la ciudad'],
    ['aves cerca de Sevilla', 'Sevilla, 50 km', 'Aves de la ciudad'],
    ['aves alrededor de Sevilla', 'Sevilla, 50 km', 'Aves de la ciudad'],
    ['aves en España', 'Spain', 'Aves de la ciudad'],
    ['aves em São Paulo', 'São Paulo, 50 km', 'Aves do litoral'],
    ['aves perto de São Paulo', 'São Paulo, 50 km', 'Aves do litoral'],
    ['aves no Brasil', 'Brazil', 'Aves do litoral'],
    ['طيور في القاهرة', 'Cairo, 50 km', 'طيور المدينة'],
    ['طيور بالقرب من القاهرة', 'Cairo, 50 km', 'طيور المدينة'],
    ['طيور مصر', 'Egypt', 'طيور المدينة'],
    // Words that are places, too.
    ['wild turkey', undefined, 'Wild turkey count'],
    ['wildwatch Kenya', undefined, 'Wildwatch Kenya'],
    ['birds near wetlands', undefined, 'Wetland birds'],
  ])('%s', async (q, place, first) => {
    const page = await search({ q });
    expect([page.place, page.titles[0]]).toEqual([place, first]);
  });

  test.each([
    ['birdz near Seatle', 'birds near Seattle'],
    ['birds in Seatle', 'birds in Seattle'],
    ['birds Seatle', 'birds Seattle'],
    ['birdz near Seattle', 'birds near Seattle'],
    ['oiseaux à Marseile', 'oiseaux à Marseille'],
  ])('%s is %s', async (q, suggestion) => {
    expect((await search({ q })).suggestion).toBe(suggestion);
  });

  test.each(states.map(([state], n) => [state, `Edge project ${n}`]))(
    '%s is an area up to its edge',
    async (near, title) => {
      const page = await search({ q: 'moths', near });
      expect(page.titles).toContain(title);
      expect((await search({ q: `moths in ${near}` })).titles).toContain(title);
    },
  );

  test('where nothing takes place, how much there is elsewhere and from home', async () => {
    const page = await search({ q: 'birds', near: 'Portugal' });
    expect(page.line).toBe('None in Portugal. 2 elsewhere · 1 from home');
    expect(page.titles).toEqual(['Birds from the sofa']);
    expect((await search({ q: 'bats', near: 'Lisbon' })).line).toBe('None near Lisbon. 2 elsewhere');
  });

  test('what takes place there is first, and the rest has a heading of its own', async () => {
    const { first, titles } = await search({ q: 'birds near Seattle' });
    expect(first).toEqual(['Birds of the bay', 'Wetland birds']);
    expect(titles).toEqual([...first, 'Birds from the sofa']);
  });

  test('a name that is only begun is no guess: the places that begin so are offered', async () => {
    const page = await search({ near: 'Lond' });
    expect(page.fault).toMatch(/Did you mean London, England, United Kingdom/);
    expect(page.options[0]).toBe('London, England, United Kingdom');
    expect((await search({ near: 'London, England, United Kingdom' })).fault).toBeUndefined();
    // Misspelt is another thing.
    expect((await search({ near: 'Seatle' })).place).toBe('Seattle, 50 km');
  });
});
