/** Long bodies with projects are read in a thread: the results and the messages are the same. */
import { beforeAll, describe, expect, test } from 'vitest';
import { engines, type Service, startService } from '../../set-up/service/start-service.ts';
import { importAll, newKey, projectEntry, refusal, rows } from '../scene.ts';

const entry = projectEntry('Moss', 'https://moss.example');
const json = (fields: unknown) => JSON.stringify(fields);
const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
const multipart = (fields: Record<string, string>) =>
  `${Object.entries(fields)
    .map(([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    .join('')}--x--\r\n`;
const types = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  latin1: 'application/x-www-form-urlencoded; charset=iso-8859-1',
  multipart: 'multipart/form-data; boundary=x',
  xml: 'application/xml',
};

/** Padding that is not read. */
const lengths = { json: ' ', form: '&', latin1: '&', multipart: '\r\n', xml: ' ' };
const longer = (body: string, type: keyof typeof types, length: number) =>
  body + lengths[type].repeat(Math.ceil(length / lengths[type].length));

/** A ring with so many points that simplifying changes little. */
const circle = (points: number) => {
  const ring = Array.from({ length: points - 1 }, (_, n) => {
    const turn = (2 * Math.PI * n) / (points - 1);
    return [Number((10 + 9 * Math.cos(turn)).toFixed(8)), Number((50 + 9 * Math.sin(turn)).toFixed(8))];
  });
  return { type: 'Polygon', coordinates: [[...ring, ring[0] as number[]]] };
};

const given: [situation: string, type: keyof typeof types, body: string, status: number][] = [
  ['a project', 'json', json(entry), 200],
  ['a project as a form', 'form', form({ ...entry, topics: 'Birds' }), 200],
  ['a project in parts', 'multipart', multipart({ ...entry, name: 'Möss' }), 200],
  ['a form in Latin-1', 'latin1', `${form(entry)}&city=K%F6ln`, 200],
  ['bytes that are not text', 'form', `${form(entry)}&city=K%F6ln`, 400],
  ['a field that is not known', 'json', json({ ...entry, colour: 'green' }), 200],
  [
    'names of PPSR',
    'json',
    json({ ...entry, url: undefined, projectUrl: 'moss.example', hasTag: ['a'] }),
    200,
  ],
  ['bad fields under names of PPSR', 'json', json({ ProjectName: 'x', ProjectStatus: 'gone' }), 400],
  ['an area', 'json', json({ ...entry, regions: circle(50) }), 200],
  ['an area that crosses itself', 'json', json({ ...entry, regions: 'POLYGON((0 0,9 9,9 0,0 9,0 0))' }), 200],
  ['bad fields', 'json', json({ name: 'x', topics: ['Atlantis'], url: 'javascript:1' }), 400],
  ['a bad id under its own name', 'json', json({ ...entry, acme_id: '-1' }), 400],
  ['no JSON', 'json', `${json(entry)}}`, 400],
  ['JSON that is nested too deep', 'json', `{"regions":${'['.repeat(70)}${']'.repeat(70)}}`, 400],
  ['a list', 'json', '[1]', 400],
  ['another type', 'xml', '<a/>', 415],
];

describe.each(engines)('long bodies on %s', (engine) => {
  let service: Service;
  let key: string;
  let id: number;

  beforeAll(async () => {
    service = await startService(engine, { SERVICE_SLUG: 'acme' });
    const birds = projectEntry('Bird Count', 'https://birds.example', { id: 11 });
    await importAll(service, 'owner@example.org', [birds], '--publish');
    key = await newKey(service, 'owner@example.org');
    id = (await added(json(projectEntry('Ferns', 'https://ferns.example')))).project_id;
  });

  const post = (body: string, type: keyof typeof types, query = `?key=${key}`) =>
    service.get(`/api/project/add${query}`, {
      method: 'POST',
      headers: { 'content-type': types[type] },
      body: Buffer.from(body),
    });
  const added = async (body: string) => {
    const reply = await post(body, 'json');
    expect(reply.status).toBe(200);
    return (await reply.json()) as { project_id: number; state: string; warnings?: string[] };
  };
  /** The reply without the parts that differ between projects. */
  const told = async (reply: Response) => ({
    status: reply.status,
    body: (await reply.text())
      .replace(/"(project|service|acme)_id":\d+/g, '"$1_id":0')
      .replace(/project\/\d+/, 'project/0'),
  });

  test.each(given)('%s', async (_, type, body, status) => {
    const short = await told(await post(body, type));
    expect(short.status).toBe(status);
    expect(await told(await post(longer(body, type, 20_000), type))).toEqual(short);
    expect(await told(await post(longer(body, type, 300_000), type))).toEqual(short);
  });

  test('the key may be in a long body, and must be right', async () => {
    const sent = (given: string) => longer(json({ ...entry, key: given }), 'json', 50_000);
    expect((await post(sent(key), 'json', '')).status).toBe(200);
    await refusal(await post(sent('mh_nobody'), 'json', ''), 401, 'wrong_key');
  });

  test('a long body can be an update, by either name of the id', async () => {
    for (const [name, city] of [
      ['service_id', 'Here'],
      ['acme_id', 'There'],
    ] as const) {
      const body = longer(json({ [name]: id, city }), 'json', 20_000);
      expect(await added(body)).toMatchObject({ project_id: id, state: 'awaiting_review' });
      const [row] = await rows<{ fields: string }>(
        service,
        `select fields from projects where project_id = ${id}`,
      );
      expect(JSON.parse(row?.fields ?? '')).toMatchObject({ city });
    }
    const strange = longer(json({ acme_id: 999_999, city: 'Nowhere' }), 'json', 20_000);
    const { errors } = await refusal(await post(strange, 'json'), 404, 'no_project');
    expect(errors?.map(({ field }) => field)).toEqual(['acme_id']);
  });

  test('an outline with the most points that are read is simplified, stored and found', async () => {
    const body = json({ ...entry, name: 'Wide Moss', regions: circle(99_999) });
    const { project_id, warnings } = await added(body);
    expect(warnings?.join()).toContain('regions has 99999 points and is simplified to 20000');
    await service.operate('publish', String(project_id));
    const found = await service.get(`/finder?format=json&lat=58.9&lng=10&key=${key}`);
    const { results } = (await found.json()) as { results: { id: number; distance_km: number }[] };
    expect(results.map((one) => [one.id, one.distance_km])).toContainEqual([project_id, 0]);
  });

  test('of many at once from one address some are refused, and nothing is lost', async () => {
    const body = json({ ...entry, regions: circle(20_000) });
    const replies = await Promise.all(Array.from({ length: 24 }, () => post(body, 'json')));
    const codes = replies.map(({ status }) => status);
    expect(new Set(codes)).toEqual(new Set([200, 429]));
    expect(codes.filter((one) => one === 200).length).toBeGreaterThanOrEqual(8);
    expect(replies.find(({ status }) => status === 429)?.headers.get('retry-after')).toBe('5');
    expect((await post(body, 'json')).status).toBe(200);
  });
});
