/** record_event: accepted and refused values, bodies, and the size of extra. */
import { describe, expect, test } from 'vitest';
import { engines } from '../../set-up/service/start-service.ts';
import { fieldsOf, projects, refusal } from '../scene.ts';
import { recordScene, type Stored } from './record-scene.ts';

const { birds } = projects;
const hour = 3_600_000;
const moment = Date.UTC(2019, 4, 1, 8, 20, 30);
const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString();
const limit = 65_536;
/** The fields that are named if there is no participant. */
const either = ['participant_token', 'profile_id'];

function point(longitude: number, latitude: number): string {
  return JSON.stringify({ type: 'Point', coordinates: [longitude, latitude] });
}

function feature(longitude: number, latitude: number): string {
  return `{"type":"Feature","properties":{"a":1},"geometry":${point(longitude, latitude)}}`;
}

describe.each(engines)('record_event on %s', (engine) => {
  const scene = recordScene(engine);
  const { path, usual, record, recorded, stored, events } = scene;

  describe('accepted values', () => {
    test.each<[string, Record<string, string>, Partial<Stored>]>([
      ['nothing more', {}, { type: 'collection', source: 'api', duration: null, place: null, extra: null }],
      ['a classification', { type: 'classification' }, { type: 'classification' }],
      ['a signup, in capitals', { type: 'SIGNUP' }, { type: 'signup' }],
      ['a date without offset, which is UTC', { when: '2019-05-01T08:20:30' }, { happened_at: moment }],
      ['a date in Z', { when: '2019-05-01T08:20:30Z' }, { happened_at: moment }],
      ['a date with +hh:mm', { when: '2019-05-01T10:20:30+02:00' }, { happened_at: moment }],
      ['a date with +hhmm', { when: '2019-05-01T10:20:30+0200' }, { happened_at: moment }],
      ['a date west of Greenwich', { when: '2019-05-01T02:50:30-05:30' }, { happened_at: moment }],
      ['a date with a space for the T', { when: '2019-05-01 08:20:30' }, { happened_at: moment }],
      ['fractions of a second', { when: '2019-05-01T08:20:30.25Z' }, { happened_at: moment + 250 }],
      ['nanoseconds', { when: '2019-05-01T08:20:30.123456789Z' }, { happened_at: moment + 123 }],
      ['29 February of a leap year', { when: '2020-02-29T00:00:00' }, { happened_at: Date.UTC(2020, 1, 29) }],
      ['a point in GeoJSON', { where: point(-70.5, 42.25) }, { place: point(-70.5, 42.25) }],
      ['a Feature of a point', { where: feature(-70.5, 42.25) }, { place: point(-70.5, 42.25) }],
      ['a point with a height', { where: '{"type":"Point","coordinates":[1,2,30]}' }, { place: point(1, 2) }],
      ['a point in WKT', { where: 'POINT(-70.5 42.25)' }, { place: point(-70.5, 42.25) }],
      ['WKT with spaces in it', { where: ' point ( -70.5   42.25 ) ' }, { place: point(-70.5, 42.25) }],
      [
        'WKT with its reference system',
        { where: 'SRID=4326;POINT(-70.5 42.25)' },
        { place: point(-70.5, 42.25) },
      ],
      ['WKT with a height', { where: 'POINT Z (1 2 30)' }, { place: point(1, 2) }],
      ['the corner of the map', { where: 'POINT(-180 90)' }, { place: point(-180, 90) }],
      ['no time at all', { duration: '0' }, { duration: 0 }],
      ['half seconds', { duration: '12.5' }, { duration: 12.5 }],
      ['a magnitude', { magnitude: '7' }, { magnitude: 7 }],
      ['a negative magnitude', { magnitude: '-3' }, { magnitude: -3 }],
      ['extra, byte for byte', { extra: ' {"b": 1,\r\n"a":"é😀"} ' }, { extra: ' {"b": 1,\r\n"a":"é😀"} ' }],
      [
        'empty optional fields',
        { when: '', where: '', duration: '', magnitude: '', extra: '' },
        { place: null, magnitude: null },
      ],
    ])('%s is recorded', async (_, said, wanted) => {
      const reply = await recorded(await record(said));
      expect(await stored(reply)).toMatchObject({ profile_id: scene.participant, is_test: 0, ...wanted });
    });

    test('the ids are below 2^53, in the order of arrival', async () => {
      const ids: number[] = [];
      for (let index = 0; index < 10; index++)
        ids.push((await recorded(await record({ when: inHours(-index) }))).event_id);
      expect(ids).toEqual([...new Set(ids)].toSorted((one, other) => one - other));
      expect(ids.every(Number.isSafeInteger)).toBe(true);
    });

    test('without a date, the time is now', async () => {
      const before = Date.now();
      const reply = await recorded(await record());
      const happened = (await stored(reply))?.happened_at ?? 0;
      expect(happened).toBeGreaterThanOrEqual(before);
      expect(happened).toBeLessThanOrEqual(Date.now());
      expect(reply).not.toHaveProperty('late');
    });
  });

  describe('refused values, by the name of their field, with nothing recorded', () => {
    test.each<[string, Record<string, string>, string[]]>([
      ...['-1', 'NaN', '', 'null', '0', '1.5', '9007199254740993', 'undefined', ' '].map(
        (value): [string, Record<string, string>, string[]] => [
          `the profile_id ${JSON.stringify(value)}`,
          { profile_id: value },
          value === '' ? either : ['profile_id'],
        ],
      ),
      ['a project_id in words', { project_id: 'birds' }, ['project_id']],
      ['another type', { type: 'observation' }, ['type']],
      ['no type', { type: '' }, ['type']],
      ['a day without time', { when: '2019-05-01' }, ['when']],
      ['a date in words', { when: 'yesterday' }, ['when']],
      ['an American date', { when: '05/01/2019 08:20:30' }, ['when']],
      ['seconds since 1970', { when: '1556698830' }, ['when']],
      ['30 February', { when: '2019-02-30T00:00:00' }, ['when']],
      ['29 February of another year', { when: '2019-02-29T00:00:00' }, ['when']],
      ['the 13th month', { when: '2019-13-01T00:00:00' }, ['when']],
      ['25 o’clock', { when: '2019-05-01T25:00:00' }, ['when']],
      ['a date with something behind it', { when: '2019-05-01T08:20:30Z please' }, ['when']],
      ['an offset beyond the world', { when: '2019-05-01T08:20:30+99:99' }, ['when']],
      ['more than a day in the future', { when: new Date(Date.now() + 25 * hour).toISOString() }, ['when']],
      ['a longitude beyond 180', { where: point(180.1, 0) }, ['where']],
      ['a latitude beyond 90', { where: 'POINT(0 -90.5)' }, ['where']],
      ['latitude and longitude, joined', { where: '42.25,-70.5' }, ['where']],
      ['a line', { where: '{"type":"LineString","coordinates":[[0,0],[1,1]]}' }, ['where']],
      ['WKT of a line', { where: 'LINESTRING(0 0, 1 1)' }, ['where']],
      ['coordinates as texts', { where: '{"type":"Point","coordinates":["1","2"]}' }, ['where']],
      ['infinity in GeoJSON', { where: '{"type":"Point","coordinates":[1e999,2]}' }, ['where']],
      ['no number in WKT', { where: 'POINT(. -)' }, ['where']],
      ['another reference system', { where: 'SRID=3857;POINT(1 2)' }, ['where']],
      ['broken JSON', { where: '{"type":"Point"' }, ['where']],
      ['a negative duration', { duration: '-1' }, ['duration']],
      ['an infinite duration', { duration: 'Infinity' }, ['duration']],
      ['a duration that overflows', { duration: '1e999' }, ['duration']],
      ['a duration that is no number', { duration: 'NaN' }, ['duration']],
      ['a duration in words', { duration: '5 minutes' }, ['duration']],
      ['a fraction as magnitude', { magnitude: '1.5' }, ['magnitude']],
      ['an endless magnitude', { magnitude: 'Infinity' }, ['magnitude']],
      ['extra with NUL', { extra: 'a\0b' }, ['extra']],
      ['an idempotency key of 129 characters', { idempotency_key: 'k'.repeat(129) }, ['idempotency_key']],
      [
        'all at once',
        {
          profile_id: '-1',
          project_id: '-1',
          type: 'x',
          when: 'x',
          where: 'x',
          duration: 'x',
          magnitude: 'x',
        },
        ['duration', 'magnitude', 'profile_id', 'project_id', 'type', 'when', 'where'],
      ],
    ])('%s', async (_, said, fields) => {
      const before = await events();
      expect(fieldsOf(await refusal(await record(said), 400, 'invalid'))).toEqual(fields);
      expect(await events()).toBe(before);
    });

    test.each<[string, object, string[]]>([
      ['JSON null as profile_id', { profile_id: null }, either],
      ['a list as profile_id', { profile_id: [1] }, ['profile_id']],
      ['an object as type', { type: {} }, ['type']],
      ['true as magnitude', { magnitude: true }, ['magnitude']],
      ['a number as date', { when: 1556698830 }, ['when']],
      ['half a surrogate pair', { extra: '\ud800' }, ['extra']],
    ])('%s', async (_, said, fields) => {
      const before = await events();
      const reply = await scene.service.postJson(path(), { ...usual(), ...said });
      expect(fieldsOf(await refusal(reply, 400, 'invalid'))).toEqual(fields);
      expect(await events()).toBe(before);
    });

    test('an empty body names every required field', async () => {
      const reply = await scene.service.get(path(), { method: 'POST' });
      expect(fieldsOf(await refusal(reply, 400, 'invalid'))).toEqual([...either, 'project_id', 'type']);
    });
  });

  describe('the bodies', () => {
    const json = () =>
      JSON.stringify({
        profile_id: scene.participant,
        project_id: birds.id,
        type: 'collection',
        duration: 2.5,
      });
    const pairs = () => `profile_id=${scene.participant}&project_id=${birds.id}&type=collection&duration=2.5`;
    const multipart = () => {
      const form = new FormData();
      for (const [name, value] of Object.entries(usual({ duration: '2.5' }))) form.set(name, value);
      return form;
    };

    test.each<[string, () => BodyInit, string | undefined]>([
      ['a form', pairs, 'application/x-www-form-urlencoded'],
      ['a form with its charset', pairs, 'application/x-www-form-urlencoded; charset=UTF-8'],
      ['a form with empty pairs', () => `&&${pairs()}&=&when=`, 'application/x-www-form-urlencoded'],
      ['a form under text/plain', pairs, 'text/plain'],
      ['a form with parts', multipart, undefined],
      ['JSON', json, 'application/json'],
      ['JSON with its charset', json, 'application/json; charset=utf-8'],
      ['JSON called a form', json, 'application/x-www-form-urlencoded'],
      ['JSON called text', json, 'text/plain'],
      ['JSON under a type of its own', json, 'application/vnd.api+json'],
      ['JSON with space before it', () => `\n ${json()}`, 'application/json'],
      ['JSON of texts', () => JSON.stringify(usual({ duration: '2.5' })), 'application/json'],
    ])('%s is read', async (_, body, type) => {
      const reply = await scene.service.get(path(), {
        method: 'POST',
        body: body(),
        ...(type !== undefined && { headers: { 'content-type': type } }),
      });
      expect(await stored(await recorded(reply))).toMatchObject({
        profile_id: scene.participant,
        duration: 2.5,
      });
    });

    test.each<[string, string, string, number, string]>([
      ['broken JSON', '{"profile_id":', 'application/json', 400, 'unreadable'],
      ['a JSON list', '[1]', 'application/json', 400, 'unreadable'],
      ['JSON null', 'null', 'application/json', 400, 'unreadable'],
      ['parts without their boundary', 'x', 'multipart/form-data', 400, 'unreadable'],
      ['XML', '<event/>', 'application/xml', 415, 'unknown_body'],
      ['an image', 'GIF89a', 'image/gif', 415, 'unknown_body'],
    ])('%s is refused', async (_, body, type, status, code) => {
      const reply = await scene.service.get(path(), {
        method: 'POST',
        body,
        headers: { 'content-type': type },
      });
      await refusal(reply, status, code);
    });

    test.each([
      ['a plus sign', '2019-05-01T10:20:30+02:00'],
      ['colons and a space', '2019-05-01 08:20:30'],
      ['colons', '2019-05-01T08:20:30'],
    ])('a date that was not percent-encoded is read: %s', async (_, when) => {
      const reply = await scene.service.get(path(), {
        method: 'POST',
        body: `${pairs()}&when=${when}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      expect(await stored(await recorded(reply))).toMatchObject({ happened_at: moment });
    });

    test('numbers, a point and any data may be JSON as such', async () => {
      const reply = await scene.service.postJson(path(), {
        ...usual(),
        where: { type: 'Point', coordinates: [1, 2] },
        magnitude: 3,
        extra: { species: 'Parus major' },
      });
      const wanted = { place: point(1, 2), magnitude: 3, extra: '{"species":"Parus major"}' };
      expect(await stored(await recorded(reply))).toMatchObject(wanted);
    });

    test('the fields may be in the query', async () => {
      const reply = await scene.service.get(`${path()}&${new URLSearchParams(usual())}`, { method: 'POST' });
      await recorded(reply);
    });

    test('unknown fields are ignored, and named', async () => {
      const { warnings } = await recorded(await record({ colour: 'red', species: 'x' }));
      expect(warnings?.join()).toMatch(/colour, species/);
    });

    test('the name of an inherited property is an unknown field like any other', async () => {
      const { warnings } = await recorded(await record({ __proto__x: '1', constructor: 'x', toString: 'x' }));
      expect(warnings?.join()).toContain('constructor');
    });
  });

  describe('the size of extra', () => {
    const half = (units: number) => 'é'.repeat(units);

    test.each<[string, string]>([
      ['65,536 bytes of ASCII', 'x'.repeat(limit)],
      ['65,536 bytes in 32,768 characters', half(limit / 2)],
      ['65,536 bytes that percent-encoding triples', '%'.repeat(limit)],
      ['65,536 bytes of emoji', '😀'.repeat(limit / 4)],
    ])('%s is kept', async (_, extra) => {
      expect((await stored(await recorded(await record({ extra }))))?.extra === extra).toBe(true);
      const asJson = await recorded(await scene.service.postJson(path(), { ...usual(), extra }));
      expect((await stored(asJson))?.extra === extra).toBe(true);
    });

    test.each<[string, string]>([
      ['one byte more', 'x'.repeat(limit + 1)],
      ['one byte more, with half the characters', `${half(limit / 2)}x`],
      ['one byte more, with a third of the characters', `${'€'.repeat((limit - 1) / 3)}é`],
      ['a body beyond all measure', 'x'.repeat(400_000)],
    ])('%s is too large, and nothing is recorded', async (_, extra) => {
      const before = await events();
      await refusal(await record({ extra }), 413, 'too_large');
      await refusal(await scene.service.postJson(path(), { ...usual(), extra }), 413, 'too_large');
      expect(await events()).toBe(before);
    });

    test('one byte more is refused by the name of the field', async () => {
      const refused = await refusal(await record({ extra: 'x'.repeat(limit + 1) }), 413, 'too_large');
      expect(fieldsOf(refused)).toEqual(['extra']);
    });
  });
});
