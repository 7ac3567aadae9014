/** Taking back with a grant: undo, decline and forget. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { engines } from '../../set-up/service/start-service.ts';
import { projects, refusal, rows, send, success } from '../scene.ts';
import { embedScene } from './embed-scene.ts';

const { birds } = projects;
const day = 86_400_000;
const shared = 'https://shared.example';

describe.each(engines)('the embeds on %s', (engine) => {
  const scene = embedScene(engine);
  const { newAddress, join, record, recorded, stored, profileOf, recordByKey } = scene;

  describe('taking back', () => {
    const undo = (body: object, origin: string = birds.origin) =>
      send(scene.service, '/embed/undo', { project_id: birds.id, ...body }, origin);
    const undone = async (body: object) => {
      expect(await success('POST /embed/undo', await undo(body))).toEqual({
        result: 'success',
        credited: false,
      });
    };
    const total = async () =>
      (
        await rows<{ sum: number }>(
          scene.service,
          `select cast(sum(events) as bigint) as sum from daily where project_id = ${birds.id}`,
        )
      )[0]?.sum;

    test('undo by grant takes the named event off the profile, and the totals stay', async () => {
      const address = newAddress();
      const { grant } = await join(address);
      const [kept, gone] = [randomUUID(), randomUUID()];
      const first = await recorded(grant, {
        event_id: gone,
        extra: 'mine',
        where: 'POINT(1 2)',
        duration: 60,
      });
      const second = await recorded(first.grant ?? '', { event_id: kept, duration: 30 });
      const before = await total();
      await undone({ grant: second.grant, event_id: gone });
      expect(await stored(first.event_id)).toMatchObject({ profile_id: null, extra: null, place: null });
      const profile = await profileOf(address);
      expect(await stored(second.event_id)).toMatchObject({ profile_id: profile });
      expect(await total()).toBe(before);
      const parts = await rows<object>(
        scene.service,
        `select events, duration from participation where profile_id = ${profile}`,
      );
      expect(parts).toEqual([{ events: 1, duration: 30 }]);
      // A retry of the undone event does not credit it again.
      const retried = await recorded(second.grant ?? '', {
        event_id: gone,
        extra: 'mine',
        where: 'POINT(1 2)',
        duration: 60,
      });
      expect(retried).toMatchObject({ event_id: first.event_id, duplicate: true, credited: false });
    });

    test('undo of a missing event, or of somebody else’s, has the same reply and does nothing', async () => {
      const { grant } = await join();
      const address = newAddress();
      const event_id = randomUUID();
      const theirs = await recorded((await join(address)).grant, { event_id });
      await undone({ grant, event_id });
      await undone({ grant, event_id: randomUUID() });
      expect(await stored(theirs.event_id)).toMatchObject({ profile_id: await profileOf(address) });
    });

    test('an event that is older than a day stays', async () => {
      const address = newAddress();
      const { grant } = await join(address);
      const event_id = randomUUID();
      const old = await recorded(grant, { event_id });
      await rows(
        scene.service,
        `update events set arrived_at = arrived_at - ${day + 60_000} where event_id = ${old.event_id}`,
      );
      await undone({ grant: old.grant, event_id });
      expect(await stored(old.event_id)).toMatchObject({ profile_id: await profileOf(address) });
    });

    test('decline by grant: this event and later ones are tied to nobody, and the grant has ended', async () => {
      const address = newAddress();
      const { grant } = await join(address);
      const first = await recorded(grant, { extra: 'mine' });
      const declined = await send(
        scene.service,
        '/embed/decline',
        { project_id: birds.id, grant: first.grant },
        birds.origin,
      );
      expect(await success('POST /embed/decline', declined)).toMatchObject({ credited: false });
      expect(await stored(first.event_id)).toMatchObject({ profile_id: null, extra: null });
      await refusal(await record(first.grant ?? ''), 401, 'grant_gone');
      const profile = await profileOf(address);
      expect(await stored((await recordByKey(profile)).event_id)).toMatchObject({ profile_id: null });
      // "Credit me", confirmed by a mailed code, is the participant's own decision: it lifts the opt-out.
      const again = await recorded((await join(address)).grant);
      expect(again.credited).toBe(true);
      expect(await stored(again.event_id)).toMatchObject({ profile_id: profile });
    });

    test('decline that keeps the past: earlier events stay, later ones are tied to nobody', async () => {
      const address = newAddress();
      const first = await recorded((await join(address)).grant, { extra: 'mine' });
      const body = { project_id: birds.id, grant: first.grant, keep_past: true };
      const declined = await send(scene.service, '/embed/decline', body, birds.origin);
      expect(await success('POST /embed/decline', declined)).toMatchObject({ credited: false });
      const profile = await profileOf(address);
      expect(await stored(first.event_id)).toMatchObject({ profile_id: profile, extra: 'mine' });
      await refusal(await record(first.grant ?? ''), 401, 'grant_gone');
      expect(await stored((await recordByKey(profile)).event_id)).toMatchObject({ profile_id: null });
    });

    test('forget ends the grant of this page and nothing else', async () => {
      const address = newAddress();
      const [here, elsewhere] = [
        (await join(address)).grant,
        (await join(address, { id: birds.id, origin: shared })).grant,
      ];
      const before = await recorded(here);
      const forget = () =>
        send(scene.service, '/embed/forget', { project_id: birds.id, grant: before.grant }, birds.origin);
      expect(await success('POST /embed/forget', await forget())).toEqual({ result: 'success' });
      await refusal(await forget(), 401, 'grant_gone');
      await refusal(await record(here), 401, 'grant_gone');
      const profile = await profileOf(address);
      expect(await stored(before.event_id)).toMatchObject({ profile_id: profile });
      const there = await success(
        'POST /embed/record',
        await record(elsewhere, {}, { id: birds.id, origin: shared }),
      );
      expect(there.credited).toBe(true);
    });
  });
});
