/** Acts of a page that has the participant token. */
import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { participantTokens } from '../../../server/profiles/participant-token.ts';
import { sealer } from '../../../server/secrets/secrets.ts';
import { engines } from '../../set-up/service/start-service.ts';
import { fieldsOf, projects, refusal, rows, send, success } from '../scene.ts';
import { embedScene } from './embed-scene.ts';

const { birds, frogs } = projects;
const day = 86_400_000;
const shared = 'https://shared.example';
const token = () => randomBytes(32).toString('base64url');

describe.each(engines)('the embeds on %s', (engine) => {
  const scene = embedScene(engine);
  const { newAddress, join, record, stored, profileOf, recordByKey, participantOf } = scene;

  describe('the participant token', () => {
    const by = (path: string, body: object, origin: string = birds.origin) =>
      send(scene.service, path, { project_id: birds.id, ...body }, origin);

    test('undo takes the latest, or the one that the owner’s id names', async () => {
      const { profile, participant } = await participantOf(newAddress());
      const named = await recordByKey(profile, { idempotency_key: randomUUID(), extra: 'named' });
      const key = randomUUID();
      const wanted = await recordByKey(profile, { idempotency_key: key });
      const latest = await recordByKey(profile);
      await success('POST /embed/undo', await by('/embed/undo', { participant }));
      expect(await stored(latest.event_id)).toMatchObject({ profile_id: null });
      expect(await stored(wanted.event_id)).toMatchObject({ profile_id: profile });
      await success('POST /embed/undo', await by('/embed/undo', { participant, event_id: key }));
      expect(await stored(wanted.event_id)).toMatchObject({ profile_id: null });
      expect(await stored(named.event_id)).toMatchObject({ profile_id: profile, extra: 'named' });
    });

    describe('put_back', () => {
      const back = (participant: string, more: object = {}) =>
        by('/embed/undo', { participant, put_back: true, ...more });
      const isTied = async (event: number | undefined, profile: number) =>
        (await stored(event))?.profile_id === profile;

      test('ties again what the token untied: the one that is named, or the last', async () => {
        const { profile, participant } = await participantOf(newAddress());
        const key = randomUUID();
        const wanted = await recordByKey(profile, { idempotency_key: key, duration: '60' });
        const latest = await recordByKey(profile, { duration: '30' });
        for (const [event, more] of [
          [latest.event_id, {}],
          [wanted.event_id, { event_id: key }],
        ] as const)
          for (let times = 0; times < 2; times++) {
            await success('POST /embed/undo', await by('/embed/undo', { participant, ...more }));
            expect(await isTied(event, profile)).toBe(false);
            const reply = await success('POST /embed/undo', await back(participant, more));
            expect(reply).toEqual({ result: 'success', credited: true });
            expect(await isTied(event, profile)).toBe(true);
          }
        const parts = await rows<object>(
          scene.service,
          `select events, duration from participation where profile_id = ${profile}`,
        );
        expect(parts).toEqual([{ events: 2, duration: 90 }]);
        expect((await back(participant)).status).toBe(200);
        expect((await stored(latest.event_id))?.profile_id).toBe(profile);
      });

      type Undone = { address: string; profile: number; participant: string; key: string; eventId: number };
      test.each<[string, (undone: Undone) => Promise<unknown>]>([
        [
          '"Never" untied',
          ({ participant, key }) => by('/embed/decline', { participant, event_id: key, keep_past: true }),
        ],
        [
          'was untied before "Never"',
          async ({ participant, key }) => {
            await by('/embed/undo', { participant, event_id: key });
            await by('/embed/decline', { participant, event_id: key, keep_past: true });
          },
        ],
        [
          'was untied more than a week ago',
          async ({ participant, key, eventId }) => {
            await by('/embed/undo', { participant, event_id: key });
            await rows(
              scene.service,
              `update events set undone_at = undone_at - ${7 * day + 60_000} where event_id = ${eventId}`,
            );
          },
        ],
      ])('leaves what %s', async (_name, takeOff) => {
        const address = newAddress();
        const { profile, participant } = await participantOf(address);
        const key = randomUUID();
        const { event_id: eventId } = await recordByKey(profile, { idempotency_key: key });
        await takeOff({ address, profile, participant, key, eventId });
        for (const more of [{}, { event_id: key }]) expect((await back(participant, more)).status).toBe(200);
        expect(await isTied(eventId, profile)).toBe(false);
      });

      test('credits nobody else with it, and is not for a grant', async () => {
        const [one, other] = [await participantOf(newAddress()), await participantOf(newAddress())];
        const key = randomUUID();
        const { event_id: eventId } = await recordByKey(one.profile, { idempotency_key: key });
        await by('/embed/undo', { participant: one.participant, event_id: key });
        for (const more of [{}, { event_id: key }])
          expect((await back(other.participant, more)).status).toBe(200);
        expect((await stored(eventId))?.profile_id).toBeNull();
        const { grant } = await join(newAddress());
        const said = { grant, event_id: key, put_back: true };
        expect(fieldsOf(await refusal(await by('/embed/undo', said), 400, 'invalid'))).toEqual(['put_back']);
      });
    });

    test('its replies reveal nothing: with or without events, member or not, opted out or not', async () => {
      const [member, other] = [newAddress(), newAddress()];
      await join(member);
      const answers = new Set<string>();
      const lengths = new Set<number>();
      for (const address of [member, other]) {
        const { participant } = await participantOf(address);
        for (const path of [
          '/embed/undo',
          '/embed/undo',
          '/embed/decline',
          '/embed/decline',
          '/embed/undo',
        ]) {
          const { stopped, ...reply } = (await (await by(path, { participant })).json()) as Record<
            string,
            unknown
          >;
          answers.add(JSON.stringify(reply));
          if (path === '/embed/decline') lengths.add(String(stopped).length);
        }
      }
      expect([...answers]).toEqual(['{"result":"success","credited":false}']);
      expect(lengths.size).toBe(1);
    });

    test('decline: events of the last day and later ones are tied to nobody; older ones stay', async () => {
      const { profile, participant } = await participantOf(newAddress());
      const old = await recordByKey(profile);
      await rows(
        scene.service,
        `update events set arrived_at = arrived_at - ${day + 60_000} where event_id = ${old.event_id}`,
      );
      const recent = await recordByKey(profile);
      await success('POST /embed/decline', await by('/embed/decline', { participant }));
      const later = await recordByKey(profile);
      const profiles = [];
      for (const { event_id } of [old, recent, later]) profiles.push((await stored(event_id))?.profile_id);
      expect(profiles).toEqual([profile, null, null]);
    });

    test.each([
      ['the contribution that it names', true],
      ['the latest one', false],
    ])('decline that keeps the past takes off %s', async (_, isNamed) => {
      const { profile, participant } = await participantOf(newAddress());
      const key = randomUUID();
      const [older, named, latest] = [
        await recordByKey(profile),
        await recordByKey(profile, { idempotency_key: key }),
        await recordByKey(profile),
      ];
      const event_id = isNamed ? key : undefined;
      await success(
        'POST /embed/decline',
        await by('/embed/decline', { participant, event_id, keep_past: true }),
      );
      const profiles = [];
      for (const each of [older, named, latest]) profiles.push((await stored(each.event_id))?.profile_id);
      expect(profiles).toEqual(isNamed ? [profile, null, profile] : [profile, profile, null]);
      expect(await stored((await recordByKey(profile)).event_id)).toMatchObject({ profile_id: null });
    });

    describe('"no" from a page with a token and a grant', () => {
      const latestToken = (profileId: number, age: number) =>
        participantTokens(sealer(scene.service.settings['PEPPER'] ?? '', 'participant')).issue(
          { profileId, projectId: birds.id },
          Date.now() - age,
        );
      const ended = async (grant: string) => {
        const reply = await send(
          scene.service,
          '/embed/forget',
          { project_id: birds.id, grant },
          birds.origin,
        );
        await success('POST /embed/forget', reply);
      };

      type Situation = {
        grantOf: 'same' | 'other';
        ends?: 'grant' | 'token';
        kept: { named: boolean; later: boolean; linked: boolean };
        reply?: object;
      };
      /** `kept`: whether contributions stay with the token's profile, and whether the grant's profile gets more. */
      test.each<[string, Situation]>([
        [
          'of one person: this contribution is taken off, earlier ones stay, and no later one follows',
          { grantOf: 'same', kept: { named: false, later: false, linked: false } },
        ],
        [
          'of two profiles: neither gets any more',
          { grantOf: 'other', kept: { named: false, later: false, linked: false } },
        ],
        [
          'the grant has ended: the token is enough',
          { grantOf: 'other', ends: 'grant', kept: { named: false, later: false, linked: true } },
        ],
        [
          'the token is too old: this contribution stays, and the reply says so',
          {
            grantOf: 'same',
            ends: 'token',
            kept: { named: true, later: false, linked: false },
            reply: { token_gone: true },
          },
        ],
      ])('%s', async (_, { grantOf, ends, kept, reply = {} }) => {
        const address = newAddress();
        const { profile, participant } = await participantOf(address);
        const linkedAddress = grantOf === 'same' ? address : newAddress();
        const { grant } = await join(linkedAddress);
        const linked = await profileOf(linkedAddress);
        const key = randomUUID();
        const earlier = await recordByKey(profile, { extra: 'mine' });
        const named = await recordByKey(profile, { idempotency_key: key });
        if (ends === 'grant') await ended(grant);
        const said = {
          grant,
          participant: ends === 'token' ? latestToken(profile, 2 * 3_600_000) : participant,
          event_id: key,
          keep_past: true,
        };
        const answer = await success('POST /embed/decline', await by('/embed/decline', said));
        const stopped = expect.any(String) as string;
        expect(answer).toEqual({ result: 'success', credited: false, stopped, ...reply });
        expect(await stored(earlier.event_id)).toMatchObject({ profile_id: profile, extra: 'mine' });
        expect(await stored(named.event_id)).toMatchObject({ profile_id: kept.named ? profile : null });
        const later = async (of: number) => (await stored((await recordByKey(of)).event_id))?.profile_id;
        expect(await later(profile)).toBe(kept.later ? profile : null);
        expect(await later(linked)).toBe(kept.linked ? linked : null);
        await refusal(await record(grant), 401, 'grant_gone');
      });

      test('neither is good: refused, and nothing changes', async () => {
        const address = newAddress();
        const { profile } = await participantOf(address);
        const { grant } = await join(address);
        await ended(grant);
        const participant = latestToken(profile, 2 * 3_600_000);
        const said = { grant, participant, keep_past: true };
        await refusal(await by('/embed/decline', said), 401, 'grant_gone');
        expect(await stored((await recordByKey(profile)).event_id)).toMatchObject({ profile_id: profile });
      });

      test('said again where nothing is credited any more, it takes off no earlier one', async () => {
        const { profile, participant } = await participantOf(newAddress());
        const [earlier, latest] = [await recordByKey(profile), await recordByKey(profile)];
        const says = async () =>
          success('POST /embed/decline', await by('/embed/decline', { participant, keep_past: true }));
        await says();
        expect(await stored(latest.event_id)).toMatchObject({ profile_id: null });
        expect(await stored((await recordByKey(profile)).event_id)).toMatchObject({ profile_id: null });
        await says();
        expect(await stored(earlier.event_id)).toMatchObject({ profile_id: profile });
      });
    });

    test('it cannot record, forget, nor lift an opt-out', async () => {
      const { profile, participant } = await participantOf(newAddress());
      await success('POST /embed/decline', await by('/embed/decline', { participant }));
      await refusal(await record(participant), 401, 'grant_gone');
      await refusal(await by('/embed/forget', { grant: participant }), 401, 'grant_gone');
      expect(fieldsOf(await refusal(await by('/embed/forget', { participant }), 400, 'invalid'))).toEqual([
        'grant',
      ]);
      await success('POST /embed/undo', await by('/embed/undo', { participant }));
      expect(await stored((await recordByKey(profile)).event_id)).toMatchObject({ profile_id: null });
    });

    test.each<[string, { id: number; origin: string }, number, string]>([
      ['another project', frogs, 401, 'token_gone'],
      ['another project at an origin of both', { id: frogs.id, origin: shared }, 401, 'token_gone'],
      [
        'an origin that is not registered',
        { id: birds.id, origin: 'https://nobody.example' },
        403,
        'origin_not_registered',
      ],
    ])('it does not work for %s', async (_, { id, origin }, status, code) => {
      const address = newAddress();
      const { profile, participant } = await participantOf(address);
      const { event_id } = await recordByKey(profile);
      for (const path of ['/embed/undo', '/embed/decline'])
        await refusal(await send(scene.service, path, { project_id: id, participant }, origin), status, code);
      expect(await stored(event_id)).toMatchObject({ profile_id: profile });
    });

    /** A token for somebody, issued some milliseconds ago. */
    const issuedAgo = (milliseconds: number) =>
      participantTokens(sealer(scene.service.settings['PEPPER'] ?? '', 'participant')).issue(
        { profileId: 4711, projectId: birds.id },
        Date.now() - milliseconds,
      );

    test('it is valid for an hour', async () => {
      const participant = issuedAgo(3_570_000);
      await success('POST /embed/decline', await by('/embed/decline', { participant }));
    });

    test.each<[string, (participant: string) => string]>([
      [
        'changed in one letter',
        (text) => `${text.slice(0, 30)}${text[30] === 'A' ? 'B' : 'A'}${text.slice(31)}`,
      ],
      ['cut short', (text) => text.slice(0, -4)],
      ['made up', () => token()],
      ['an hour old', () => issuedAgo(3_600_001)],
    ])('%s it is refused', async (_, change) => {
      const { participant } = await participantOf(newAddress());
      await refusal(await by('/embed/decline', { participant: change(participant) }), 401, 'token_gone');
    });
  });
});
