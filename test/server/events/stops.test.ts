/** "Never for this project", and its undo by the page that it was said on. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { sealer } from '../../../server/secrets/secrets.ts';
import { engines } from '../../set-up/service/start-service.ts';
import { post, projects, refusal, rows, send, signIn, success } from '../scene.ts';
import { embedScene } from '../grants/embed-scene.ts';

const { birds, frogs } = projects;
const day = 86_400_000;

describe.each(engines)('"Never" on %s', (engine) => {
  const scene = embedScene(engine);
  const { newAddress, join, stored, profileOf, recordByKey, participantOf } = scene;
  const by = (path: string, body: object, { id, origin }: { id: number; origin: string } = birds) =>
    send(scene.service, path, { project_id: id, ...body }, origin);
  const never = async (body: object) =>
    (await success('POST /embed/decline', await by('/embed/decline', { keep_past: true, ...body }))).stopped;
  const takeBack = async (stopped: string) =>
    success('POST /embed/undo', await by('/embed/undo', { stopped }));
  const isTied = async (eventId: number | undefined) => (await stored(eventId))?.profile_id !== null;
  const isCredited = async (profile: number) => isTied((await recordByKey(profile)).event_id);

  test.each([
    ['the contribution that it named', true],
    ['the latest one', false],
  ])('its undo puts %s back once, and later ones are credited', async (_, isNamed) => {
    const { profile, participant } = await participantOf(newAddress());
    const key = randomUUID();
    const event = await recordByKey(profile, { idempotency_key: key, duration: '60' });
    const stopped = await never({ participant, ...(isNamed && { event_id: key }) });
    expect([await isTied(event.event_id), await isCredited(profile)]).toEqual([false, false]);
    for (let times = 0; times < 2; times++)
      expect(await takeBack(stopped)).toEqual({ result: 'success', credited: true });
    expect([await isTied(event.event_id), await isCredited(profile)]).toEqual([true, true]);
    const parts = await rows<object>(
      scene.service,
      `select events, duration, claimed_at from participation where profile_id = ${profile}`,
    );
    // The one that came meanwhile stays off, and nobody has an account here.
    expect(parts).toEqual([{ events: 2, duration: 60, claimed_at: null }]);
  });

  test('after "Not this one" it lifts the stop, and the one stays off until it is put back', async () => {
    const { profile, participant } = await participantOf(newAddress());
    const key = randomUUID();
    const event = await recordByKey(profile, { idempotency_key: key });
    await by('/embed/undo', { participant, event_id: key });
    await takeBack(await never({ participant, event_id: key }));
    expect([await isTied(event.event_id), await isCredited(profile)]).toEqual([false, true]);
    await by('/embed/undo', { participant, event_id: key, put_back: true });
    expect(await isTied(event.event_id)).toBe(true);
  });

  test('by grant: later ones are credited again, and the page asks for a grant of its own', async () => {
    const address = newAddress();
    const { grant } = await join(address);
    const profile = await profileOf(address);
    const stopped = await never({ grant });
    expect(await isCredited(profile)).toBe(false);
    await takeBack(stopped);
    expect(await isCredited(profile)).toBe(true);
    await refusal(await by('/embed/undo', { grant, event_id: 'x' }), 401, 'grant_gone');
  });

  test('where the participant had stopped before, it lifts nothing', async () => {
    const { profile, participant } = await participantOf(newAddress());
    await never({ participant });
    await takeBack(await never({ participant }));
    expect(await isCredited(profile)).toBe(false);
  });

  test('what the participant decided on our own site since then stays', async () => {
    const address = newAddress();
    const { participant } = await participantOf(address);
    const { profile } = await participantOf(address);
    const me = await signIn(scene.service, address);
    await recordByKey(profile);
    const stopped = await never({ participant });
    const decide = (how: string) =>
      post(scene.service, `/me/${how}`, { project_id: String(birds.id), project: String(birds.id) }, me);
    expect((await decide('opt-in')).status).toBe(303);
    expect(await isCredited(profile)).toBe(true);
    expect((await decide('opt-out')).status).toBe(303);
    await takeBack(stopped);
    expect(await isCredited(profile)).toBe(false);
  });

  test('after the end of the account it changes nothing', async () => {
    const address = newAddress();
    const { profile, participant } = await participantOf(address);
    const me = await signIn(scene.service, address);
    const event = await recordByKey(profile);
    const stopped = await never({ participant });
    await post(scene.service, '/account/delete', { when: 'now', sure: 'yes' }, me);
    await takeBack(stopped);
    expect(await isTied(event.event_id)).toBe(false);
    const left = `select project_id from participation where profile_id = ${profile}`;
    expect(await rows(scene.service, left)).toEqual([]);
  });

  test('another token, another project, or one of eight days ago is refused', async () => {
    const { profile, participant } = await participantOf(newAddress());
    const stopped = await never({ participant });
    const ofAge = (milliseconds: number, person: number) =>
      sealer(scene.service.settings['PEPPER'] ?? '', 'stop').seal([
        birds.id,
        Date.now() - milliseconds,
        [[String(person), '0']],
      ]);
    for (const [text, project] of [
      [`${stopped.slice(0, 30)}${stopped[30] === 'A' ? 'B' : 'A'}${stopped.slice(31)}`, birds],
      [participant, birds],
      [ofAge(7 * day + 60_000, profile), birds],
      [stopped, frogs],
    ] as const)
      await refusal(await by('/embed/undo', { stopped: text }, project), 401, 'token_gone');
    expect((await by('/embed/undo', { stopped: 'x'.repeat(1001) })).status).toBe(400);
    await refusal(
      await by('/embed/undo', { stopped }, { id: birds.id, origin: 'https://nobody.example' }),
      403,
      'origin_not_registered',
    );
    expect(await isCredited(profile)).toBe(false);
  });
});
