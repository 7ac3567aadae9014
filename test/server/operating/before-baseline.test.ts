/** A store from before 0.2.0, with which the schema began again: it is refused with the way to move it, which works. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { afterFile } from '../../set-up/after-file.ts';
import { freePort } from '../../set-up/service/free-port.ts';
import { openRows, type Rows } from '../../set-up/service/rows.ts';
import { RunningService } from '../../set-up/service/running-service.ts';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import { watchOver } from '../../set-up/watch-over.ts';
import { post, profileId, projects, startScene, success } from '../scene.ts';

const at = "'2026-11-25T00:00:00.000Z'";
/** Such a store has tables and a column of releases before it, and lacks what came last. */
const asBefore = [
  'delete from kysely_migration',
  `insert into kysely_migration values ('0001-first', ${at}), ('0097-passkey-offers', ${at})`,
  "alter table sign_in_links add column next text not null default '/me'",
  'drop index mails_turn',
  'alter table mails drop column turn',
  'drop table withdrawing',
  'create table withdrawals (project_id bigint, day text, contributions bigint)',
  "insert into withdrawals values (1, '2026-11-25', 1)",
  ...['drop index events_doubtful', 'drop index events_long'],
  ...['events', 'removed_events'].map((table) => `alter table ${table} drop column confirmed_at`),
  "delete from settings where name = 'expansions'",
  `insert into settings values ('keys_shared_until', '0'), ('expansions', '["0097-passkey-offers"]')`,
];

const refused =
  /This store is from a release before 0\.2\.0, and this one does not change it: stop the service, copy the store into an empty place with `npm run operator -- copy-to <place>` of this release, and start the service on the copy\./;

describe.each(engines)('on %s', (engine) => {
  let service: Service;
  let rows: Rows;
  let owner: string;
  let said: object;
  let recorded: object;

  beforeAll(async () => {
    ({ service, owner } = await startScene(engine));
    rows = openRows(service);
    afterFile(() => rows[Symbol.asyncDispose]());
    await post(service, '/sign-in', { email: 'waiting@example.org' });
    const profile_id = await profileId(service, owner, 'person@example.org');
    said = {
      key: owner,
      project_id: projects.birds.id,
      profile_id,
      type: 'collection',
      idempotency_key: '1',
    };
    recorded = await success('POST /api/record_event', await service.postJson('/api/record_event', said));
    await service.stop();
    for (const statement of asBefore) await rows.run(statement);
  });

  test('neither the service nor a command but copy-to goes on with it', async () => {
    await expect(service.start()).rejects.toThrow(refused);
    for (const args of [['reviews'], ['copy-to', '--trial', join(tmpdir(), 'none')]]) {
      const { code, json } = await service.operator(...args);
      expect([args, code, json['error']]).toEqual([args, 1, expect.stringMatching(refused)]);
    }
    expect((await rows.all('select * from withdrawals')).length).toBe(1);
  });

  test('copy-to moves it, and the service goes on with the copy', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'manyhands-moved-'));
    watchOver(folder);
    const { code, json } = await service.operator('copy-to', folder);
    expect([code, json]).toMatchObject([0, { result: 'success' }]);
    await using moved = new RunningService(await freePort(), folder, undefined, {
      PEPPER: service.settings['PEPPER'] ?? '',
    });
    await moved.start();
    const again = await moved.postJson('/api/record_event', said);
    expect(await success('POST /api/record_event', again)).toEqual({ ...recorded, duplicate: true });
    await using copied = openRows(moved);
    expect(
      await copied.all(
        `select name, value from settings where name = 'keys_shared_until' or value like '%passkey-offers%'`,
      ),
    ).toEqual([]);
    // A link that was mailed before still opens.
    expect(await copied.all('select used_at from sign_in_links')).toEqual([{ used_at: null }]);
  });

  test('one from long before is refused until the last version before has changed it', async () => {
    await rows.run("delete from kysely_migration where name = '0097-passkey-offers'");
    const early = /^This store is from a release long before 0\.2\.0: start the service of the last version /;
    for (const args of [['reviews'], ['copy-to', join(tmpdir(), 'none')]]) {
      const { code, json } = await service.operator(...args);
      expect([args, code, json['error']]).toEqual([args, 1, expect.stringMatching(early)]);
    }
  });
});
