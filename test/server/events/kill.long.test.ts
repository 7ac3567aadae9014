/** `kill -9` under load: every acknowledged contribution is stored exactly once, and the others can be sent again. */
import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { keyedDigests } from '../../../server/secrets/secrets.ts';
import { ownProject, profileOf, profilesOf, record } from '../../set-up/service/project.ts';
import { rollUps } from '../../set-up/service/roll-ups.ts';
import { openRows } from '../../set-up/service/rows.ts';
import { unlimited } from '../../set-up/service/running-service.ts';
import { engines, startService, type Service } from '../../set-up/service/start-service.ts';

const kills = 20;
const clients = 16;

type Sent = {
  idempotencyKey: string;
  fields: Record<'key' | 'type', string> &
    Record<'project_id' | 'profile_id' | 'duration' | 'magnitude', number>;
};

/** People who send contributions one after another, and each one again until it is acknowledged. */
class Crowd {
  readonly acknowledged = new Map<string, { eventId: number; sent: Sent }>();
  /** Requests that were interrupted, and replies "recorded already". */
  cut = 0;
  duplicates = 0;
  readonly surprises: string[] = [];
  #isClosing = false;
  readonly #service: Service;
  readonly #people: Promise<void>[];

  constructor(service: Service, key: string, projectId: number, profiles: number[]) {
    this.#service = service;
    this.#people = Array.from({ length: clients }, async (_, client) => {
      for (let count = client; !this.#isClosing; count++) {
        const profileId = profiles[count % profiles.length] ?? 0;
        await this.#send({
          idempotencyKey: randomUUID(),
          fields: {
            key,
            project_id: projectId,
            profile_id: profileId,
            type: count % 3 ? 'collection' : 'classification',
            duration: count % 900,
            magnitude: count % 7,
          },
        });
      }
    });
  }

  async #send(sent: Sent): Promise<void> {
    for (;;) {
      const answer = await record(this.#service, sent.fields, sent.idempotencyKey).catch((error: unknown) => {
        if ((error as { cause?: { code?: unknown } }).cause?.code !== 'ECONNREFUSED') this.cut += 1;
        return undefined;
      });
      if (answer === undefined || answer.status === 503) {
        await sleep(50);
        continue;
      }
      if (answer.status !== 200) this.surprises.push(JSON.stringify(answer));
      if (answer.json.duplicate) this.duplicates += 1;
      this.acknowledged.set(sent.idempotencyKey, { eventId: answer.json.event_id, sent });
      return;
    }
  }

  /** Stops new contributions; resolves when the open ones are acknowledged. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await Promise.all(this.#people);
  }
}

describe.each(engines)('%s', (engine) => {
  test(`${kills} times kill -9 under ${clients} clients loses and doubles nothing`, async () => {
    const service = await startService(engine, unlimited);
    const { key, projectId } = await ownProject(service);
    const profiles = await profilesOf(service, key, 8);
    const lookedUp = new Map<string, number>();
    const crowd = new Crowd(service, key, projectId, profiles);
    for (let kill = 0; kill < kills; kill++) {
      await sleep(randomInt(100, 400));
      const address = `late${kill}@example.org`;
      lookedUp.set(address, await profileOf(service, key, address));
      await service.kill9();
      await service.start();
    }
    await crowd.close();

    const { acknowledged, cut, duplicates, surprises } = crowd;
    console.log(
      `${engine}: ${kills} kills, ${acknowledged.size} events acknowledged, ${cut} requests cut off, ${duplicates} found recorded`,
    );
    expect(surprises).toEqual([]);
    expect(cut).toBeGreaterThanOrEqual(kills);

    await using rows = openRows(service);
    const keyed = keyedDigests(service.settings['PEPPER'] ?? '');
    const wanted = [...acknowledged]
      .map(([text, { eventId }]) => ({
        key: keyed('owner-submission', projectId, text).slice(0, 32),
        event_id: eventId,
      }))
      .sort((one, other) => one.event_id - other.event_id);
    const events = await rows.all<{ key_digest: Uint8Array; event_id: number }>(
      'select key_digest, event_id from events order by event_id',
    );
    const keys = events.map(({ key_digest, event_id }) => ({
      key: Buffer.from(key_digest).toString('hex'),
      event_id,
    }));
    expect(keys).toEqual(wanted);
    const { stored, counted } = await rollUps(rows);
    expect(stored).toEqual(counted);
    if (engine === 'sqlite')
      expect(await rows.all('pragma integrity_check')).toEqual([{ integrity_check: 'ok' }]);

    // A client that lost the reply and tries again gets the same one.
    for (const [text, { eventId, sent }] of [...acknowledged].slice(-200))
      expect((await record(service, sent.fields, text)).json).toMatchObject({
        event_id: eventId,
        duplicate: true,
      });
    for (const [address, profileId] of lookedUp)
      expect(await profileOf(service, key, address)).toBe(profileId);
    expect(await rows.all('select count(*) as count from events')).toEqual([{ count: acknowledged.size }]);
  });
});
