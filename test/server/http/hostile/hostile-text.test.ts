/**
 * Texts that took quadratic time to read: each takes about as long as a plain text of the same length. Ratios, not
 * times: the machine may be busy.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { unlimited } from '../../../set-up/service/running-service.ts';
import { engines, type Service, startService } from '../../../set-up/service/start-service.ts';
import { importEntries, newKey, projectEntry } from '../../scene.ts';

const maxTimes = 20;
const tries = 4;

/** In this order, normalizing sorts each mark past all marks before it. */
const marks = (length: number) => '\u0301'.repeat(length / 2) + '\u0316'.repeat(length / 2);
const plain = (length: number) => 'word '.repeat(length / 5);

const record = (fields: object) => ({ path: '/embed/record', fields });
const add = (fields: object) => ({
  path: '/api/project/add',
  fields: { ...projectEntry('Text', 'https://text.example/'), name: '', ...fields },
});
const grant = 'a-grant-that-nobody-has-given';

type Sent = { path: string; fields: object };
const readings: [what: string, hostile: Sent, plain: Sent][] = [
  ...['project_id', 'duration', 'magnitude'].map((name): [string, Sent, Sent] => [
    `digits and a letter as ${name}`,
    record({ grant, project_id: 11, type: 'collection', [name]: `${'1'.repeat(60_000)}x` }),
    record({ grant, project_id: 11, type: 'collection', [name]: `${'x'.repeat(60_000)}x` }),
  ]),
  [
    'the name of a UN region of combining marks',
    add({ UN_regions: [{ name: marks(40_000) }] }),
    add({ UN_regions: [{ name: plain(40_000) }] }),
  ],
  [
    'a host of combining marks in every link',
    add({ projectExternalLinks: Array.from({ length: 80 }, () => `http://a${marks(1900)}/`) }),
    add({ projectExternalLinks: Array.from({ length: 80 }, () => `http://a${plain(1900)}/`) }),
  ],
  [
    'a hundred thousand links',
    add({ projectExternalLinks: Array.from({ length: 100_000 }, () => 'http://a') }),
    add({ projectExternalLinks: Array.from({ length: 100_000 }, () => '') }),
  ],
];

const pages: [what: string, hostile: string, plain: string][] = [
  ['combining marks', `a${marks(19_000)}`, plain(19_000)],
  ['white space before a line break', `a${' '.repeat(19_000)}a\nb`, plain(19_000)],
  ['one link with a host of combining marks', `http://a${marks(19_000)}/`, `http://a/${'b'.repeat(19_000)}`],
];

describe.each(engines)('hostile texts on %s', (engine) => {
  let service: Service;
  let key: string;

  beforeAll(async () => {
    service = await startService(engine, unlimited);
    key = await newKey(service, 'owner@example.org');
  });

  const timeOf = async (ask: () => Promise<Response>): Promise<number> => {
    const started = performance.now();
    const reply = await ask();
    await reply.arrayBuffer();
    expect(reply.status).toBeLessThan(500);
    return performance.now() - started;
  };

  /** The ratio of the times: the shortest of several tries each, because other processes can only add time. */
  const times = async (one: () => Promise<Response>, other: () => Promise<Response>): Promise<number> => {
    await timeOf(other);
    let [slow, floor] = [Infinity, Infinity];
    for (let at = 0; at < tries; at++) {
      floor = Math.min(floor, await timeOf(other));
      slow = Math.min(slow, await timeOf(one));
      if (slow < maxTimes * floor) break;
    }
    return slow / floor;
  };

  test.each(readings)('%s', async (_, hostile, usual) => {
    const sending = (sent: Sent) => () => service.postJson(`${sent.path}?key=${key}`, sent.fields);
    expect(await times(sending(hostile), sending(usual))).toBeLessThan(maxTimes);
  });

  test('a number of more than 40 characters is refused by name, whatever its digits', async () => {
    for (const project_id of [`${' '.repeat(40)}1`, '1'.repeat(41), `1.${'0'.repeat(40)}`]) {
      const reply = await service.postJson('/embed/record', { grant, project_id, type: 'collection' });
      expect(reply.status).toBe(400);
      const { errors } = (await reply.json()) as { errors: { field: string; message: string }[] };
      expect(errors).toContainEqual({ field: 'project_id', message: 'must be at most 40 characters' });
    }
  });

  test.each(pages)(
    'a project whose description is %s: stored, found and shown',
    async (_, hostile, usual) => {
      const names = { hostile: `hostile ${Math.random()}`, usual: `usual ${Math.random()}` };
      const paths: Record<string, string> = {};
      for (const [name, description] of [
        [names.usual, usual],
        [names.hostile, hostile],
      ] as const) {
        const entry = projectEntry(name, 'https://text.example/', { description });
        const { json } = await importEntries(service, 'owner@example.org', [entry], '--publish');
        expect(json).toMatchObject({ added: 1 });
        const found = await service.get(`/finder?format=json&key=${key}&q=${encodeURIComponent(name)}`);
        const { results } = (await found.json()) as { results: { title: string; url: string }[] };
        paths[name] = new URL(results.find(({ title }) => title === name)?.url ?? '').pathname;
      }
      const opening = (name: string) => () => service.get(paths[name] ?? '');
      expect(await times(opening(names.hostile), opening(names.usual))).toBeLessThan(maxTimes);
    },
  );
});
