/** Exports as PPSR Core, compared with its schema, and imported into another installation. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../../scripts/built.ts';
import { projectFields } from '../../../src/contract/api/project.ts';
import type { PpsrResult } from '../../../src/contract/ppsr/result.ts';
import { engines, type Service, startService } from '../../set-up/service/start-service.ts';
import { importAll, importEntries, newKey, projectEntry, rows, success } from '../scene.ts';

const file = join(root, 'server/demo/catalog.json');
const catalogue = JSON.parse(readFileSync(file, 'utf8')) as object[];

const schema = JSON.parse(
  readFileSync(join(root, 'test/fixtures/ppsr-core-2020.schema.json'), 'utf8'),
) as object;
const ajv = new Ajv({ allErrors: true, strict: false });
formats.default(ajv);
const validate = ajv.compile(schema);

/** Fields that PPSR Core requires and that a project here may leave out. */
const optional = [
  ...['projectStartDate', 'projectDuration', 'language', 'projectResponsiblePartyContactEmail'],
  'contactPointType',
];

/** Other errors of a document. */
function misfits(document: object): string[] {
  validate(document);
  return (validate.errors ?? [])
    .filter(
      ({ keyword, params }) =>
        keyword !== 'required' || !optional.includes(String(params['missingProperty'])),
    )
    .map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** The document without its id, its record's dates and the addresses of the installation. */
function bytes({
  projectId,
  projectExternalId,
  projectDateCreated,
  projectLastUpdatedDate,
  ...rest
}: PpsrResult) {
  expect([projectId, projectDateCreated, projectLastUpdatedDate].every((text) => text !== '')).toBe(true);
  expect(projectExternalId).not.toBe('');
  return JSON.stringify(rest).replaceAll(/"http:\/\/(127\.0\.0\.1|localhost):\d+\/project\/\d+/g, '"PAGE');
}

/** All fields of a project, with values that are easily lost. */
const everything = projectEntry('Everything — “at once”', 'https://every.example/?a=1&b=%20', {
  description: 'Not a sentence yet\nIts second line.\n\nAnd a paragraph with 3.14 in it.',
  contact_name: 'Secret Name',
  contact_affiliation: 'The Institute of Everything',
  contact_email: 'secret@every.example',
  contact_phone: '+1 555 0199',
  contact_address: '1 Secret Road',
  rsvp: 'rsvp@every.example',
  address: '2 Open Road',
  city: 'Ghent',
  state: 'East Flanders',
  zip: '9000',
  country: 'Belgium',
  video_url: 'https://videos.example/1',
  blog_url: 'https://every.example/news',
  twitter_name: '@every@social.example',
  facebook_page: 'https://social.example/every',
  status: 'hiatus',
  preregistration: true,
  task: 'Hold it up',
  how_to_join: 'Come.\n\nBring a friend.',
  special_skills: 'None',
  gear: 'A net.',
  outdoors: false,
  indoors: true,
  time_commitment: 'an hour a week',
  project_type: 'Event',
  audience: ['Graduate Students', 'College', 'High school (14 - 17 years)', 'Adults'],
  regions: 'MULTIPOINT(3.7174 51.0543, -70.25 -33, 180 -90)',
  region_label: 'Two towns, and a pole',
  UN_regions: ['446', 'Northern America'],
  topics: ['Science policy', 'Birds', 'Pollinators/insects'],
  activities: ['Other', 'Specimen or sample collection', 'Observation'],
  tags: ['Birds', 'a, comma', 'a; semicolon', 'Policy'],
  start_date: '2019-02-28',
  project_duration: 'as long as there are birds',
  languages: ['en', 'Français, québécois'],
  translations: { fr: { name: 'Tout — « à la fois »', gear: 'Rien' }, ar: { name: 'كل شيء' } },
  public_email: 'hello@every.example',
  public_contact_type: 'General enquiries',
  external_id: 'every-1',
});
const entries = [
  everything,
  projectEntry('With a goal', 'https://goal.example/', { goal: 'Count them', regions: 'POINT(0 51.4779)' }),
  projectEntry('With a goal that repeats', 'https://repeats.example/', {
    description: 'Count them. Every day.',
    goal: 'Count them.',
  }),
  projectEntry('A long sentence', 'https://long.example/', {
    description: `${'many words '.repeat(30)}and an end.`,
    regions: 'online',
  }),
  projectEntry('Nothing more', 'https://nothing.example/'),
];

/**
 * The stored fields of each project by its name, without the contact, the id elsewhere, and a goal that only repeats.
 */
const storedIn = async (service: Service): Promise<Map<string, object>> => {
  const stored = await rows<{ name: string; fields: string }>(service, 'select name, fields from projects');
  return new Map(
    stored.map(({ name, fields }) => {
      const project = JSON.parse(fields) as Record<string, unknown>;
      const kept = Object.entries(project).filter(
        ([field]) => !/^(contact_(name|email|phone|address)|external_id)$/.test(field),
      );
      return [name, Object.fromEntries(kept.filter(([, value]) => value !== 'Count them.'))];
    }),
  );
};

test('the project that says everything has a value for every field', () => {
  const given = new Set(Object.keys(everything));
  const fields = Object.keys(projectFields);
  // These are exported in a form of their own, and have tests of their own.
  expect(fields.filter((name) => !given.has(name))).toEqual([
    'presenting_org',
    'goal',
    'image',
    'image_credit',
  ]);
  expect([...given].filter((name) => !fields.includes(name))).toEqual([]);
});

describe.each(engines)('export and import on %s', (engine) => {
  let here: Service;
  let there: Service;
  let keys: [here: string, there: string];

  beforeAll(async () => {
    [here, there] = await Promise.all([startService(engine), startService(engine)]);
    keys = await Promise.all([newKey(here, 'reader@here.example'), newKey(there, 'adder@there.example')]);
    for (const brought of [catalogue, entries]) {
      await importAll(here, 'owner@here.example', brought, '--publish');
    }
  });

  const exported = async (service: Service, key: string, query: Record<string, string> = { q: '' }) => {
    const all: PpsrResult[] = [];
    let pages = 0;
    for (let cursor: string | undefined = ''; cursor !== undefined; pages++) {
      const asked = new URLSearchParams({ format: 'ppsr', key, ...query, ...(cursor !== '' && { cursor }) });
      const reply = await service.get(`/finder?${asked}`);
      const body = (await reply.json()) as { results: PpsrResult[]; next?: string };
      expect(reply.status).toBe(200);
      all.push(...body.results);
      cursor = body.next;
    }
    return { all, pages };
  };
  /** The names of projects whose documents differ, or are missing. */
  const different = (these: PpsrResult[], those: PpsrResult[]): string[] => {
    const [one, other] = [these, those].map((all) => new Set(all.map(bytes)));
    const alone = (all: PpsrResult[], others: Set<string> | undefined) =>
      all.filter((document) => !others?.has(bytes(document))).map(({ projectName }) => projectName);
    return [...alone(these, other), ...alone(those, one)];
  };

  test('every document is valid PPSR Core, and does not contain the contact', async () => {
    const { all } = await exported(here, keys[0]);
    expect(all).toHaveLength(catalogue.length + entries.length);
    expect(
      all.flatMap((document) => misfits(document).map((misfit) => [document.projectName, misfit])),
    ).toEqual([]);
    const text = JSON.stringify(all);
    const secrets = ['Secret Name', 'Secret Road', 'secret@', '555 0199', 'catalog@example.org'];
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  });

  test('a project that says everything is a whole document of PPSR Core', async () => {
    const { all } = await exported(here, keys[0], { q: 'everything at once' });
    validate(all[0]);
    expect(validate.errors).toBeNull();
  });

  test('the stored fields are exported, in PPSR’s names and vocabulary', async () => {
    const { all } = await exported(here, keys[0], { q: 'everything at once' });
    const page = expect.stringMatching(/\/project\/\d+-everything-at-once$/) as string;
    expect(all[0]).toMatchObject({
      projectExternalId: 'every-1',
      projectAim: 'Not a sentence yet',
      projectStatus: 'On hold',
      keyword: ['Science policy', 'Birds', 'Pollinators/insects', 'a, comma', 'a; semicolon', 'Policy'],
      projectStartDate: '2019-02-28T00:00:00Z',
      projectDuration: 'as long as there are birds',
      language: 'en, Français, québécois',
      projectResponsiblePartyContactEmail: 'hello@every.example',
      projectScienceType: [
        'Studies In Human Society - Policy And Administration',
        'Biological Sciences - Zoology',
      ],
      unRegions: ['China, Macao Special Administrative Region (446)', 'Northern America (021)'],
      projectLocality: 'Two towns, and a pole',
      projectResponsiblePartyName: 'The Institute of Everything',
      contactPoint: [
        {
          contactName: 'The Institute of Everything',
          meansOfContact: 'Email',
          contactDetails: 'hello@every.example',
          contactPointType: 'General enquiries',
        },
      ],
      projectMedia: [
        {
          projectMediaType: 'Video URL',
          projectMediaFile: 'https://videos.example/1',
          projectMediaCredit: '',
        },
      ],
      projectGeographicLocation: [
        { projectPinLatitude: 51.0543, projectPinLongitude: 3.7174 },
        { projectPinLatitude: -33, projectPinLongitude: -70.25 },
        { projectPinLatitude: -90, projectPinLongitude: 180 },
      ],
      projectHowToParticipate: 'Come.\n\nBring a friend.',
      projectTask: 'Hold it up',
      scientificProcessInvolved: ['Specimen/sample collection', 'Observation'],
      projectEquipment: 'A net.',
      projectExternalLinks: [page, 'https://every.example/news', 'https://social.example/every'],
      projectParticipants: {
        projectParticipantAge: ['Targeted group', 'Youth/teen (up to 17)', 'General public'],
      },
    });
    expect(all[0]).not.toHaveProperty('projectOriginalRepository');
  });

  test('an import elsewhere exports the same', async () => {
    const { all, pages } = await exported(here, keys[0], { q: '', limit: '100' });
    expect(pages).toBe(Math.ceil((catalogue.length + entries.length) / 100));
    const { code, json } = await importEntries(
      there,
      'importer@there.example',
      all,
      ...['--publish', '--contact', 'asks@there.example'],
    );
    expect({ code, json }).toMatchObject({ code: 0, json: { added: all.length, refused: [], warned: [] } });
    const again = await exported(there, keys[1]);
    expect(different(again.all, all)).toEqual([]);
    const [left, arrived] = await Promise.all([storedIn(here), storedIn(there)]);
    const lost = [...left].filter(([name, project]) => !isDeepStrictEqual(project, arrived.get(name)));
    expect(lost.map(([name, project]) => [name, project, arrived.get(name)])).toEqual([]);
    const stored = await rows<{ fields: string }>(there, `select fields from projects`);
    const ids = stored.map(({ fields }) => (JSON.parse(fields) as { external_id: string }).external_id);
    expect(new Set(ids)).toEqual(
      new Set(all.map(({ projectId, projectExternalId }) => projectExternalId ?? projectId)),
    );
  });

  test('project add accepts each document unchanged, and its export is the same', async () => {
    const names = new Set(entries.map(({ name }) => name));
    const { all } = await exported(here, keys[0]);
    const chosen = all.filter(({ projectName }, at) => names.has(projectName) || at % 100 === 0);
    const fresh = await startService(engine);
    const key = await newKey(fresh, 'adder@fresh.example');
    for (const document of chosen) {
      const reply = await success(
        'POST /api/project/add',
        await fresh.postJson('/api/project/add', { key, ...document }),
      );
      expect(reply.warnings).toEqual(
        document.public_email === undefined
          ? [
              'contactPoint names a page and no email address: that of your account is the contact; only editors see it',
            ]
          : undefined,
      );
      await fresh.operate('publish', String(reply.project_id));
    }
    const again = await exported(fresh, key);
    expect(different(again.all, chosen)).toEqual([]);
    const stored = await rows<{ fields: string }>(fresh, `select fields from projects`);
    for (const { fields } of stored) {
      const project = JSON.parse(fields) as { public_email?: string };
      expect(project).toMatchObject({ contact_email: project.public_email ?? 'adder@fresh.example' });
    }
    // One goal that only repeats the description, and one that does not.
    const goals = stored.map(({ fields }) => (JSON.parse(fields) as { goal?: string }).goal);
    expect(goals.filter((goal) => goal !== undefined)).toEqual(['Count them']);
  });

  test('long outlines come in more pages, none is left out, and a single one is always returned', async () => {
    const ring = (points: number, east: number) =>
      Array.from({ length: points }, (_, at) => {
        const turn = (2 * Math.PI * (at % (points - 1))) / (points - 1);
        return [east + 10 * Math.cos(turn), 10 * Math.sin(turn)];
      });
    const ids = [9001, 9002, 9003, 9004, 9005, 9006];
    const outlines = ids.map((id) =>
      projectEntry(`Longest outline ${id}`, 'https://long.example/', {
        id,
        regions: { type: 'Polygon', coordinates: [ring(19_000, id - 9000)] },
      }),
    );
    await importAll(here, 'owner@here.example', outlines, '--publish');
    const { all, pages } = await exported(here, keys[0], { phrase: 'longest outline' });
    expect(all.map(({ projectId }) => Number(projectId)).sort((one, other) => one - other)).toEqual(ids);
    expect(pages).toBeGreaterThan(1);
    expect(all.flatMap(misfits)).toEqual([]);
  });

  test('by place each has its distance', async () => {
    const { all } = await exported(here, keys[0], { lat: '51.4779', lng: '0', q: 'with a goal' });
    expect(all[0]).toMatchObject({ projectName: 'With a goal', distance_km: 0 });
  });
});
