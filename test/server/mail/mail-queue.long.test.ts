/** The queue of mails: what a crash, a restart and a refusal leave of it, and what the store reveals. */
import { beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../set-up/service/free-port.ts';
import { startMailServer } from '../../set-up/service/peers/mail-server.ts';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import { addProject, post, projects, rows, send, signIn, startScene, success } from '../scene.ts';

const { birds } = projects;

describe.each(engines)('on %s', (engine) => {
  let service: Service;
  let starting: string;
  let owner: string;

  beforeAll(async () => {
    const scene = await startScene(engine, { TRUST_PROXY: '1' });
    ({ service, owner } = scene);
    const more = { status: 'starting', preregistration: true };
    const id = await addProject(service, owner, 'Fern Watch', more);
    await service.operate('publish', String(id));
    starting = `/project/${id}-fern-watch/tell-me`;
  });

  const mailOn = (port: number) =>
    service.restart({ MAIL_FROM: 'Hands <hello@example.org>', SMTP_URL: `smtp://127.0.0.1:${port}` });
  const tellMe = async (address: string) =>
    expect((await post(service, starting, { email: address })).status).toBe(200);
  const code = async (address: string, lang?: string) =>
    success(
      'POST /embed/join',
      await send(service, '/embed/join', { project_id: birds.id, address, of_age: true, lang }, birds.origin),
    );
  type Row = { kind: string; fault: string | null; sealed: string; tries: number };
  const queued = () => rows<Row>(service, 'select kind, fault, sealed, tries from mails order by mail_id');

  // First, while mails go into the outbox.
  test('editors get one digest of what is new, an hour at the earliest after the last', async () => {
    const editor = 'digest.editor@example.org';
    await service.operate('role', editor, 'editor');
    await signIn(service, editor);
    const later = (minutes: number) =>
      rows(
        service,
        `update projects set review_since = review_since - ${minutes * 60_000} where review_since is not null`,
      );
    const digests = async () =>
      (await service.mails()).filter(({ to, subject }) => to === editor && subject.includes('review queue'));
    await addProject(service, owner, 'Moss Watch', {});
    await addProject(service, owner, 'Newt "Watch"\r\nBcc: x', {});
    await later(11);
    // A request for hashed addresses, and the first mails of a project and of a programme.
    const [asked, written] = [Date.now() - 11 * 60_000, Date.now() - 12 * 60_000];
    await rows(
      service,
      `insert into project_acts (project_id, act_id, at, act) values (${birds.id}, 1, ${asked}, 'hashed_asked')`,
    );
    await rows(
      service,
      `insert into mailings (project_id, mailing_id, account_id, form, subject, body, filter, state, created_at, sent,
        done_to, tries) values (${birds.id}, 1, 1, 'x', 'x', 'x', '{}', 'awaiting_review', ${written}, 0, 0, 0)`,
    );
    await rows(
      service,
      `insert into programmes (programme_id, name, texts, rule, state, made_by, created_at)
        values (99, 'Two Hedges', '{}', '{}', 'open', 1, 1)`,
    );
    await rows(
      service,
      `insert into mailings (kind, project_id, mailing_id, account_id, form, subject, body, filter, state, created_at,
        sent, done_to, tries) values ('programme', 99, 2, 1, 'x', 'x', 'x', '{}', 'awaiting_review', ${written}, 0, 0, 0)`,
    );
    await expect.poll(async () => (await digests()).length).toBe(1);
    const [first] = await digests();
    expect(first?.subject).toBe('5 entries are new in the review queue of Manyhands');
    expect(first?.text).toContain('“Moss Watch”');
    expect(first?.text).not.toContain('\nBcc');
    expect(first?.text).toContain('“Bird Count”: asks to send hashed addresses');
    expect(first?.text).toContain('“Bird Count”: the first mail to its volunteers');
    expect(first?.text).toContain('“Two Hedges”: the first mail to its members');
    // A third entry waits until the hour is over.
    await addProject(service, owner, 'Slug Watch', {});
    const [noted] = await rows<{ value: string }>(
      service,
      "select value from settings where name = 'review-digest'",
    );
    await rows(
      service,
      `update settings set value = '${Number(noted?.value) - 3_700_000}' where name = 'review-digest'`,
    );
    await rows(
      service,
      `update projects set review_since = ${Number(noted?.value) - 1_000_000} where name = 'Slug Watch'`,
    );
    await expect.poll(async () => (await digests()).length).toBe(2);
    expect((await digests())[0]?.text).toContain('“Slug Watch”');
    expect((await digests())[0]?.subject).toMatch(/^\d+ entries are|^One entry is/);
  });

  test('killed in the middle of a batch: each mail arrives once, or is reported and not sent again', async () => {
    let taken = 0;
    let goOn = () => {};
    const killed = new Promise<void>((resolve) => (goOn = resolve));
    // Takes two mails; the acknowledgement of all later ones waits until the process is dead.
    await using mails = await startMailServer({ acknowledges: () => (++taken > 2 ? killed : undefined) });
    await mailOn(mails.port);
    const people = Array.from({ length: 12 }, (_, number) => `crash${number}@example.org`);
    for (const person of people) await tellMe(person);
    await expect.poll(() => mails.received.length).toBe(6);
    expect(await queued()).toHaveLength(10);
    await service.kill9();
    goOn();
    await service.start();
    // Mails under way have their lease, and arrived; the rest was never started.
    await expect.poll(() => mails.received.length).toBe(12);
    await expect.poll(async () => (await queued()).length).toBe(4);
    // Their leases expire.
    await rows(service, 'update mails set next_at = 0 where next_at is not null');
    await expect
      .poll(async () => (await queued()).map(({ fault }) => fault))
      .toEqual(['interrupted', 'interrupted', 'interrupted', 'interrupted']);
    expect(mails.received.map(({ envelope }) => envelope[0]).sort()).toEqual([...people].sort());
    await service.stop();
  });

  test('mail waits for a server that is away, over a restart, and is gone once it is delivered', async () => {
    const port = await freePort();
    await mailOn(port);
    await tellMe('patient.reader@example.org');
    await expect.poll(async () => (await queued()).map(({ fault }) => fault)).toContain('unreachable');
    const stored = JSON.stringify(await rows(service, 'select * from mails'));
    expect(stored).not.toContain('patient');
    expect(stored).not.toContain('Fern');
    await service.restart();
    await using mails = await startMailServer({ port });
    await rows(service, "update mails set next_at = 0 where fault = 'unreachable' and tries = ended");
    await expect
      .poll(() => mails.received.map(({ envelope }) => envelope[0]))
      .toEqual(['patient.reader@example.org']);
    await expect
      .poll(async () => (await queued()).filter(({ fault }) => fault === 'unreachable'))
      .toEqual([]);
    await service.stop();
  });

  test('a refusal for good is kept for the operator without its text, and nothing tells the address', async () => {
    await using mails = await startMailServer({ refusal: '550 5.1.1 no such mailbox' });
    await mailOn(mails.port);
    await code('nobody.here@example.org');
    await expect
      .poll(async () => (await queued()).filter(({ kind }) => kind === 'code'))
      .toEqual([{ kind: 'code', fault: '550 5.1.1', sealed: '', tries: 1 }]);
    await expect.poll(() => service.log()).toMatch(/"fault":"550 5\.1\.1"/);
    expect(service.log()).not.toContain('nobody.here');
    await service.stop();
  });

  test('a refusal for now is tried again', async () => {
    let isGreylisting = true;
    await using mails = await startMailServer({ greylists: () => isGreylisting });
    await mailOn(mails.port);
    await tellMe('grey@example.org');
    await expect.poll(async () => (await queued()).map(({ fault }) => fault)).toContain('450 4.7.1');
    isGreylisting = false;
    await rows(service, "update mails set next_at = 0 where fault = '450 4.7.1' and tries = ended");
    await expect.poll(() => mails.received.map(({ envelope }) => envelope[0])).toEqual(['grey@example.org']);
    await service.stop();
  });

  test('codes go before notices', async () => {
    const [first, rest] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let arrived = 0;
    const acknowledges = () => (arrived++ === 0 ? first.promise : rest.promise);
    await using mails = await startMailServer({ acknowledges });
    await mailOn(mails.port);
    for (let number = 0; number < 8; number++) await tellMe(`slow${number}@example.org`);
    // As many as are sent at once; the code overtakes the other four.
    await expect.poll(() => arrived).toBe(4);
    await code('urgent@example.org');
    first.resolve();
    await expect.poll(() => arrived).toBe(5);
    expect(mails.received.map(({ envelope }) => envelope[0])).toContain('urgent@example.org');
    rest.resolve();
    await expect.poll(() => mails.received.length).toBe(9);
    await service.stop();
  });

  test('a mail is text and HTML of one source, in the language of its reader', async () => {
    await using mails = await startMailServer();
    await mailOn(mails.port);
    await code('leser@example.org', 'de-AT');
    await code('qari@example.org', 'ar');
    await expect.poll(() => mails.received.length).toBe(2);
    const of = (address: string) => mails.received.find(({ envelope }) => envelope[0] === address);
    const german = of('leser@example.org');
    expect(german?.html).toContain('<html lang="de" dir="ltr">');
    expect(of('qari@example.org')?.html).toContain('<html lang="ar" dir="rtl">');
    const words = (text = '') => text.replace(/\s+/g, ' ').trim();
    const unmarked = (german?.html ?? '')
      .replace(/<[^<>]*>/g, ' ')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&');
    expect(words(unmarked)).toBe(words(german?.text));
    const header = (key: string) => german?.headers.find((one) => one.key === key)?.value;
    expect(header('auto-submitted')).toBe('auto-generated');
    expect(header('content-language')).toBe('de');
    expect(german?.messageId).toMatch(/^<\d+@[\w.-]+>$/);
    await service.stop();
  });
});
