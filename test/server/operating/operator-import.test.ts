/** Imports from other directories by the operator: records that are accepted, reported and refused. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../../scripts/built.ts';
import { engines, type Service, startService } from '../../set-up/service/start-service.ts';
import { count, importEntries, projectEntry, rows } from '../scene.ts';

const fixture = (name: string) => join(root, 'test/fixtures', name);

type Told = { field: string; message: string };
type Entry = {
  place: string;
  name: string;
  result: string;
  project_id?: number;
  warnings?: Told[];
  errors?: Told[];
};
type Report = {
  form: string;
  dry_run: boolean;
  read: number;
  taken: number;
  warned: number;
  refused: number;
  entries: Entry[];
};

const area = (geometry: object) => ({ kind: 'area', geometry });
const pin = (lng: number, lat: number) => area({ type: 'Point', coordinates: [lng, lat] });

/** For each file: how it is read, and how many records are accepted, accepted with a warning, and refused. */
const inventories: [file: string, form: string, taken: number, warned: number, refused: number][] = [
  ['eu-citizen-science.json', 'JSON', 4, 4, 1],
  ['biocollect.json', 'JSON', 3, 3, 1],
  ['scistarter.json', 'JSON', 2, 2, 1],
  ['ppsr-core.jsonl', 'JSON lines', 2, 1, 2],
  ['projects.csv', 'CSV', 2, 1, 2],
  // Published records of real projects.
  ['citizenscience-gov.csv', 'CSV', 6, 6, 1],
  ['citizen-science-nl.csv', 'CSV', 10, 10, 0],
  ['jrc-inventory.json', 'JSON', 7, 3, 0],
];

/** The exit code of an import. */
const codeOf = (refused: number): number => (refused > 0 ? 1 : 0);

/** The stored fields of a project, as far as the test checks them. */
const kept: [name: string, fields: object][] = [
  [
    'Night Moths of Flanders',
    {
      description: 'Hang a light in your garden & count the moths.\nSend a picture of each.',
      goal: 'Find out which moths fly at night',
      origin: 'EU-Citizen.Science',
      external_id: '101',
      contact_email: 'owner@example.org',
      presenting_org: 'Moth Society',
      status: 'active',
      topics: ['Animals', 'Ecology and environment'],
      activities: ['Observation', 'Photography'],
      tags: ['moths', 'light'],
      how_to_join: 'Register on the site.',
      image: 'https://moths.example/moth.jpg',
      regions: pin(3.7174, 51.0543),
    },
  ],
  [
    'Noise at Home',
    {
      url: 'http://noise.example/',
      goal: 'Noise is everywhere.',
      description: expect.stringMatching(
        /^Noise is everywhere\. We want .*\n\nMeasure noise with a telephone\.$/s,
      ) as string,
      status: 'complete',
      tags: ['Sound'],
      region_label: 'All of Europe',
    },
  ],
  [
    'Lake Colours',
    { regions: { kind: 'area', geometry: { type: 'MultiPolygon' } }, tags: ['Suitable for children'] },
  ],
  ['Broken Outline', { status: 'active', activities: [], tags: ['Guessing'] }],
  [
    'Reef Watch',
    {
      origin: 'Atlas of Living Australia',
      url: 'https://reef.example/',
      contact_email: 'reef@example.org',
      contact_name: 'Rae Reef',
      facebook_page: 'https://www.facebook.com/reefwatch',
      task: 'Count corals',
      topics: [],
      tags: ['reef', 'coral', 'no cost', 'kids friendly', 'Ecology', 'Oceanography', 'Marine'],
      regions: { kind: 'area', geometry: { type: 'Polygon' } },
    },
  ],
  [
    'Frog Nights',
    {
      url: 'https://biocollect.ala.org.au/acsa/project/index/b7a7f2a0-0002',
      regions: pin(149.1, -35.3),
      topics: ['Animals'],
    },
  ],
  [
    'Weed Map',
    { description: 'Map weeds', task: expect.stringMatching(/…$|\.$/) as string, regions: pin(133, -25) },
  ],
  [
    'Cloud Spotters',
    {
      origin: 'SciStarter',
      external_id: 'scistarter.example|1',
      presenting_org: 'Cloud Club',
      topics: ['Climate and weather', 'Nature and outdoors'],
      activities: ['Observation'],
      UN_regions: [{ code: '021', name: 'Northern America' }],
      twitter_name: '@clouds',
      indoors: false,
      regions: pin(-74.006, 40.7128),
    },
  ],
  ['River Levels', { UN_regions: [], regions: { kind: 'area', geometry: { type: 'Polygon' } } }],
  [
    'Tide Pools',
    { contact_email: 'tides@example.org', external_id: 'p-1', regions: pin(-5.5, 50.1), topics: ['Animals'] },
  ],
  [
    'Old Letters',
    {
      goal: 'Read old letters.',
      description: expect.stringMatching(
        /^Read old letters\. They .*\n\nType in what you read\.$/s,
      ) as string,
    },
  ],
  [
    'Snail Trails',
    {
      description: 'Follow a snail; note where it goes.\nOnce a week.',
      tags: ['snails', 'gardens'],
      regions: pin(16.37, 48.2),
    },
  ],
  [
    'Quake Catcher Network',
    {
      origin: 'CitizenScience.gov',
      external_id: '152',
      contact_email: 'project@example.org',
      presenting_org: expect.stringMatching(/^Southern California Earthquake Center/) as string,
      topics: ['Computers and technology', 'Disaster response', 'Geology and earth science'],
      activities: ['Distributed computing', 'Measurement', 'Other'],
      audience: ['Adults'],
      project_duration: 'Since 2008',
      regions: pin(-118.12797, 34.13716),
    },
  ],
  [
    'Florida Microplastic Awareness Project',
    {
      status: 'active',
      start_date: '2015-09-01',
      address: '150 Sawgrass Road',
      topics: ['Ecology and environment', 'Nature and outdoors', 'Ocean/water and marine'],
    },
  ],
  ['2016 National Parks BioBlitz - Theodore Roosevelt', { status: 'complete', regions: pin(-103, 46) }],
  ['North American Amphibian Monitoring Program', { status: 'hiatus', presenting_org: 'USGS' }],
  [
    'Zoönosenproject',
    {
      url: 'https://www.jagersvereniging.nl/downloads/bestuurdersdocumenten/telprotocol-zomerganzentelling/',
      origin: 'Citizen Science Projects in the Netherlands',
      status: 'active',
      project_duration: 'Since 2017',
      region_label: 'The Netherlands',
      topics: ['Health and medicine'],
    },
  ],
  ['Personagebank', { status: 'complete', project_duration: '2016 to 2019', topics: ['Social science'] }],
  ['Erfgoed Gezocht 1', { project_duration: '2019', region_label: 'Veluwe, The Netherlands' }],
  [
    'ACROPORA',
    {
      external_id: '10003',
      contact_email: 'project@example.org',
      presenting_org: "Observatoire de l'Environnement de Nouvelle-Calédonie",
      topics: ['Nature and outdoors', 'Ocean/water and marine'],
      tags: ['Monitoring'],
    },
  ],
  ['AIRbezen Oost-Vlaanderen', { status: 'complete', tags: ['Monitoring', 'Air quality', 'Atmospheric'] }],
  [
    'Hedgehogstreet',
    { status: 'active', region_label: 'United Kingdom of Great Britain and Northern Ireland' },
  ],
  ['Leaf Fall', { url: 'http://leaves.example/', status: 'active', topics: ['Nature and outdoors'] }],
];

describe.each(engines)('imports from other directories on %s', (engine) => {
  let service: Service;
  const reports = new Map<string, Report>();

  beforeAll(async () => {
    service = await startService(engine);
  });

  const bring = async (file: string, ...more: string[]) => {
    const report = join(service.dataDir, 'report.json');
    const done = await service.operator(
      ...['import', file, '--owner', 'owner@example.org', '--report', report, ...more],
    );
    return { ...done, report: JSON.parse(await readFile(report, 'utf8')) as Report };
  };
  const said = (file: string, name: string) =>
    reports.get(file)?.entries.find((entry) => entry.name === name);

  test.each(inventories)(
    '%s: a dry run tells all and stores nothing',
    async (file, form, taken, warned, refused) => {
      const before = await count(service, 'projects');
      const { code, json, report } = await bring(fixture(file), '--dry-run');
      expect({ code, ...report }).toMatchObject({
        code: codeOf(refused),
        form,
        dry_run: true,
        taken,
        warned,
        refused,
      });
      expect(json).toMatchObject({ added: taken, updated: 0, dry_run: true });
      expect(await count(service, 'projects')).toBe(before);
      expect(await count(service, 'accounts')).toBe(before === 0 ? 0 : 1);
    },
  );

  test.each(inventories)(
    '%s: what can be read is taken, whatever stands beside it',
    async (file, form, taken, warned, refused) => {
      const before = await count(service, 'projects');
      const { code, report } = await bring(fixture(file));
      reports.set(file, report);
      expect({ code, ...report }).toMatchObject({
        code: codeOf(refused),
        form,
        dry_run: false,
        taken,
        warned,
        refused,
      });
      expect(report.read).toBe(taken + refused);
      expect(await count(service, 'projects')).toBe(before + taken);
      for (const { result, project_id, errors } of report.entries)
        expect([result, typeof project_id, errors === undefined]).toEqual(
          result === 'refused' ? ['refused', 'undefined', false] : ['added', 'number', true],
        );
    },
  );

  test.each(kept)('%s is stored', async (name, fields) => {
    const stored = await rows<{ fields: string }>(
      service,
      `select fields from projects where name = '${name}'`,
    );
    expect(stored.map((row) => JSON.parse(row.fields) as object)).toMatchObject([fields]);
  });

  test.each<[file: string, name: string, field: string, message: RegExp]>([
    [
      'eu-citizen-science.json',
      'Night Moths of Flanders',
      'start_date, difficultyLevel',
      /^has no field here/,
    ],
    ['eu-citizen-science.json', 'Night Moths of Flanders', 'contact_email', /the owner is the contact/],
    ['eu-citizen-science.json', 'Noise at Home', 'aim', /more than 120 characters.*all of it is put/],
    ['eu-citizen-science.json', 'Noise at Home', 'url', /http:\/\//],
    [
      'eu-citizen-science.json',
      'Broken Outline',
      'projectGeographicLocation',
      /left out.*a latitude from -90/,
    ],
    ['eu-citizen-science.json', 'Broken Outline', 'status', /none of the statuses/],
    ['biocollect.json', 'Frog Nights', 'urlWeb', /page at BioCollect/],
    ['biocollect.json', 'Frog Nights', 'coverage', /is a Circle, of which only the centre/],
    ['biocollect.json', 'Weed Map', 'projectTask', /more than 120/],
    ['scistarter.json', 'River Levels', 'united_nations_region', /not a UN region.*left out/],
    ['scistarter.json', 'River Levels', 'instagram_page', /no field here/],
    ['ppsr-core.jsonl', 'Old Letters', 'projectAim', /more than 120/],
    ['ppsr-core.jsonl', 'Old Letters', 'projectPlannedEndDate', /no field here/],
    ['projects.csv', 'Leaf Fall', 'status', /was read as active/],
    ['projects.csv', 'Leaf Fall', 'Funding', /no field here/],
    [
      'citizenscience-gov.csv',
      'Mars Mappers',
      'agency_partner_name, agency_sponsor, agency_partner, intended_outcomes',
      /no field here/,
    ],
    ['citizen-science-nl.csv', 'Hooikoortsradar', 'data_url', /no field here/],
    ['jrc-inventory.json', 'AGIIR', 'contact_email', /the owner is the contact/],
  ])('%s: %s is accepted with a warning about %s', (file, name, field, message) => {
    expect(said(file, name)?.warnings).toContainEqual({
      field,
      message: expect.stringMatching(message) as string,
    });
  });

  test.each<[file: string, place: string, field: string, message: RegExp]>([
    ['eu-citizen-science.json', 'entry 4', 'url', /required/],
    ['biocollect.json', 'entry 3', 'name', /required/],
    ['scistarter.json', 'entry 2', 'url', /http/],
    ['ppsr-core.jsonl', 'line 3', 'body', /cannot be read as JSON/],
    ['ppsr-core.jsonl', 'line 4', 'projectStatus', /Periodically active/],
    ['projects.csv', 'line 5', 'body', /has 12 cells, but there are 11 columns/],
    ['projects.csv', 'line 6', 'topics', /nearest: Birds/],
    ['citizenscience-gov.csv', 'line 18', 'url', /required/],
  ])('%s: %s is refused for %s', (file, place, field, message) => {
    const entry = reports.get(file)?.entries.find((each) => each.place === place);
    expect(entry).toMatchObject({
      result: 'refused',
      errors: [{ field, message: expect.stringMatching(message) as string }],
    });
  });

  test('imported again, they are updates, and --contact names the contact', async () => {
    const before = await count(service, 'projects');
    const { report } = await bring(fixture('scistarter.json'), '--contact', 'asks@example.org');
    expect(report.entries.map(({ result }) => result)).toEqual(['updated', 'updated', 'refused']);
    expect(await count(service, 'projects')).toBe(before);
    const asked = await count(service, `projects where fields like '%"contact_email":"asks@example.org"%'`);
    expect(asked).toBe(2);
    expect(JSON.stringify(report)).not.toContain('the owner is the contact');
  });

  test('the report as a table has a line for each message, and no formula', async () => {
    const table = join(service.dataDir, 'report.CSV');
    const entries = [
      projectEntry('=1+cmd("calc")', 'https://formula.example/', { unread: 1 }),
      { name: 'Two, "faults"', url: 'https://two.example/', origin: 'x', contact_email: 'x' },
    ];
    await importEntries(service, 'owner@example.org', entries, '--report', table);
    const text = await readFile(table, 'utf8');
    expect(parse(text, { bom: true })).toEqual([
      ['place', 'name', 'result', 'project_id', 'field', 'message'],
      [
        ...['entry 0', `'=1+cmd("calc")`, 'added with warnings'],
        ...[expect.stringMatching(/^\d+$/) as string, 'unread', 'has no field here, and is left out'],
      ],
      ['entry 1', 'Two, "faults"', 'refused', '', 'description', 'is required'],
      ['entry 1', 'Two, "faults"', 'refused', '', 'contact_email', 'must be an email address'],
    ]);
  });

  const files: [what: string, name: string, bytes: string | Uint8Array, read: number | RegExp][] = [
    ['nothing', 'empty.csv', ' \n', /is empty\.$/],
    [
      'no words',
      'picture.json',
      Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0xff, 0xfe),
      /is neither JSON nor CSV/,
    ],
    ['another table', 'cars.csv', 'make,model\nA,B\n', /neither JSON nor CSV.*name or projectName/],
    ['a column twice', 'twice.csv', 'name,Name\nA,B\n', /names the column name twice/],
    [
      'an object with no list',
      'object.json',
      '{"count": 0,\n "next": null}',
      /must hold an array of projects\.$/,
    ],
    [
      'a table in UTF-16, as spreadsheets save it',
      'utf16.csv',
      Buffer.from(
        '\ufeffname\turl\tdescription\torigin\tcontact_email\r\nUTF\thttps://u.example/\tÜ\tÖ\tu@example.org\r\n',
        'utf16le',
      ),
      1,
    ],
    [
      'a table with an open quotation mark',
      'open.csv',
      'name,url,description,origin,contact_email\nA,https://a.example/,Fine,O,a@example.org\nB,https://b.example/,"Open,O,b@example.org\nC,https://c.example/,Fine,O,c@example.org\n',
      1,
    ],
    [
      'one project on one line',
      'one.jsonl',
      JSON.stringify(projectEntry('Alone', 'https://alone.example/')),
      1,
    ],
    [
      'a list under a name, over several lines',
      'results.json',
      JSON.stringify({ results: [projectEntry('In results', 'https://results.example/')] }, null, 2),
      1,
    ],
  ];
  test.each(files)('a file with %s', async (_, name, bytes, wanted) => {
    const file = join(service.dataDir, name);
    await writeFile(file, bytes);
    const { json } = await service.operator<{ added: number; error?: string }>(
      ...['import', file, '--owner', 'owner@example.org', '--dry-run'],
    );
    if (typeof wanted === 'number') expect(json.added).toBe(wanted);
    else expect(json).toEqual({ result: 'error', error: expect.stringMatching(wanted) as string });
  });

  test('the example of the documentation is the report', async () => {
    const report = join(service.dataDir, 'example.csv');
    const fresh = await startService(engine);
    // Some of its entries are refused.
    await fresh.operator(
      ...[
        'import',
        fixture('ppsr-core.jsonl'),
        '--owner',
        'you@example.org',
        '--dry-run',
        '--report',
        report,
      ],
    );
    const page = await readFile(join(root, 'docs/operating/commands.md'), 'utf8');
    const [, example = ''] = /```csv\n(.*?)```/s.exec(page) ?? [];
    expect((await readFile(report, 'utf8')).replaceAll('\r\n', '\n')).toBe(`\uFEFF${example}`);
  });

  test('a report that cannot be written is reported before anything is stored', async () => {
    const before = await count(service, 'projects');
    const { json } = await service.operator(
      ...[
        'import',
        fixture('projects.csv'),
        '--owner',
        'new@example.org',
        '--report',
        '/nowhere/at/all.json',
      ],
    );
    expect(json).toMatchObject({
      result: 'error',
      error: expect.stringMatching(/^The report .* cannot be written/) as string,
    });
    expect([
      await count(service, 'projects'),
      await count(service, `addresses where address = 'new@example.org'`),
    ]).toEqual([before, 0]);
  });
});
