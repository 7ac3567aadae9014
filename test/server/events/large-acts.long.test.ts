/**
 * Acts of a person with 20,000 contributions: decided and visible at once, done in batches between which others write,
 * and finished after `kill -9`.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../set-up/service/start-service.ts';
import { day, largeActs, type LargeActs, batch, many, ofBirds } from './large-acts-scene.ts';

describe.each(engines)('acts on very many contributions on %s', (engine) => {
  let service: LargeActs['service'];
  let rows: LargeActs['rows'];
  let acts: LargeActs;
  beforeAll(async () => {
    acts = await largeActs(engine);
    ({ service, rows } = acts);
  });
  const allow: LargeActs['allow'] = (events) => acts.allow(events);
  const count: LargeActs['count'] = (from) => acts.count(from);
  const member: LargeActs['member'] = (...who) => acts.member(...who);
  const holdAndKill: LargeActs['holdAndKill'] = (left) => acts.holdAndKill(left);
  const mustFit = () => acts.mustFit();

  test('removing and taking back: each counts at once, and a crash loses nothing', async () => {
    const { words, exported, act, rowsIn, stored, profile } = await member('remover@example.org');
    const before = await stored();
    expect(before.events).toHaveLength(many);
    await allow(3500);

    await act('/me/remove');
    const removed = () => rowsIn('events');
    expect(await removed()).toBeGreaterThan(0);
    expect(await words('/me')).toContain('Nothing credited yet');
    expect(await words('/me')).toMatch(/Removed .* 20,000 contributions, permanently deleted on/);
    const during = await exported();
    expect([during.contributions.length, during.removed_contributions.length]).toEqual([0, many]);
    expect(during.projects).toEqual([]);
    expect(await removed()).toBeGreaterThan(0);
    await holdAndKill(removed);
    expect([await removed(), await rowsIn('removed_events'), await rowsIn('participant_days')]).toEqual([
      0,
      many,
      0,
    ]);
    await mustFit();

    const [row] = await rows.all<{ removed_at: number }>(
      `select removed_at from removed_events where profile_id = ${profile} limit 1`,
    );
    await allow(3500);
    await act('/me/restore', { ...ofBirds, removed_at: String(row?.removed_at) });
    const left = () => rowsIn('removed_events');
    expect(await left()).toBeGreaterThan(0);
    expect(await words('/account')).toContain('Remove 20,000 past contributions…');
    expect(await words('/me')).not.toContain('Restore');
    const back = await exported();
    expect([back.contributions.length, back.removed_contributions.length]).toEqual([many, 0]);
    expect(back.projects).toMatchObject([{ events: many }]);
    expect(await left()).toBeGreaterThan(0);
    await holdAndKill(left);
    expect(await stored()).toEqual(before);
    await mustFit();
  });

  test('removing what the page had counted leaves what came after it', async () => {
    const { act, rowsIn, profile, stored } = await member('later@example.org');
    const [{ at } = { at: 0 }] = await rows.all<{ at: number }>(
      `select arrived_at as at from events where profile_id = ${profile} order by event_id limit 1 offset 15000`,
    );
    await act('/me/remove', { ...ofBirds, before: String(at) });
    await expect.poll(() => count('unfinished_acts')).toBe(0);
    expect([await rowsIn('events'), await rowsIn('removed_events')]).toEqual([5000, 15_000]);
    expect((await stored()).participation).toMatchObject([{ duration: 5000 * 60 }]);
    await mustFit();
  });

  test('deleting the account: nothing is left, also after a crash', async () => {
    const { act, rowsIn, words } = await member('leaver@example.org');
    const totals = await rows.all('select * from people_figures');
    await allow(3500);
    await act('/account/delete', { when: 'now' });
    const left = () => rowsIn('events');
    expect(await left()).toBeGreaterThan(0);
    expect(await words('/me')).not.toContain('contributions');
    await holdAndKill(left);
    for (const table of ['events', 'removed_events', 'participation', 'participant_days', 'profiles'])
      expect([table, await rowsIn(table)]).toEqual([table, 0]);
    expect(await rows.all('select * from people_figures')).toEqual(totals);
    await mustFit();
  });

  test('people who never signed in: their contributions go the same way', async () => {
    const { rowsIn, profile } = await member('unconfirmed@example.org');
    await rows.run(`update accounts set confirmed_at = null, created_at = 1 where account_id =
      (select account_id from profiles where profile_id = ${profile})`);
    await allow(3500);
    await service.operate('purge').catch(() => undefined);
    await holdAndKill(() => rowsIn('events'));
    expect([await rowsIn('events'), await rowsIn('participation')]).toEqual([0, 0]);
    await mustFit();
  });

  test('people who did not join: the retention rule, also after a crash', async () => {
    const { rowsIn, profile } = await member('stranger@example.org');
    await rows.run(`update profiles set account_id = null, joined_at = null where profile_id = ${profile}`);
    await rows.run(`update participation set claimed_at = null where profile_id = ${profile}`);
    await rows.run(
      `update events set arrived_at = arrived_at - ${400 * day} where profile_id = ${profile} and event_id <
        (select event_id from events where profile_id = ${profile} order by event_id limit 1 offset 15000)`,
    );
    if (engine === 'postgres') await rows.run('delete from batches');
    await allow(3500);
    await service.operate('purge').catch(() => undefined);
    await expect.poll(() => rowsIn('events')).toBe(many - 3 * batch);
    await allow(10 * many);
    await service.operate('purge');
    expect(await rowsIn('events')).toBe(5000);
    await mustFit();
  });
});
