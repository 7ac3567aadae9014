/** A mail to hundreds, whose service is killed while it is sent; on both engines. */
import { describe, expect, test } from 'vitest';
import { frequentQueues } from '../../set-up/service/frequent-queues.ts';
import { startMailServer } from '../../set-up/service/peers/mail-server.ts';
import { unlimited } from '../../set-up/service/running-service.ts';
import { engines } from '../../set-up/service/start-service.ts';
import { count, joinFrom, projects, rows, signIn, startScene } from '../scene.ts';
import { agedBy, recordFor } from './volunteering.ts';

const { frogs } = projects;
const mailings = `/project/${frogs.id}/mailings`;
const addressOf = (index: number) => `v${index}@volunteers.example`;

/** Hundreds of recipients by rows of the store: joining them one by one would take minutes. `MAILING_PEOPLE=10000` makes more. */
describe.each(engines)('a mail to hundreds on %s', (engine) => {
  const crowd = Number(process.env['MAILING_PEOPLE'] ?? 400);

  test('killed in the middle: everybody gets it once, and nobody who left meanwhile', async () => {
    const { service, owner: key } = await startScene(engine, { ...unlimited, ...frequentQueues });
    const owner = await signIn(service, 'owner@example.org');
    await joinFrom(service, frogs, addressOf(1));
    await recordFor(service, key, frogs.id, addressOf(1));
    await agedBy(service, 2);
    const [first] = await rows<{ account_id: number; profile_id: number }>(
      service,
      `select account_id, profile_id from addresses where address = '${addressOf(1)}'`,
    );
    const numbers = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${crowd})`;
    const base = 2 ** 41;
    const made = [
      `insert into accounts (account_id, name, role, created_at, confirmed_at, of_age_at)
        ${numbers} select ${base} + i, '', 'none', 1, 1, 1 from n`,
      `insert into profiles (profile_id, account_id, joined_at, created_at, used_day)
        ${numbers} select ${base} + i, ${base} + i, 1, 1, '2026-01-01' from n`,
      `insert into addresses (address, account_id, profile_id, is_main, verified_at)
        ${numbers} select 'crowd' || i || '@volunteers.example', ${base} + i, ${base} + i, 1, 1 from n`,
      `insert into participation (project_id, profile_id, events, duration, first_at, last_at, claimed_at)
        ${numbers} select ${frogs.id}, ${base} + i, 1, 0, 1, 1, 1 from n`,
      `insert into events (project_id, event_id, profile_id, type, source, is_late, is_test, happened_at, arrived_at)
        ${numbers} select ${frogs.id}, ${base} + i, ${base} + i, 'collection', 'api', 0, 0, 1, 1 from n`,
      `insert into volunteer_choices (project_id, account_id, is_listed, shows_name, is_mailed, updated_at)
        ${numbers} select ${frogs.id}, ${base} + i, 1, 0, 1, 1 from n`,
    ];
    for (const statement of made) await rows(service, statement);
    expect(first).toBeDefined();
    const received = new Map<string, number>();
    const origin = service.baseUrl.replace('http:', 'https:');
    await using server = await startMailServer();
    await service.restart({
      MAIL_FROM: 'Hands <hello@example.org>',
      SMTP_URL: `smtp://127.0.0.1:${server.port}`,
      // Behind a proxy that ends TLS, as in production.
      BASE_URL: origin,
    });
    // One project's mailing was approved before.
    await rows(
      service,
      `insert into mailings (project_id, mailing_id, account_id, form, subject, body, filter, state, created_at, sent,
        done_to, tries) values (${frogs.id}, 5, 1, 'x', 'x', 'x', '{}', 'sent', 1, 5, 1, 0)`,
    );
    const fields = { act: 'send', subject: 'To all', body: 'Hello', form: 'g'.repeat(43) };
    // With https, the cookie of a session has this prefix.
    const headers = { origin, cookie: `__Host-${owner}` };
    const sent = await service.postForm(mailings, fields, { headers });
    expect(sent.status).toBe(303);
    await expect.poll(() => server.received.length).toBeGreaterThan(20);
    // The last person whose mail waits in the queue leaves.
    await rows(
      service,
      `update volunteer_choices set is_mailed = 0 where account_id = ${base + crowd} and project_id = ${frogs.id}`,
    );
    await service.kill9();
    await service.restart({
      MAIL_FROM: 'Hands <hello@example.org>',
      SMTP_URL: `smtp://127.0.0.1:${server.port}`,
    });
    // The leases of the process that was killed.
    await rows(service, 'update mailings set next_at = 1 where next_at is not null');
    await rows(service, 'update mails set next_at = 1 where next_at is not null');
    await expect.poll(() => count(service, 'mails where failed_at is null')).toBe(0);
    const [row] = await rows<{ state: string }>(
      service,
      "select state from mailings where subject = 'To all'",
    );
    expect(row?.state).toBe('sent');
    for (const { envelope } of server.received)
      for (const to of envelope) received.set(to, (received.get(to) ?? 0) + 1);
    expect([...received.values()].filter((times) => times !== 1)).toEqual([]);
    // At most four mails were under way when the process ended; they are reported and not sent again.
    const interrupted = await count(service, "mails where fault = 'interrupted'");
    expect(interrupted).toBeLessThanOrEqual(4);
    expect(received.size + interrupted).toBeGreaterThanOrEqual(crowd);
    expect(received.has(`crowd${crowd}@volunteers.example`)).toBe(false);

    // RFC 8058: a mail program sends this field to this address, without asking anything or having a cookie.
    const header = ({ headers }: (typeof server.received)[number], name: string) =>
      headers.find(({ key }) => key === name)?.value;
    const delivered = server.received.find(({ envelope }) => envelope[0]?.startsWith('crowd'));
    expect(delivered && header(delivered, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const [, link = ''] =
      /^<(https:[^<>]+)>$/.exec((delivered && header(delivered, 'list-unsubscribe')) ?? '') ?? [];
    const [index] = /\d+/.exec(delivered?.envelope[0] ?? '') ?? [];
    const isMailed = () =>
      rows(service, `select is_mailed from volunteer_choices where account_id = ${base + Number(index)}`);
    expect(await isMailed()).toEqual([{ is_mailed: 1 }]);
    const click = await service.postForm(new URL(link).pathname, { 'List-Unsubscribe': 'One-Click' });
    expect([click.status, await isMailed()]).toEqual([200, [{ is_mailed: 0 }]]);
  });
});
