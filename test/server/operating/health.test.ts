/** Liveness, readiness and metrics for an operator's programs, and the commands that tell the same to a person. */
import { randomUUID } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../../scripts/built.ts';
import { fullWhile } from '../../set-up/service/full-store.ts';
import { startMailServer } from '../../set-up/service/peers/mail-server.ts';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import { projects, rows, startScene } from '../scene.ts';

const token = 'a token for the tests only';
const bearer = { headers: { authorization: `Bearer ${token}` } };

describe.each(engines)('watching a service on %s', (engine) => {
  const full = join(tmpdir(), `full-${randomUUID()}`);
  let service: Service;
  let key: string;
  let profileId: number;

  beforeAll(async () => {
    ({ service, owner: key } = await startScene(engine, { METRICS_TOKEN: token, ...fullWhile(full) }));
    const looked = await service.get(`/api/profile/id?identifier=ann@example.org&key=${key}`);
    profileId = ((await looked.json()) as { service_profile_id: number }).service_profile_id;
  });

  const record = () =>
    service.postJson(`/api/record_event?key=${key}`, {
      project_id: projects.birds.id,
      profile_id: profileId,
      type: 'collection',
    });
  const health = async () => {
    const reply = await service.get('/health');
    return [reply.status, ((await reply.json()) as { store: string }).store];
  };
  const metrics = async () => (await service.get('/metrics', bearer)).text();

  test('a store that takes no writes is told, and contributions are refused for now', async () => {
    expect((await record()).status).toBe(200);
    expect(await health()).toEqual([200, 'ok']);
    const close = async (isClosed: boolean) => {
      if (engine === 'sqlite') await (isClosed ? writeFile(full, '') : rm(full));
      else {
        const name = new URL(service.databaseUrl ?? '').pathname.slice(1);
        const isReadOnly = `default_transaction_read_only = ${isClosed ? 'on' : 'off'}`;
        await rows(service, `set transaction read write; alter database ${name} set ${isReadOnly}`);
        // Connections keep what they began with.
        await rows(
          service,
          'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
        );
      }
    };
    await close(true);
    // Until the process has its number for event ids again, it refuses without asking the store.
    await expect
      .poll(async () => [(await record()).status, await metrics()])
      .toEqual([503, expect.stringMatching(/^manyhands_batches_refused_total [1-9]/m)]);
    expect(await (await record()).json()).toMatchObject({ code: 'not_ready' });
    expect(await health()).toEqual([503, engine === 'sqlite' ? 'refusing' : 'read-only']);
    expect((await service.get('/live')).status).toBe(200);
    await close(false);
    await expect.poll(async () => (await record()).status).toBe(200);
    await expect.poll(health).toEqual([200, 'ok']);
  });

  test('metrics are for the holder of the token, and name nobody', async () => {
    const without: Record<string, string>[] = [
      {},
      { authorization: 'Bearer another' },
      { authorization: token },
    ];
    for (const headers of without) expect((await service.get('/metrics', { headers })).status).toBe(404);
    expect((await service.get(`/metrics?token=${token}`)).status).toBe(404);
    await service.get(`/people/${profileId}`);
    await service.get('/no-such-page/ann@example.org');
    const reply = await service.get('/metrics', bearer);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('text/plain; version=0.0.4'),
    ]);
    const text = await reply.text();
    for (const line of [
      /^http_request_duration_seconds_count\{route="\/api\/record_event",status="200"\} \d/m,
      /^http_request_duration_seconds_count\{route="other",status="404"\} \d/m,
      /^manyhands_batch_size_sum [1-9]/m,
      /^manyhands_store_bytes [1-9]/m,
      /^manyhands_disk_free_bytes [1-9]/m,
      /^manyhands_backup_age_seconds [\d.]+$/m,
      /^manyhands_replication_lag_seconds nan$/im,
      /^manyhands_refusals_total\{code="not_found"\} [1-9]/m,
      /^manyhands_mails_unsent_total\{outcome="permanent"\} 0$/m,
      /^nodejs_eventloop_lag_p99_seconds /m,
    ])
      expect(text).toMatch(line);
    for (const secret of [key, token, 'ann@example.org', '/no-such-page', `/people/${profileId}`])
      expect(text).not.toContain(secret);
  });

  test('every metric that the alerts and the dashboard name is there', async () => {
    const files = await Promise.all(
      ['alerts.yml', 'dashboard.json'].map((file) => readFile(join(root, 'deploy', file), 'utf8')),
    );
    const named = new Set(files.join('\n').match(/\b(manyhands|http|nodejs|process)_\w+/g));
    expect(named.size).toBeGreaterThan(5);
    const text = await metrics();
    expect([...named].filter((name) => !text.includes(`\n${name}`))).toEqual([]);
  });

  test('status tells the same, with the last purge', async () => {
    await service.operate('purge');
    const { code, json, stdout } = await service.operator('status');
    expect({ code, json }).toMatchObject({
      code: 0,
      json: {
        result: 'success',
        release: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
        imagesWaiting: 0,
        noticesWaiting: 0,
        lastPurge: expect.stringMatching(/^20/) as string,
      },
    });
    expect(json).not.toHaveProperty('lastBackup');
    expect(stdout).not.toContain('a pepper for tests');
    expect(await metrics()).toMatch(/^manyhands_purge_age_seconds \d+(\.\d+)?$/m);
  });

  test('test-mail shows the conversation, and no password', async () => {
    await using strict = await startMailServer({ refusesLogin: true });
    await using mails = await startMailServer();
    const SMTP_URL = strict.url.replace('//', '//river:a%20secret@');
    await service.restart({ SMTP_URL, SMTP_TLS: 'optional', MAIL_FROM: 'Hands <hello@example.org>' });
    await expect.poll(() => service.log()).toContain('SMTP_URL: the mail server refuses');
    const refused = await service.operator<{ lines: string[] }>('test-mail', 'ann@example.org');
    expect(refused.code).toBe(1);
    expect(`${refused.stdout}${refused.stderr}${service.log()}`).not.toMatch(/a secret|a%20secret/);
    await service.restart({ SMTP_URL: mails.url });
    const sent = await service.operator<{ sent: boolean; lines: string[] }>('test-mail', 'ann@example.org');
    expect(sent).toMatchObject({ code: 0, json: { sent: true } });
    const lines = sent.json.lines.join('\n');
    expect(lines).toMatch(/^S: 220 /m);
    expect(lines).toMatch(/^C: RCPT TO:<ann@example\.org>/m);
    await expect.poll(() => mails.received.map(({ subject }) => subject)).toContain('Test mail of Manyhands');
  });
});
