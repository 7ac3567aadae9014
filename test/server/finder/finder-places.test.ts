/** Search by place: projects that cover it, then those nearby, then those that can be done anywhere. */
import type { FoundPlace } from '../../../src/contract/pages/maps.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { engines, type Service, shareService } from '../../set-up/service/start-service.ts';
import { importAll, importEntries, newKey, projectEntry, success } from '../scene.ts';

const wrapped = (lng: number) => ((lng + 540) % 360) - 180;

/** A square around a point, in degrees. */
const square = (lng: number, lat: number, half: number) => {
  const [west, east] = [wrapped(lng - half), wrapped(lng + half)];
  return {
    type: 'Polygon',
    coordinates: [
      [
        [west, lat - half],
        [east, lat - half],
        [east, lat + half],
        [west, lat + half],
        [west, lat - half],
      ],
    ],
  };
};

/** Whether a point lies in a ring, by the edges to the right of it. */
const isWithin = (ring: [x: number, y: number][], x: number, y: number): boolean =>
  ring.filter(([toX, toY], at) => {
    const [fromX, fromY] = ring.at(at - 1) ?? [0, 0];
    return fromY > y !== toY > y && x < fromX + ((y - fromY) / (toY - fromY)) * (toX - fromX);
  }).length %
    2 ===
  1;

// North of the point (10, 50): a hundredth of a degree of latitude is 1.11 km.
const entries = [
  projectEntry('Anywhere birds', 'https://anywhere.example/', {
    id: 1,
    regions: 'anywhere',
    topics: ['Birds'],
  }),
  projectEntry('Far pond', 'https://far.example/', {
    id: 2,
    regions: square(10, 50.9, 0.1),
    topics: ['Birds'],
  }),
  projectEntry('Birds of the town', 'https://town.example/', {
    id: 3,
    regions: square(10, 50, 0.5),
    UN_regions: ['155'],
  }),
  projectEntry('Online pond', 'https://online.example/', { id: 4, regions: 'online' }),
  projectEntry('Near birds', 'https://near.example/', { id: 5, regions: square(10, 50.6, 0.1) }),
  projectEntry('Pond of the town', 'https://pond.example/', {
    id: 6,
    regions: square(10, 50, 0.02),
    topics: ['Birds'],
    description: 'The birds of a pond.',
  }),
  projectEntry('Nowhere birds', 'https://nowhere.example/', { id: 7 }),
  projectEntry('Birds abroad', 'https://abroad.example/', { id: 8, regions: square(20, 50, 0.5) }),
  projectEntry('Birds of the date line', 'https://line.example/', {
    id: 9,
    regions: { type: 'MultiPolygon', coordinates: [square(179.5, -20, 0.5).coordinates] },
  }),
  projectEntry('Near pond', 'https://near-pond.example/', {
    id: 10,
    regions: square(10, 50.6, 0.1),
    topics: ['Birds'],
  }),
  projectEntry('Hidden birds', 'https://hidden.example/', {
    id: 11,
    regions: square(10, 50, 0.5),
    status: 'hidden',
  }),
  // On the lines between cells of the index, and at both ends of the map.
  projectEntry('Heron at a pin', 'https://heron.example/', {
    id: 12,
    regions: { type: 'Point', coordinates: [-90, 45] },
  }),
  projectEntry('Heron at several pins', 'https://herons.example/', {
    id: 13,
    regions: 'MULTIPOINT(-90.5 45, 180 -60, 0 90, -91.234567 44.5)',
  }),
];

type Query = Record<string, string>;
const here = { lat: '50', lng: '10' };

describe.each(engines)('places on %s', (engine) => {
  let service: Service;
  let key: string;

  beforeAll(async () => {
    service = await shareService(engine);
    await importAll(service, 'owner@example.org', entries, '--publish');
    key = await newKey(service, 'seeker@example.org');
  });

  const find = async (query: Query) =>
    success(
      'GET /finder',
      await service.get(`/finder?${new URLSearchParams({ format: 'json', key, ...query })}`),
    );
  const found = async (query: Query) => {
    const { results, total } = await find(query);
    expect(total).toBe(results.length);
    return results.map(({ id, distance_km }) => [id, distance_km]);
  };

  // A sphere differs from the ellipsoid by half a percent.
  const near = 55.6;
  const far = 89;

  test('projects that cover the place, then the nearest, then anywhere and online; each by id', async () => {
    const results = await found(here);
    expect(results.map(([id]) => id)).toEqual([3, 6, 5, 10, 2, 1, 4]);
    const kms = results.map(([, km]) => km);
    expect(kms).toEqual([
      0,
      0,
      expect.closeTo(near, 0),
      expect.closeTo(near, 0),
      expect.closeTo(far, 0),
      undefined,
      undefined,
    ]);
    // Distances are shown to a tenth of a kilometre.
    for (const km of kms) expect(Number.isInteger(Math.round((km ?? 0) * 1e6) / 1e5)).toBe(true);
  });

  test.each<[string, Query, number[]]>([
    ['words, by relevance at one distance', { q: 'birds' }, [3, 6, 5, 10, 2, 1]],
    ['words that only some have', { q: 'pond' }, [6, 10, 2, 4]],
    ['words of which one project has both', { q: 'pond town' }, [6, 3, 10, 2, 4]],
    ['no words', { q: '' }, [3, 6, 5, 10, 2, 1, 4]],
    ['a topic', { topic: 'Birds' }, [6, 10, 2, 1]],
    ['a topic and words', { topic: 'Birds', q: 'pond' }, [6, 10, 2]],
    ['a phrase', { phrase: 'birds of the' }, [3]],
    ['a region', { UN: '155' }, [3]],
    ['an address', { url: 'near.example' }, [5]],
    ['an address of elsewhere', { url: 'abroad.example' }, []],
    ['all', { q: 'birds', phrase: 'the town', UN: '155', url: 'http://town.example' }, [3]],
  ])('with %s', async (_, query, wanted) => {
    expect((await found({ ...here, ...query })).map(([id]) => id)).toEqual(wanted);
  });

  test.each<[string, Query, number[]]>([
    ['a corner of the earth', { lat: '-90', lng: '180' }, [1, 4]],
    ['zero', { lat: '0', lng: '0' }, [1, 4]],
    ['a place in the area of another', { lat: '50', lng: '20' }, [8, 1, 4]],
    ['the date line from the east', { lat: '-20', lng: '180' }, [9, 1, 4]],
    ['the date line from the west', { lat: '-20', lng: '-180' }, [9, 1, 4]],
    ['beyond the date line', { lat: '-20', lng: '-179.9' }, [9, 1, 4]],
    ['many digits and a sign', { lat: '+50.0000000001', lng: '1e1' }, [3, 6, 5, 10, 2, 1, 4]],
  ])('%s', async (_, query, wanted) => {
    expect((await found(query)).map(([id]) => id)).toEqual(wanted);
  });

  test.each<[string, Query, [id: number, km: number][]]>([
    [
      'the pin itself',
      { lat: '45', lng: '-90' },
      [
        [12, 0],
        [13, 39.3],
      ],
    ],
    [
      '40 metres away',
      { lat: '45.00036', lng: '-90' },
      [
        [12, 0],
        [13, 39.3],
      ],
    ],
    [
      '100 metres away',
      { lat: '45.0009', lng: '-90' },
      [
        [12, 0.1],
        [13, 39.3],
      ],
    ],
    [
      'a kilometre away',
      { lat: '45', lng: '-90.0127' },
      [
        [12, 1],
        [13, 38.3],
      ],
    ],
    [
      'between two of several',
      { lat: '45', lng: '-90.4' },
      [
        [13, 7.9],
        [12, 31.5],
      ],
    ],
    ['the last of several', { lat: '44.5', lng: '-91.2346' }, [[13, 0]]],
    ['the other side of the map', { lat: '-60', lng: '-179.99' }, [[13, 0.6]]],
    ['the pole', { lat: '90', lng: '77' }, [[13, 0]]],
    ['too far', { lat: '47', lng: '-90' }, []],
  ])('pins have distances: %s', async (_, query, wanted) => {
    const near = (await found({ ...query, q: 'heron' })).filter(([, km]) => km !== undefined);
    expect(near.map(([id]) => id)).toEqual(wanted.map(([id]) => id));
    // A sphere differs from the ellipsoid by half a percent.
    for (const [index, [, km]] of wanted.entries()) expect(near[index]?.[1]).toBeCloseTo(km, 0);
    expect(near.map(([, km]) => km === 0)).toEqual(wanted.map(([, km]) => km === 0));
  });

  test.each([
    [here],
    [{ ...here, q: 'birds' }],
    [{ ...here, topic: 'Birds' }],
    [{ ...here, phrase: 'of the' }],
  ])('all pages together are complete: %j', async (query) => {
    const whole = await find(query);
    for (const limit of [1, 2, 3, 5]) {
      const results: unknown[] = [];
      let cursor: string | undefined;
      do {
        const page = await find({ ...query, limit: String(limit), ...(cursor && { cursor }) });
        expect(page.total).toBe(whole.total);
        results.push(...page.results);
        cursor = page.next;
      } while (cursor !== undefined);
      expect(results).toEqual(whole.results);
    }
  });

  test('a cursor of one place is refused for another', async () => {
    const { next = '' } = await find({ ...here, limit: '1' });
    const reply = await service.get(
      `/finder?${new URLSearchParams({ format: 'json', key, lat: '50.1', lng: '10', cursor: next })}`,
    );
    expect(reply.status).toBe(400);
  });

  test('a suggestion finds something at the place', async () => {
    expect(await find({ ...here, q: 'bidrs' })).toMatchObject({ total: 0, suggestion: 'birds' });
    expect(await find({ ...here, q: 'abraod' })).not.toHaveProperty('suggestion');
    expect(await find({ lat: '50', lng: '20', q: 'abraod' })).toMatchObject({ suggestion: 'abroad' });
  });

  test('a project that moves is found where it is now', async () => {
    const moved = (regions: unknown) =>
      importEntries(
        service,
        'owner@example.org',
        [projectEntry('Caravan of snails', 'https://snails.example/', { id: 20, regions })],
        '--publish',
      );
    const at = async (lng: string) => (await found({ q: 'snails', lat: '0', lng })).map(([, km]) => km);
    await moved(square(40, 0, 0.1));
    expect([await at('40'), await at('60')]).toEqual([[0], []]);
    await moved(square(60, 0, 0.1));
    expect([await at('40'), await at('60')]).toEqual([[], [0]]);
    await moved('anywhere');
    expect([await at('40'), await at('60')]).toEqual([[undefined], [undefined]]);
    await service.operate('hide', '20');
    expect([await at('40'), await at('60')]).toEqual([[], []]);
  });

  describe('on the map', () => {
    type Group = { path: string; projects: number };
    const page = async (path: string) => {
      const reply = await service.get(path);
      expect([path, reply.status]).toEqual([path, 200]);
      return reply.text();
    };
    const groupsOn = (text: string): Group[] =>
      [...text.matchAll(/<a href="([^"]+)" class="group" aria-label="(\d+) projects?/g)].map(
        ([, path = '', projects]) => ({ path: path.replaceAll('&amp;', '&'), projects: Number(projects) }),
      );
    const totalOn = (text: string) => Number(/<strong>(\d+) projects?<\/strong>/.exec(text)?.[1] ?? 0);
    const sum = (groups: Group[]) => groups.reduce((total, { projects }) => total + projects, 0);

    /** Follows every group for some steps: each has as many projects as its number says. */
    const follow = async ({ path, projects }: Group, steps: number): Promise<void> => {
      const text = await page(path);
      const groups = groupsOn(text);
      expect([path, totalOn(text), sum(groups)]).toEqual([path, projects, projects]);
      if (steps > 1) for (const group of groups) await follow(group, steps - 1);
    };

    test('every shown project with a place is in one group, and each group leads to its projects', async () => {
      const text = await page('/finder');
      const groups = groupsOn(text);
      // Without those from anywhere, online, nowhere, and the hidden ones.
      expect(sum(groups)).toBe(9);
      expect(groups.length).toBeGreaterThan(3);
      expect(text).toContain('Not on this map: 3 projects');
      for (const group of groups) await follow(group, 3);
    });

    test.each<[string, string, number]>([
      ['a topic', 'topic=Birds', 3],
      ['words', 'q=pond', 3],
      ['a named place', 'near=50,10&km=100', 5],
      ['a part of the map, across the antimeridian', 'box=170,-30,-170,-10', 1],
      ['a part of the map, and words', 'q=heron&box=-100,40,-80,50', 1],
      ['nothing', 'q=pond&box=100,0,110,10', 0],
    ])('it shows a search by %s', async (_, query, placed) => {
      const groups = groupsOn(await page(`/finder?${query}`));
      expect(sum(groups)).toBe(placed);
      for (const group of groups) await follow(group, 1);
    });

    test('a moved project is where it is now, and one that may be done anywhere is nowhere on it', async () => {
      const boxes = [
        '39.9,4.9,40.1,5.1',
        '-40.1,4.9,-39.9,5.1',
        '179.9,4.9,-179.9,5.1',
        '-179.9,4.9,-179.7,5.1',
      ];
      const moved = async (regions: unknown) => {
        const entry = projectEntry('Nomad of the map', 'https://nomad.example/', { id: 21, regions });
        await importAll(service, 'owner@example.org', [entry], '--publish');
        return Promise.all(boxes.map(async (box) => sum(groupsOn(await page(`/finder?q=nomad&box=${box}`)))));
      };
      expect(await moved(square(40, 5, 0.2))).toEqual([1, 0, 0, 0]);
      expect(await moved(square(-40, 5, 0.2))).toEqual([0, 1, 0, 0]);
      expect(await moved(square(180, 5, 0.2))).toEqual([0, 0, 1, 0]);
      expect(await moved(square(180.2, 5, 0.2))).toEqual([0, 0, 0, 1]);
      expect(await moved('online')).toEqual([0, 0, 0, 0]);
      await service.operate('hide', '21');
    });

    test.each(['1,2,3', '10,20,10,30', '0,30,10,20', '0,0,200,10', '0,0,1e2,10', 'a,b,c,d', '0,0,10,91'])(
      'the part %s is none',
      async (box) => {
        const text = await page(`/finder?box=${box}`);
        expect(text).toContain('The box is not a part of the map.');
        expect((await service.get(`/map-ground.svg?frame=${box}`)).status).toBe(404);
      },
    );

    test('land and borders are a picture of ours that may be kept', async () => {
      const [, ground = ''] = /<image href="([^"]+)"/.exec(await page('/finder')) ?? [];
      const reply = await service.get(ground.replaceAll('&amp;', '&'));
      expect([reply.status, reply.headers.get('content-type'), reply.headers.get('cache-control')]).toEqual([
        200,
        'image/svg+xml; charset=utf-8',
        'public, max-age=604800',
      ]);
      expect(await reply.text()).toMatch(/^<svg [^>]+><style>.+<\/style><path class="land" d="M[^"]+Z"/s);
    });

    test('a narrow map names its largest towns, none over another, and a wide one none', async () => {
      const ground = async (frame: string) => (await service.get(`/map-ground.svg?frame=${frame}`)).text();
      const namesOn = (svg: string) =>
        [...svg.matchAll(/<text x="(\d+)" y="(\d+)">([^<]+)<\/text>/g)].map(([, x, y, name]) => ({
          name,
          x: Number(x),
          y: Number(y),
        }));
      const names = namesOn(await ground('5,45,20,55'));
      expect(names.map(({ name }) => name)).toEqual(expect.arrayContaining(['Berlin', 'Hamburg', 'Vienna']));
      for (const [at, one] of names.entries())
        for (const other of names.slice(at + 1))
          expect(Math.abs(one.y - other.y) > 8 || Math.abs(one.x - other.x) > 20).toBe(true);
      // Across the date line.
      expect(namesOn(await ground('176,-20,-178,-16')).map(({ name }) => name)).toContain('Lautoka');
      expect(namesOn(await ground('-180,-58,180,80'))).toEqual([]);
    });

    test.each([
      ['Bavaria', ['Bavaria, Germany'], [3, 7]],
      ['Hamburg', ['Hamburg, Germany'], [0.3, 2]],
      [
        'Springfield',
        ['Springfield, Missouri, United States', 'Springfield, Illinois, United States'],
        [0.3, 2],
      ],
      ['Seatle', ['Seattle, Washington, United States'], [0.3, 2]],
      ['United States', ['United States'], [20, 90]],
      ['nowhere at all', [], [0, 0]],
      ['', [], [0, 0]],
      ['\ud800"<script>', [], [0, 0]],
    ])('the map of the project form finds %j', async (name, wanted, [least = 0, most = 0]) => {
      const reply = await service.get(`/map-places.json?${new URLSearchParams({ name })}`);
      expect([reply.status, reply.headers.get('content-type')]).toEqual([
        200,
        'application/json; charset=utf-8',
      ]);
      const found = (await reply.json()) as FoundPlace[];
      expect(found.map((place) => place.name)).toEqual(
        wanted.length > 0 ? expect.arrayContaining(wanted) : [],
      );
      const [likeliest] = found;
      if (!likeliest) return;
      expect(likeliest.name).toBe(wanted[0]);
      expect(likeliest.tall).toBeGreaterThanOrEqual(least);
      expect(likeliest.tall).toBeLessThanOrEqual(most);
    });

    test.each([
      ['the United States and Mexico', '-112,30.6,-107,33'],
      ['Alaska and Canada', '-143,61,-139,67'],
      ['Poland and Ukraine', '22.6,49.4,24.6,51.4'],
    ])('no sea is drawn on the border of %s', async (_, frame) => {
      const svg = await (await service.get(`/map-ground.svg?frame=${frame}`)).text();
      const [width = 0, height = 0] = (/viewBox="0 0 (\d+) (\d+)"/.exec(svg)?.slice(1) ?? []).map(Number);
      const [, land = ''] = /class="land" d="([^"]+)"/.exec(svg) ?? [];
      const rings = land
        .slice(1, -1)
        .split('ZM')
        .map((ring) => ring.split('L').map((point) => point.split(' ').map(Number) as [number, number]));
      const atSea: string[] = [];
      for (let x = 3; x < width; x += 3)
        for (let y = 3; y < height; y += 3)
          if (!rings.some((ring) => isWithin(ring, x, y))) atSea.push(`${x} ${y}`);
      expect(atSea).toEqual([]);
    });
  });
});
