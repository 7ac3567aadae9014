/** Projects sent under PPSR's names: of 2013–15, and of PPSR Core of 2020. */
import { beforeAll, describe, expect, test } from 'vitest';
import { names2013, names2020, ppsrNames } from '../../../src/contract/ppsr/names.ts';
import { engines, type Service, shareService } from '../../set-up/service/start-service.ts';
import {
  addProject,
  count,
  fieldsOf,
  importEntries,
  newKey,
  projectEntry,
  refusal,
  rows,
  success,
} from '../scene.ts';

const square = (from: number) => [
  [from, 0],
  [from + 2, 0],
  [from + 2, 2],
  [from, 0],
];
const polygon = { type: 'Polygon', coordinates: [square(0)] };
const area = { kind: 'area', geometry: polygon };
const pin = { kind: 'area', geometry: { type: 'Point', coordinates: [7.5, 1] } };
const pins = {
  kind: 'area',
  geometry: {
    type: 'MultiPoint',
    coordinates: [
      [7.5, 1],
      [8, 2],
    ],
  },
};
const northernAmerica = { code: '021', name: 'Northern America' };
const easternEurope = { code: '151', name: 'Eastern Europe' };

const pinNames = [
  'projectGeographicLocation.projectPinLatitude',
  'projectGeographicLocation.projectPinLongitude',
];

/** As the catalogues of those years exchanged it. */
const document2013 = {
  ProjectGUID: '7f1c2c3e-0d5b-4b7e-9f1a-2f5d1d8f6b11',
  ProjectName: 'Loon Watch',
  ProjectDataProvider: 'Lakes Data Exchange',
  ProjectDescription: 'Volunteers count loons on northern lakes.\n\nOnce a year, in July.',
  ProjectDateLastUpdated: '2014-05-02',
  ProjectContactName: 'Lou Nash',
  ProjectContactEmail: 'lou@loons.example',
  ProjectStatus: 'Periodically active',
  ProjectURL: 'https://loons.example/watch',
  ProjectKeywords: 'loons, lakes; birds',
  ProjectTwitter: '@loonwatch',
  ProjectFacebook: 'https://www.facebook.com/loonwatch',
};
const kept2013 = {
  name: 'Loon Watch',
  description: document2013.ProjectDescription,
  url: 'https://loons.example/watch',
  origin: 'Lakes Data Exchange',
  contact_name: 'Lou Nash',
  contact_email: 'lou@loons.example',
  twitter_name: '@loonwatch',
  facebook_page: 'https://www.facebook.com/loonwatch',
  status: 'active',
  preregistration: false,
  outdoors: true,
  indoors: true,
  project_type: 'Project',
  tags: ['loons', 'lakes', 'birds'],
  external_id: document2013.ProjectGUID,
  topics: [],
  activities: [],
  UN_regions: [],
};

const document2020 = {
  projectId: 'a2a5a1f0-2f0e-4d1c-9c5b-3c8d2e7f9a10',
  projectDateCreated: '2020-02-01T00:00:00Z',
  projectLastUpdatedDate: '2020-11-20T10:00:00Z',
  projectName: 'Frog Calls',
  projectAim: 'Map where frogs call in spring',
  projectDescription: 'People record frogs by telephone.',
  hasTag: ['Participate from home', 'Suitable for children'],
  difficultyLevel: 'Easy',
  keyword: 'frogs, sound',
  projectStatus: 'Not yet started',
  projectStartDate: '2021-03-01',
  projectScienceType: ['Biological Sciences - Zoology'],
  projectUrl: 'https://frogcalls.example/',
  unRegions: ['021 - Northern America', 'Europe - Eastern Europe (151)'],
  language: 'en',
  projectResponsiblePartyName: 'The Frog Institute',
  projectResponsiblePartyContactEmail: 'institute@frogs.example',
  contactPoint: [
    {
      contactName: 'Fay Reed',
      meansOfContact: 'Email',
      contactDetails: 'fay@frogs.example',
      contactPointType: 'Coordinator',
    },
    { contactName: 'Fay Reed', meansOfContact: 'Phone', contactDetails: '+1 555 0101' },
    { contactName: 'Fay Reed', meansOfContact: 'Physical address', contactDetails: '1 Pond Road' },
  ],
  projectMedia: [
    { projectMediaType: 'Audio URL', projectMediaFile: 'https://frogcalls.example/call.mp3' },
    {
      projectMediaType: 'Image URL',
      projectMediaFile: 'https://frogcalls.example/logo.png',
      projectMediaCredit: 'Ray Lane',
    },
    { projectMediaType: 'Video URL', projectMediaFile: 'https://vimeo.com/1' },
  ],
  projectGeographicLocation: {
    projectPinLatitude: 1,
    projectPinLongitude: 1,
    projectGeographicCoverage: { ...polygon, centre: [1, 1] },
  },
  projectOriginalRepository: 'BioCatalogue',
  projectHowToParticipate: 'Call the number.',
  projectTask: 'Hold up your telephone',
  projectEquipment: 'A telephone.',
  projectExternalLinks: [
    'https://twitter.com/frogcalls',
    'https://www.facebook.com/frogcalls',
    'https://frogcalls.example/blog/',
    'https://apps.example/frogs',
  ],
  projectParticipants: {
    projectParticipantsNumberOfActive: 40,
    projectParticipantAge: ['Elementary school (6-10)', 'Families', 'General public', 'Targeted group'],
  },
};
const kept2020 = {
  name: 'Frog Calls',
  description: 'People record frogs by telephone.',
  url: 'https://frogcalls.example/',
  origin: 'BioCatalogue',
  contact_name: 'Fay Reed',
  contact_email: 'institute@frogs.example',
  contact_phone: '+1 555 0101',
  contact_address: '1 Pond Road',
  video_url: 'https://vimeo.com/1',
  blog_url: 'https://frogcalls.example/blog/',
  twitter_name: 'https://twitter.com/frogcalls',
  facebook_page: 'https://www.facebook.com/frogcalls',
  status: 'starting',
  preregistration: false,
  start_date: '2021-03-01',
  languages: ['en'],
  public_contact_type: 'Coordinator',
  goal: 'Map where frogs call in spring',
  task: 'Hold up your telephone',
  image: 'https://frogcalls.example/logo.png',
  image_credit: 'Ray Lane',
  how_to_join: 'Call the number.',
  gear: 'A telephone.',
  outdoors: true,
  indoors: true,
  project_type: 'Project',
  audience: ['Elementary school (6 - 10 years)', 'Families', 'Adults'],
  regions: area,
  UN_regions: [northernAmerica, easternEurope],
  topics: ['Animals'],
  activities: [],
  tags: ['frogs', 'sound', 'Participate from home', 'Suitable for children'],
  external_id: document2020.projectId,
};

describe.each(engines)('PPSR on %s', (engine) => {
  let service: Service;
  let owner: string;

  beforeAll(async () => {
    service = await shareService(engine);
    owner = await newKey(service, 'owner@example.org');
  });

  const send = (fields: object) => service.postJson('/api/project/add', { key: owner, ...fields });
  const stored = async (id: number) => {
    const [row] = await rows<{ fields: string }>(
      service,
      `select fields from projects where project_id = ${id}`,
    );
    return JSON.parse(row?.fields ?? 'null') as Record<string, unknown>;
  };
  const kept = async (fields: object) =>
    stored((await success('POST /api/project/add', await send(fields))).project_id);
  const base = projectEntry('Moss Map', 'https://moss.example/');
  const without = (...names: string[]) =>
    Object.fromEntries(Object.entries(base).filter(([name]) => !names.includes(name)));

  test('a whole document of 2013 is a project', async () => {
    const reply = await success('POST /api/project/add', await send(document2013));
    expect(reply.warnings).toEqual(['unknown fields were ignored: ProjectDateLastUpdated']);
    expect(await stored(reply.project_id)).toEqual(kept2013);
  });

  test('a whole document of 2020 is a project', async () => {
    const reply = await success('POST /api/project/add', await send(document2020));
    expect(reply.warnings).toEqual([
      'unknown fields were ignored: difficultyLevel',
      'no field of a project took: projectGeographicLocation.projectPinLatitude, projectGeographicLocation.projectPinLongitude, projectParticipants.projectParticipantsNumberOfActive',
    ]);
    expect(await stored(reply.project_id)).toEqual(kept2020);
  });

  test('a document of 2020 may be sent as a form, its objects as JSON', async () => {
    const form = Object.entries(document2020).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]);
    const reply = await service.postForm(`/api/project/add?key=${owner}`, Object.fromEntries(form));
    expect(await stored((await success('POST /api/project/add', reply)).project_id)).toEqual(kept2020);
  });

  test('documents of both may be imported', async () => {
    const { json } = await importEntries(service, 'owner@example.org', [
      { ...document2013, ProjectName: 'Imported Loons' },
      { ...document2020, projectName: 'Imported Frogs', projectTask: null },
      { ...document2020, projectName: '', projectUrl: 'ftp://x' },
    ]);
    expect(json).toMatchObject({
      added: 2,
      refused: [{ index: 2, fields: [{ field: 'projectName' }, { field: 'projectUrl' }] }],
    });
  });

  const tried = new Set<string>();
  const fields: [name: string, sent: object, wanted: object, leave?: string[]][] = [
    ['ProjectName', { ProjectName: 'Loons' }, { name: 'Loons' }, ['name']],
    ['ProjectDescription', { ProjectDescription: 'Loons.' }, { description: 'Loons.' }, ['description']],
    ['ProjectUrl', { ProjectUrl: 'https://a.example/' }, { url: 'https://a.example/' }, ['url']],
    ['ProjectURL', { ProjectURL: 'https://a.example/' }, { url: 'https://a.example/' }, ['url']],
    ['ProjectDataProvider', { ProjectDataProvider: 'Lakes' }, { origin: 'Lakes' }, ['origin']],
    ['ProjectContactName', { ProjectContactName: 'Lou' }, { contact_name: 'Lou' }],
    [
      'ProjectContactEmail',
      { ProjectContactEmail: 'lou@loons.example' },
      { contact_email: 'lou@loons.example' },
      ['contact_email'],
    ],
    ['ProjectStatus', { ProjectStatus: 'On hold' }, { status: 'hiatus' }],
    ['ProjectKeywords', { ProjectKeywords: ['loons', 'lakes'] }, { tags: ['loons', 'lakes'] }],
    ['ProjectTwitter', { ProjectTwitter: '@loons' }, { twitter_name: '@loons' }],
    ['ProjectFacebook', { ProjectFacebook: 'https://fb.com/l' }, { facebook_page: 'https://fb.com/l' }],
    ['ProjectGUID', { ProjectGUID: 42 }, { external_id: '42' }],

    ['projectName', { projectName: 'Loons' }, { name: 'Loons' }, ['name']],
    ['projectDescription', { projectDescription: 'Loons.' }, { description: 'Loons.' }, ['description']],
    ['projectUrl', { projectUrl: 'https://a.example/' }, { url: 'https://a.example/' }, ['url']],
    [
      'projectOriginalRepository',
      { projectOriginalRepository: ['Lakes', 'Ponds'], projectResponsiblePartyName: 'x' },
      { origin: 'Lakes' },
      ['origin'],
    ],
    ['projectResponsiblePartyName', { projectResponsiblePartyName: 'x' }, { origin: 'x' }, ['origin']],
    [
      'projectResponsiblePartyContactEmail',
      { projectResponsiblePartyContactEmail: 'a@a.example', contactPoint: 'b@a.example' },
      { contact_email: 'a@a.example' },
      ['contact_email'],
    ],
    ['contactPoint', { contactPoint: 'b@a.example' }, { contact_email: 'b@a.example' }, ['contact_email']],
    [
      'contactPoint',
      { contactPoint: { contactName: 'B', meansOfContact: 'Email', contactDetails: 'b@a.example' } },
      { contact_email: 'b@a.example', contact_name: 'B' },
      ['contact_email'],
    ],
    [
      'contactPoint',
      { contactPoint: { meansOfContact: ['Phone', 'Email'], contactDetails: ['1', 'b@a.example'] } },
      { contact_email: 'b@a.example', contact_phone: '1' },
      ['contact_email'],
    ],
    [
      'contactPoint',
      { contactPoint: { contactName: 'B', contactDetails: 'b@a.example' } },
      { contact_email: 'b@a.example' },
      ['contact_email'],
    ],
    [
      'contactPoint',
      { contactPoint: { name: 'B', email: 'b@a.example', telephone: '1' } },
      { contact_email: 'b@a.example', contact_name: 'B', contact_phone: '1' },
      ['contact_email'],
    ],
    ['projectAim', { projectAim: 'Count loons' }, { goal: 'Count loons' }],
    ['projectTask', { projectTask: 'Look out' }, { task: 'Look out' }],
    ['projectHowToParticipate', { projectHowToParticipate: 'Come.' }, { how_to_join: 'Come.' }],
    ['projectEquipment', { projectEquipment: 'A boat.' }, { gear: 'A boat.' }],
    ['projectStatus', { projectStatus: 'not yet started' }, { status: 'starting' }],
    ['projectStatus', { projectStatus: 'Active' }, { status: 'active' }],
    ['projectStatus', { projectStatus: 'Periodically active' }, { status: 'active' }],
    ['projectStatus', { projectStatus: 'On hold' }, { status: 'hiatus' }],
    ['projectStatus', { projectStatus: 'Completed' }, { status: 'complete' }],
    ['projectStatus', { projectStatus: 'Abandoned' }, { status: 'complete' }],
    ['projectStatus', { projectStatus: 'hiatus' }, { status: 'hiatus' }],
    [
      'projectGeographicLocation.projectGeographicCoverage',
      { projectGeographicLocation: [{ projectGeographicCoverage: JSON.stringify(polygon) }] },
      { regions: area },
    ],
    [
      'projectGeographicLocation.projectGeographicCoverage',
      { 'projectGeographicLocation.projectGeographicCoverage': 'POLYGON((0 0, 2 0, 2 2, 0 0))' },
      { regions: area },
    ],
    [
      'projectGeographicLocation.projectGeographicCoverage',
      {
        projectGeographicLocation: [
          { projectGeographicCoverage: polygon },
          { projectGeographicCoverage: { type: 'MultiPolygon', coordinates: [[square(10)], [square(20)]] } },
        ],
      },
      {
        regions: {
          kind: 'area',
          geometry: { type: 'MultiPolygon', coordinates: [[square(0)], [square(10)], [square(20)]] },
        },
      },
    ],
    [
      'projectGeographicLocation.projectGeographicCoverage',
      { projectGeographicLocation: { projectGeographicCoverage: { type: 'Point', coordinates: [7.5, 1] } } },
      { regions: pin },
    ],
    [
      'projectGeographicLocation.projectGeographicCoverage',
      {
        projectGeographicLocation: [
          { projectGeographicCoverage: { type: 'Point', coordinates: [7.5, 1] } },
          { projectGeographicCoverage: { type: 'MultiPoint', coordinates: [[8, 2]] } },
        ],
      },
      { regions: pins },
    ],
    [
      'projectGeographicLocation.projectPinLatitude',
      { projectGeographicLocation: { projectPinLatitude: 1, projectPinLongitude: 7.5 } },
      { regions: pin },
    ],
    [
      'projectGeographicLocation.projectPinLongitude',
      {
        projectGeographicLocation: [
          { projectPinLatitude: ' 1.0', projectPinLongitude: '7.5', projectGeographicCoverage: '' },
          { projectPinLatitude: 0, projectPinLongitude: 0 },
          { projectPinLatitude: '', projectPinLongitude: null },
          { projectPinLatitude: 2, projectPinLongitude: 8 },
        ],
      },
      { regions: pins },
    ],
    [
      'projectGeographicLocation.projectPinLatitude',
      {
        'projectGeographicLocation.projectPinLatitude': '1',
        'projectGeographicLocation.projectPinLongitude': '7.5',
      },
      { regions: pin },
    ],
    [
      'projectStartDate',
      { projectStartDate: '2019-05-01T00:00:00+10:00', projectDuration: 'five years' },
      { start_date: '2019-05-01', project_duration: 'five years' },
    ],
    ['projectDuration', { projectDuration: ['P5Y'] }, { project_duration: 'P5Y' }],
    ['language', { language: ['English', 'es, fr'] }, { languages: ['English', 'es', 'fr'] }],
    [
      'contactPoint.contactPointType',
      {
        contactPoint: [{ meansOfContact: 'Email', contactDetails: 'b@a.example', contactPointType: 'Press' }],
      },
      { contact_email: 'b@a.example', public_contact_type: 'Press' },
      ['contact_email'],
    ],
    ['projectId', { projectId: 'ae-12' }, { external_id: 'ae-12' }],
    ['projectExternalId', { projectId: 12, projectExternalId: ['x-1', 'y-2'] }, { external_id: 'x-1' }],
    ['projectLocality', { projectLocality: 'The old harbour' }, { region_label: 'The old harbour' }],
    ['projectCountry', { projectCountry: ['Belgium', 'France'] }, { country: 'Belgium' }],
    [
      'scientificProcessInvolved',
      { scientificProcessInvolved: ['Observation', 'specimen/sample collection', 'DIY hacking/making'] },
      { activities: ['Observation', 'Specimen or sample collection', 'Making and building'] },
    ],
    [
      'scientificProcessInvolved',
      { scientificProcessInvolved: 'Observation, Site selection and/or description' },
      { activities: ['Observation', 'Site selection or description'] },
    ],
    [
      'projectScienceType',
      {
        projectScienceType: ['Earth Sciences - Oceanography', 'Statistics', 'Biological Sciences - zoology'],
      },
      { topics: ['Ocean/water and marine', 'Animals'] },
    ],
    [
      'projectScienceType',
      { projectScienceType: ['Earth Sciences - Geology'], topics: ['Birds'] },
      { topics: ['Birds'] },
    ],
    [
      'projectAim',
      { projectAim: 'Count loons.', description: 'Count loons daily. Yes.' },
      { goal: 'Count loons.' },
    ],
    ['unRegions', { unRegions: '021 - Northern America' }, { UN_regions: [northernAmerica] }],
    [
      'unRegions',
      { unRegions: '446 - China, Macao Special Administrative Region, 021 - Northern America' },
      { UN_regions: [{ code: '446', name: 'China, Macao Special Administrative Region' }, northernAmerica] },
    ],
    [
      'unRegions',
      { unRegions: ['Americas – North America (021)', 'Asia – Eastern Europe 151)', 'Northern America'] },
      { UN_regions: [northernAmerica, easternEurope] },
    ],
    ['unRegions', { unRegions: [21, { code: '151' }] }, { UN_regions: [northernAmerica, easternEurope] }],
    ['keyword', { keyword: ['loons, lakes', 'birds'] }, { tags: ['loons', 'lakes', 'birds'] }],
    [
      'hasTag',
      { hasTag: ['Do-it-yourself', 'loons'], keyword: 'loons' },
      { tags: ['loons', 'Do-it-yourself'] },
    ],
    ['projectMedia', { projectMedia: ['https://a.example/i.png'] }, { image: 'https://a.example/i.png' }],
    [
      'projectMedia',
      { projectMedia: ['https://youtu.be/1', 'https://a.example/v.mp4', 'https://a.example/i'] },
      { image: 'https://a.example/i', video_url: 'https://youtu.be/1' },
    ],
    [
      'projectMedia',
      {
        projectMedia: [
          { projectMediaType: 'Image file', projectMediaFile: 'logo.png', projectMediaCredit: 'x' },
          { projectMediaType: 'Image URL', projectMediaFile: 'https://a.example/i', projectMediaCredit: 'R' },
        ],
      },
      { image: 'https://a.example/i', image_credit: 'R' },
    ],
    [
      'projectParticipants.projectParticipantAge',
      { projectParticipants: { projectParticipantAge: 'Middle school (11-13), Youth/teen (up to 17)' } },
      { audience: ['Middle school (11 - 13 years)', 'High school (14 - 17 years)'] },
    ],
    [
      'projectExternalLinks',
      { projectExternalLinks: [{ url: 'https://blog.a.example/' }, { url: 'https://x.com/a' }] },
      { blog_url: 'https://blog.a.example/', twitter_name: 'https://x.com/a' },
    ],
  ];
  test.each(fields)('%s: %j', async (name, sent, wanted, leave = []) => {
    tried.add(name);
    expect(await kept({ ...without(...leave), ...sent })).toMatchObject(wanted);
  });

  test('every name is tested above', () => {
    const all = [...names2013, ...names2020].map(({ name }) => name);
    expect(all.filter((name) => !tried.has(name))).toEqual([]);
    expect([...ppsrNames].length).toBeGreaterThan(30);
  });

  test.each<[string, object, object]>([
    ['of the name', { name: 'Ours', ProjectName: 'Theirs', projectName: 'Theirs' }, { name: 'Ours' }],
    ['of the tags', { tags: ['ours'], keyword: 'theirs', hasTag: ['theirs'] }, { tags: ['ours'] }],
    ['though theirs is wrong', { status: 'complete', projectStatus: 'lost' }, { status: 'complete' }],
    ['of the regions', { regions: 'online', projectGeographicLocation: {} }, { regions: { kind: 'online' } }],
  ])('if both are given, ours counts: %s', async (_, sent, wanted) => {
    expect(await kept({ ...base, ...sent })).toMatchObject(wanted);
  });

  test('an external id selects nothing', async () => {
    const first = await success('POST /api/project/add', await send(document2013));
    const second = await success('POST /api/project/add', await send(document2013));
    expect(second.project_id).not.toBe(first.project_id);
  });

  test('a targeted group, a pin at 0, 0 and an empty object count as absent', async () => {
    const said = await kept({
      ...base,
      projectParticipants: { projectParticipantAge: 'Targeted group' },
      projectGeographicLocation: { projectPinLatitude: 0, projectPinLongitude: 0 },
      contactPoint: {},
      projectMedia: [],
      projectExternalLinks: ['https://apps.example/'],
    });
    expect(
      Object.keys(said).filter((name) => /audience|regions$|image|video|blog|contact_name/.test(name)),
    ).toEqual(['UN_regions']);
  });

  test.each<[string, object, string | undefined]>([
    [
      'a pin alone',
      { projectGeographicLocation: { projectPinLatitude: 1, projectPinLongitude: 2 } },
      undefined,
    ],
    [
      'a pin at 0, 0',
      { projectGeographicLocation: { projectPinLatitude: 0, projectPinLongitude: '0' } },
      'projectGeographicLocation.projectPinLatitude, projectGeographicLocation.projectPinLongitude',
    ],
    [
      'a pin beside an outline, and its centre',
      {
        projectGeographicLocation: {
          projectPinLatitude: 1,
          projectPinLongitude: 1,
          projectGeographicCoverage: polygon,
          projectGeographicCoverageCentroidLatitude: 1,
        },
      },
      'projectGeographicLocation.projectPinLatitude, projectGeographicLocation.projectPinLongitude, projectGeographicLocation.projectGeographicCoverageCentroidLatitude',
    ],
    [
      'a pin beside regions of ours, which count',
      { regions: 'online', projectGeographicLocation: { projectPinLatitude: 1, projectPinLongitude: 2 } },
      undefined,
    ],
    [
      'members without a value',
      { projectParticipants: { projectParticipantsNumberOfActive: null } },
      undefined,
    ],
    [
      'a targeted group and a name of its own',
      { projectParticipants: [{ projectParticipantAge: 'Targeted group', ['x'.repeat(200)]: 1 }] },
      `projectParticipants.projectParticipantAge, projectParticipants.${'x'.repeat(100)}`,
    ],
  ])('members of an object that no field takes are named: %s', async (_, sent, named) => {
    for (const service_id of [undefined, await addProject(service, owner, 'Moss Map')]) {
      const reply = await success('POST /api/project/add', await send({ ...base, service_id, ...sent }));
      expect(reply.warnings).toEqual(named && [`no field of a project took: ${named}`]);
    }
  });

  test.each<[string, object, string[], string[]?]>([
    ['an address that is none', { ProjectUrl: 'loons' }, ['ProjectUrl'], ['url']],
    ['a script', { projectUrl: 'javascript:alert(1)' }, ['projectUrl'], ['url']],
    ['a name of spaces', { ProjectName: ' ' }, ['ProjectName'], ['name']],
    ['a contact that is none', { contactPoint: { email: 'Lou' } }, ['contactPoint'], ['contact_email']],
    [
      'details that are no email address',
      { contactPoint: { meansOfContact: 'Email', contactDetails: 'ask' } },
      ['contactPoint'],
      ['contact_email'],
    ],
    [
      'a contact without an email address',
      { contactPoint: { contactName: 'L' } },
      ['contact_email'],
      ['contact_email'],
    ],
    ['an aim of 121 characters', { projectAim: 'g'.repeat(121) }, ['projectAim']],
    ['a task of 121 characters', { projectTask: 't'.repeat(121) }, ['projectTask']],
    ['another status', { projectStatus: 'Retired' }, ['projectStatus']],
    ['a status that is no text', { ProjectStatus: { a: 1 } }, ['ProjectStatus']],
    ['keywords that are no texts', { keyword: [{ a: 1 }] }, ['keyword']],
    ['two of one field', { keyword: ['x'.repeat(201)], hasTag: ['y'] }, ['hasTag', 'keyword']],
    ['a process that is none', { scientificProcessInvolved: ['Guessing'] }, ['scientificProcessInvolved']],
    [
      'a page as contact that is no contact by page',
      { contactPoint: { meansOfContact: 'Phone', contactDetails: '1' } },
      ['contact_email'],
      ['contact_email'],
    ],
    ['a region of no number', { unRegions: ['Atlantis'] }, ['unRegions']],
    ['a region of another number', { unRegions: ['999 - Nowhere'] }, ['unRegions']],
    [
      'another age',
      { projectParticipants: { projectParticipantAge: 'Robots' } },
      ['projectParticipants.projectParticipantAge'],
    ],
    [
      'a coverage that is nowhere',
      { projectGeographicLocation: { projectGeographicCoverage: { type: 'Point', coordinates: [0, 0] } } },
      ['projectGeographicLocation.projectGeographicCoverage'],
    ],
    [
      'a pin beyond the pole',
      { projectGeographicLocation: { projectPinLatitude: 91, projectPinLongitude: 1 } },
      pinNames,
    ],
    ['half a pin', { projectGeographicLocation: { projectPinLatitude: 91 } }, pinNames],
    [
      'a pin in minutes',
      { projectGeographicLocation: { projectPinLatitude: `7° 30'`, projectPinLongitude: 1 } },
      pinNames,
    ],
    ['an image that is a script', { projectMedia: ['javascript:alert(1)'] }, ['projectMedia']],
    ['an identifier that is an object', { ProjectGUID: { a: 1 } }, ['ProjectGUID']],
  ])('%s is refused by the name it was sent as', async (_, sent, names, leave = []) => {
    const before = await count(service, 'projects');
    const refused = await refusal(await send({ ...without(...leave), ...sent }), 400, 'invalid');
    expect(fieldsOf(refused)).toEqual(names);
    expect(await count(service, 'projects')).toBe(before);
  });

  test('the refusal of an unknown status lists the words of its vocabulary', async () => {
    const { error } = await refusal(await send({ ...base, projectStatus: 'Retired' }), 400, 'invalid');
    expect(error).toContain('Periodically active');
  });

  test.each(['projectname', 'PROJECTNAME', 'project_name', 'ProjectTopic'])(
    '%s is no name of either',
    async (name) => {
      const { warnings } = await success('POST /api/project/add', await send({ ...base, [name]: 'x' }));
      expect(warnings).toEqual([`unknown fields were ignored: ${name}`]);
    },
  );
});
