/** The maximum of every field of the API, from the contract: it is taken, and one more is refused by name. */
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import activities from '../../../src/catalogue/activities.json' with { type: 'json' };
import topics from '../../../src/catalogue/topics.json' with { type: 'json' };
import { api } from '../../../src/contract/index.ts';
import { goodRequests, recordForRetraction } from '../../set-up/service/good-requests.ts';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import { count, profileId, projects, shareScene } from '../scene.ts';

type Row = keyof typeof api;
type Maximum = { row: Row; field: string; kind: 'maxLength' | 'maximum' | 'maxItems'; max: number };
type Schema = { anyOf?: Schema[]; maxLength?: number; maximum?: number; maxItems?: number };

const kinds = ['maxLength', 'maximum', 'maxItems'] as const;

/** The maxima of a field, of whichever form it may have. */
const maximaIn = (schema: Schema): Pick<Maximum, 'kind' | 'max'>[] => [
  ...kinds.flatMap((kind) => (schema[kind] === undefined ? [] : [{ kind, max: schema[kind] }])),
  ...(schema.anyOf ?? []).flatMap(maximaIn),
];

const maxima: Maximum[] = (Object.keys(api) as Row[]).flatMap((row) => {
  const { properties = {} } = z.toJSONSchema(api[row].input, { io: 'input', unrepresentable: 'any' });
  const inAddress = (field: string) => row.endsWith(`/:${field}`);
  return Object.entries(properties).flatMap(([field, schema]) =>
    inAddress(field)
      ? []
      : maximaIn(schema as Schema)
          .filter(({ max }) => max < Number.MAX_SAFE_INTEGER)
          .map((found) => ({ row, field, ...found })),
  );
});

const address = (length: number) => {
  const domain = `${'d'.repeat(62)}.`.repeat(3);
  return `${'a'.repeat(length - domain.length - 4)}@${domain}org`;
};
const link = (length: number) => `https://moss.example/${'x'.repeat(length - 21)}`;
const point = (length: number) => `POINT(${' '.repeat(length - 10)}1 2)`;

/** Texts of a length for the fields that do not take any text. */
const shapes: Record<string, (length: number) => string> = {
  ...{ identifier: address, contact_email: address, public_email: address },
  ...{ url: link, rsvp: link, twitter_name: link, facebook_page: link, video_url: link, blog_url: link },
  ...{ image: link, where: point, link },
};

const lists: Record<string, string[]> = {
  topics: topics.map(({ name }) => name),
  activities: activities.map(({ name }) => name),
  UN_regions: ['Germany', 'Kenya'],
};

/** Values that only we can make: those of the maximum are refused, too, with another sentence. */
const ours = new Set([
  ...['participant_token', 'topic', 'activity', 'UN', 'cursor', 'event_ids', 'idempotency_keys'],
]);

test('the contract has maxima', () => expect(maxima.length).toBeGreaterThan(60));

describe.each(engines)('maxima on %s', (engine) => {
  let service: Service;
  let owner: string;
  let participant: number;

  beforeAll(async () => {
    ({ service, owner } = await shareScene(engine));
    await service.operate('allow-hashed', String(projects.birds.id));
    participant = await profileId(service, owner, 'participant@example.org');
    await recordForRetraction(service, owner, participant);
  });

  const valueOf = ({ kind, field }: Maximum, size: number): unknown => {
    if (kind === 'maximum') return size;
    if (kind === 'maxItems')
      return Array.from({ length: size }, (_, n) => {
        const names = lists[field];
        return names ? names[n % names.length] : `item ${n}`;
      });
    return (shapes[field] ?? ((length) => 'x'.repeat(length)))(size);
  };

  const send = async ({ row, field }: Maximum, value: unknown) => {
    const [method = '', pattern = ''] = row.split(' ');
    const { at = '', said } = goodRequests[row];
    const path = pattern.replace(/:\w+/, at);
    const fields = { ...said(String(participant)), [field]: value };
    const query = new URLSearchParams({
      key: owner,
      ...(method === 'GET' && (fields as Record<string, string>)),
    });
    const reply = await service.get(`${path}?${query}`, {
      method,
      ...(method === 'POST' && {
        body: JSON.stringify(fields),
        headers: { 'content-type': 'application/json' },
      }),
    });
    const text = await reply.text();
    const errors =
      reply.status === 400
        ? ((JSON.parse(text) as { errors?: { field: string; message: string }[] }).errors ?? [])
        : [];
    return { status: reply.status, message: errors.find((one) => one.field === field)?.message, text };
  };

  test.each(maxima)('$row: $field, $kind $max', async (maximum) => {
    const before = [await count(service, 'events'), await count(service, 'projects')];
    const over = await send(maximum, valueOf(maximum, maximum.max + 1));
    expect([over.status, over.message]).toEqual([400, expect.any(String)]);
    expect([await count(service, 'events'), await count(service, 'projects')]).toEqual(before);
    const taken = await send(maximum, valueOf(maximum, maximum.max));
    if (ours.has(maximum.field)) expect(taken.message).not.toBe(over.message);
    else expect(taken.message).toBeUndefined();
  });
});
