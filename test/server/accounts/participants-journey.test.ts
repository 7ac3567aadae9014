/** The whole way of one participant: contributes, joins, gets a certificate, exports, and leaves without a trace. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { verifyBadge } from '../../set-up/service/peers/badge-verifier.ts';
import { crowded } from '../../set-up/service/running-service.ts';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import { count, post, profileId, projects, rows, signIn, startScene, success } from '../scene.ts';
import { agedBy, textOf } from '../volunteers/volunteering.ts';

const { birds } = projects;

/** The files that hold a text, of a folder with all that is below it. */
const filesWith = async (folder: string, text: string): Promise<string[]> => {
  const files = await readdir(folder, { recursive: true });
  const found = await Promise.all(
    // A folder, or a file that went meanwhile, holds nothing.
    files.map(async (file) =>
      (await readFile(join(folder, file)).catch(() => Buffer.alloc(0))).includes(text),
    ),
  );
  return files.filter((_, at) => found[at]);
};

/** The folders of the store: the service's, and that of its database in PostgreSQL. */
const foldersOf = async (service: Service): Promise<string[]> => {
  if (service.databaseUrl === undefined) return [service.dataDir];
  const [row] = await rows<{ folder: string }>(
    service,
    `select current_setting('data_directory') || '/base/' || oid as folder from pg_database
      where datname = current_database()`,
  );
  return [service.dataDir, row?.folder ?? 'no folder'];
};

describe.each(engines)('one participant on %s', (engine) => {
  test('from the first contribution to the end of the account', async () => {
    const { service, owner } = await startScene(engine, crowded);
    const address = 'once.upon.a.time@example.org';
    const profile = await profileId(service, owner, address);
    const said = {
      key: owner,
      profile_id: profile,
      project_id: birds.id,
      type: 'collection',
      duration: 7200,
    };
    const contribute = async (more: object = {}) =>
      success('POST /api/record_event', await service.postJson('/api/record_event', { ...said, ...more }));
    await contribute({ extra: `said by ${address}` });
    await agedBy(service, 1);

    // A day later the newcomer joins, and finds the earlier contribution waiting.
    const cookie = await signIn(service, address);
    const look = (path: string) => service.get(path, { headers: { cookie } });
    const act = (path: string, fields: Record<string, string>) => post(service, path, fields, cookie);
    expect(await textOf(await look('/me'))).toMatch(/Bird Count 1 contribution/);
    expect((await act('/me/claim', { project_id: String(birds.id) })).status).toBe(303);
    await contribute();

    const made = await act('/me/certificates', { name: `A. Time, ${address}` });
    expect(made.status).toBe(303);
    const certificate = made.headers.get('location') ?? 'no certificate';
    // A stranger has the link and no session.
    const checked = await textOf(await service.get(certificate));
    expect(checked).toContain('2 contributions');
    expect(checked).toContain('4 hours');
    const badge = await (await service.get(`${certificate}/badge.json`)).json();
    expect(await verifyBadge(badge, service.baseUrl, 'eddsa-rdfc-2022')).toEqual({
      verified: true,
      isRevoked: false,
    });

    const exported = await (await look('/me/export.json')).text();
    for (const text of [address, 'Bird Count', `said by ${address}`]) expect(exported).toContain(text);

    // Before the end the address is in the store: otherwise the search below would show nothing.
    if (engine === 'postgres') await rows(service, 'checkpoint');
    const folders = await foldersOf(service);
    const traces = async () =>
      (await Promise.all(folders.map((folder) => filesWith(folder, address)))).flat();
    expect(await traces()).not.toEqual([]);
    // A mail to the person that could not be delivered waits.
    await service.restart({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'Hands <hello@example.org>' });
    expect((await act('/account/delete', { when: 'later' })).status).toBe(303);
    await expect.poll(() => count(service, 'mails where fault is not null')).toBe(1);
    await act('/account/keep', {});
    const deleted = await act('/account/delete', { when: 'now' });
    expect(deleted.headers.get('location')).toBe('/account/deleted');

    expect((await service.get(certificate)).status).toBe(410);
    expect(await verifyBadge(badge, service.baseUrl, 'eddsa-rdfc-2022')).toEqual({
      verified: true,
      isRevoked: true,
    });
    expect((await look('/me')).headers.get('location')).toBe('/sign-in?next=%2Fme');
    for (const table of [
      'mails',
      `profiles where profile_id = ${profile}`,
      `addresses where address = '${address}'`,
    ])
      expect(await count(service, table)).toBe(0);
    await expect
      .poll(async () => {
        // PostgreSQL keeps deleted rows in its files until this (docs/operating/backups.md), and until no statement that
        // was running meanwhile might still see them.
        if (engine === 'postgres')
          for (const step of ['vacuum full', 'checkpoint']) await rows(service, step);
        return traces();
      })
      .toEqual([]);
    expect(service.log()).not.toContain(address);
    // The project's totals stay.
    const [{ events = 0 } = {}] = await rows<{ events: number }>(
      service,
      `select sum(events) as events from daily where project_id = ${birds.id}`,
    );
    expect(Number(events)).toBe(2);
  });
});
