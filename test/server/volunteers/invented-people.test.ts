/**
 * The figures of what an owner learns about one real person with 20 invented ones: the share of right guesses whether
 * somebody opted out, where half of them did, so that a coin is right in 50 of 100.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { peopleRounding } from '../../../server/stats/disclosure.ts';
import { keyedDigests } from '../../../server/secrets/secrets.ts';
import { seeded } from '../../bench/made/seeded.ts';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import { post, profileId, projects, rows, signIn, shareScene } from '../scene.ts';

const { birds } = projects;
const day = 86_400_000;
const dayBefore = (days: number) => new Date(Date.now() - days * day).toISOString().slice(0, 10);

describe.each(engines)('on %s', (engine) => {
  let service: Service;
  let key: string;
  let manager: string;
  let invented: number[];

  beforeAll(async () => {
    ({ service, owner: key } = await shareScene(engine));
    manager = await signIn(service, 'owner@example.org');
    invented = await profilesOf(20, 'invented');
  });

  const profilesOf = (count: number, name: string) =>
    Promise.all(Array.from({ length: count }, (_, n) => profileId(service, key, `${name}-${n}@example.org`)));

  const report = async (people: number[], ago: number) => {
    for (const profile_id of people) {
      const said = { project_id: birds.id, type: 'collection', when: `${dayBefore(ago)}T12:00:00Z` };
      expect((await service.postJson('/api/record_event', { ...said, profile_id, key })).status).toBe(200);
    }
  };

  /** The number of participants on each day, as the owner sees them on the next one. */
  const shownByDay = async () => {
    await rows(service, 'delete from people_figures returning day');
    const path = `/project/${birds.id}-bird-count/stats/participants.json?period=day&by=none&span=365`;
    const reply = await service.get(path, { headers: { cookie: manager } });
    const { rows: days } = (await reply.json()) as { rows: { period: string; total: number | null }[] };
    return new Map(days.map(({ period, total }) => [period, total]));
  };

  test('groups of invented people on empty days do not show where rounding goes up for a real one', async () => {
    const trials = 60;
    // First with invented people only: the smallest group that is shown.
    for (let size = 6; size <= 10; size++) await report(invented.slice(0, size), 300 + size);
    const calibrated = await shownByDay();
    const edge = [6, 7, 8, 9, 10].find((size) => calibrated.get(dayBefore(300 + size)) !== null) ?? 10;
    // Then each real one with one invented person less than that.
    const real = await profilesOf(trials, 'real');
    const left = (n: number) => n % 2 === 0;
    for (const [n, person] of real.entries()) {
      if (left(n)) {
        const cookie = await signIn(service, `real-${n}@example.org`);
        const reply = await post(service, '/me/opt-out', { project_id: String(birds.id) }, cookie);
        expect(reply.status).toBe(303);
      }
      const some = Array.from({ length: edge - 1 }, (_, at) => invented[(n + at) % 20] ?? 0);
      await report([...some, person], 20 + n);
    }
    const shown = await shownByDay();
    const right = real.filter((_, n) => (shown.get(dayBefore(20 + n)) === null) === left(n)).length;
    // With 60 guesses, this is more than four standard deviations around 60 in 100. Without rounding all are right.
    expect(right / trials).toBeLessThan(0.9);
    expect(right / trials).toBeGreaterThan(0.3);
  });
});

test('one observation is right in 60 of 100, and many of the same person tell more', () => {
  const random = seeded(3);
  const round = peopleRounding(keyedDigests('a pepper for tests, of no use elsewhere'), 1);
  const guess = (observations: number): boolean => {
    const isCounted = random() < 0.5;
    let shown = 0;
    for (let at = 0; at < observations; at++) {
      // Seven of 20 invented people, others each time, and the real one.
      const some = Array.from({ length: 7 }, () => Math.floor(random() * 1e9));
      const who = [...some, ...(isCounted ? [1] : [])].reduce((sum, id) => sum + id, 0);
      if (round({ people: 7 + Number(isCounted), who }) !== null) shown++;
    }
    return shown * 2 > observations === isCounted;
  };
  const share = (observations: number) => {
    let right = 0;
    for (let trial = 0; trial < 500; trial++) right += Number(guess(observations));
    return Math.round((right / 500) * 100);
  };
  const found = [1, 101].map(share);
  expect(found[0]).toBeGreaterThan(50);
  expect(found[0]).toBeLessThan(70);
  // As /docs/security says: this is not protected against.
  expect(found.at(-1)).toBeGreaterThan(90);
});
