/** Recording with a grant. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../set-up/service/start-service.ts';
import { count, fieldsOf, projects, refusal, rows, send } from '../scene.ts';
import { embedScene } from './embed-scene.ts';

const { birds, frogs } = projects;
const day = 86_400_000;
const shared = 'https://shared.example';

describe.each(engines)('the embeds on %s', (engine) => {
  const scene = embedScene(engine);
  const { newAddress, join, record, recorded, stored, profileOf, recordByKey } = scene;

  describe('recording with a grant', () => {
    let grant: string;
    let profile: number;

    beforeAll(async () => {
      const address = newAddress();
      ({ grant } = await join(address));
      profile = await profileOf(address);
    });

    /** Like a page: the newer grant replaces the older one. */
    const credited = async (more: object = {}) => {
      const reply = await recorded(grant, more);
      grant = reply.grant ?? '';
      return reply;
    };

    test.each([
      ['en', /^Your first contribution here · 1\smin$/, /^2 contributions here so far · 1\sh 1\smin$/],
      ['de', /^Dein erster Beitrag hier · 1\smin$/i, /^Bisher 2 Beiträge hier · 1\sh/i],
      ['ar', /^أول مساهمة لك هنا/, /^مساهمتان لك هنا حتى الآن/],
      ['tlh', /^Your first contribution/, /^2 contributions/],
    ])(
      'with a language (%s) the reply says what the participant did here so far',
      async (lang, first, second) => {
        const joined = await join(newAddress());
        const one = await recorded(joined.grant, { duration: 60, lang });
        expect(one.so_far).toMatch(first);
        const two = await recorded(one.grant ?? '', { duration: 3600, lang });
        expect(two.so_far).toMatch(second);
        // A time that nobody can have spent is not said.
        const three = await recorded(two.grant ?? '', { duration: 400_000, lang });
        expect(three.so_far).not.toContain('·');
        expect((await recorded(three.grant ?? '', {})).so_far).toBeUndefined();
      },
    );

    test('the contribution is recorded, as reported by a browser', async () => {
      const reply = await credited({
        type: 'classification',
        duration: 1.5,
        magnitude: 2,
        where: 'POINT(1 2)',
        extra: 'x',
        when: new Date().toISOString(),
      });
      expect(reply.credited).toBe(true);
      expect(await stored(reply.event_id)).toMatchObject({
        profile_id: profile,
        source: 'browser',
        type: 'classification',
        duration: 1.5,
        magnitude: 2,
        extra: 'x',
      });
    });

    test('the same event_id is recorded once, whatever the clock of the page says', async () => {
      const event_id = randomUUID();
      const first = await credited({ event_id, when: new Date(Date.now() - 5000).toISOString() });
      const second = await credited({ event_id, when: new Date().toISOString() });
      expect(second).toMatchObject({ event_id: first.event_id, duplicate: true, credited: true });
      expect(second.grant).not.toBe(first.grant);
      await refusal(await record(grant, { event_id, type: 'signup' }), 409, 'conflict');
    });

    test('an event_id belongs to this participant: the owner and others have their own', async () => {
      const event_id = randomUUID();
      const mine = await credited({ event_id });
      const byKey = await recordByKey(profile, { idempotency_key: event_id });
      const { grant: others } = await join();
      const theirs = await recorded(others, { event_id });
      expect(new Set([mine.event_id, byKey.event_id, theirs.event_id]).size).toBe(3);
    });

    test.each<[string, object, number, string, string[]]>([
      ['a date that cannot be read', { when: 'now' }, 400, 'invalid', ['when']],
      ['more than a day in the future', { when: '2999-01-01T00:00:00Z' }, 400, 'invalid', ['when']],
      ['a place beyond the map', { where: 'POINT(200 0)' }, 400, 'invalid', ['where']],
      ['another type', { type: 'view' }, 400, 'invalid', ['type']],
      ['no event_id', { event_id: '' }, 400, 'invalid', ['event_id']],
      ['an event_id of 129 characters', { event_id: 'e'.repeat(129) }, 400, 'invalid', ['event_id']],
      ['an extra of 65,537 bytes', { extra: 'x'.repeat(65_537) }, 413, 'too_large', ['extra']],
    ])('%s is refused, and nothing is recorded', async (_, more, status, code, fields) => {
      const before = await count(scene.service, 'events');
      expect(fieldsOf(await refusal(await record(grant, more), status, code))).toEqual(fields);
      expect(await count(scene.service, 'events')).toBe(before);
    });

    test.each<[string, { id: number; origin: string }, number, string]>([
      ['another project', frogs, 401, 'grant_gone'],
      ['another project at an origin of both', { id: frogs.id, origin: shared }, 401, 'grant_gone'],
      ['another origin of the project', { id: birds.id, origin: shared }, 401, 'grant_gone'],
      [
        'an origin that is not the project’s',
        { id: birds.id, origin: frogs.origin },
        403,
        'origin_not_registered',
      ],
    ])('a grant does not work for %s', async (_, place, status, code) => {
      const before = await count(scene.service, 'events');
      await refusal(await record(grant, {}, place), status, code);
      for (const path of ['/embed/undo', '/embed/decline', '/embed/forget'])
        await refusal(
          await send(scene.service, path, { project_id: place.id, grant }, place.origin),
          status,
          code,
        );
      expect(await count(scene.service, 'events')).toBe(before);
      // It still works where it belongs.
      expect((await credited()).credited).toBe(true);
    });

    test('a grant doesn’t sign you in, and is not a key', async () => {
      const me = await scene.service.get('/me', { headers: { cookie: `mh_session=${grant}` } });
      expect(me.status).toBe(303);
      await refusal(
        await scene.service.get(`/api/profile/id?identifier=a@example.org&key=${grant}`),
        401,
        'wrong_key',
      );
    });

    test('each use returns a newer grant; the older one works until a newer one was used', async () => {
      const first = (await join()).grant;
      const second = (await recorded(first)).grant ?? '';
      // The reply was lost: the page uses the grant that it has.
      const third = (await recorded(first)).grant ?? '';
      expect(new Set([first, second, third]).size).toBe(3);
      const fourth = (await recorded(third)).grant ?? '';
      await refusal(await record(first), 401, 'grant_gone');
      await refusal(await record(second), 401, 'grant_gone');
      await recorded(fourth);
      await refusal(await record(third), 401, 'grant_gone');
    });

    test("however many replies are lost, the page's grant still works", async () => {
      const { grant } = await join();
      const answered: string[] = [];
      for (let lost = 0; lost < 45; lost++) answered.push((await recorded(grant)).grant ?? '');
      await recorded(answered[30] ?? '');
      await refusal(await record(grant), 401, 'grant_gone');
    });

    test('a grant that is too old has expired', async () => {
      const address = newAddress();
      const old = (await join(address)).grant;
      await rows(
        scene.service,
        `update grants set expires_at = 1 where profile_id = ${await profileOf(address)}`,
      );
      await refusal(await record(old), 401, 'grant_gone');
    });

    test('each use extends its life', async () => {
      const address = newAddress();
      const mine = (await join(address)).grant;
      const where = `profile_id = ${await profileOf(address)}`;
      await rows(scene.service, `update grants set expires_at = expires_at - ${20 * day} where ${where}`);
      await recorded(mine);
      const [row] = await rows<{ expires_at: number }>(
        scene.service,
        `select expires_at from grants where ${where}`,
      );
      expect(Math.round(((row?.expires_at ?? 0) - Date.now()) / day)).toBe(30);
    });
  });
});
