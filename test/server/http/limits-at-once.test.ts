/** Limits of what people store: of many requests at once, exactly as many are stored as may be, on both engines. */
import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { Authenticator } from '../../set-up/service/peers/authenticator.ts';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import {
  accountOf,
  addProject,
  count,
  importAll,
  linkTo,
  newKey,
  post,
  profileId,
  projectEntry,
  projects,
  rows,
  send,
  shareScene,
  signIn,
} from '../scene.ts';

const atOnce = 40;
const numbers = Array.from({ length: atOnce }, (_, number) => number);
const form = () => randomBytes(32).toString('base64url');
const { birds, frogs } = projects;

describe.each(engines)('limits on %s', (engine) => {
  let service: Service;
  let owner: string;
  let operator: string;
  let key: string;
  let account: number;

  /** Stores rows that came earlier. */
  const fill = (into: string, howMany: number, row: (number: number) => string) =>
    rows(
      service,
      `insert into ${into} values ${Array.from({ length: howMany }, (_, number) => `(${row(number)})`).join(', ')}`,
    );

  beforeAll(async () => {
    ({ service, owner: key } = await shareScene(engine));
    await service.operate('role', 'operator@example.org', 'operator');
    owner = await signIn(service, 'owner@example.org');
    operator = await signIn(service, 'operator@example.org');
    account = await accountOf(service, 'owner@example.org');
  });

  type Limit = {
    what: string;
    max: number;
    /** The table with its conditions. */
    stored: () => string;
    /** Stores what came before, so that the last few places are asked for. */
    before?: () => Promise<unknown>;
    /** Prepares the requests, and returns what sends each. */
    requests: () => Promise<(() => Promise<unknown>)[]> | (() => Promise<unknown>)[];
  };

  const posts = (path: string, fields: (number: number) => Record<string, string>, cookie = () => owner) =>
    numbers.map((number) => () => post(service, path, fields(number), cookie()));

  const limits: Limit[] = [
    {
      what: 'addresses of an account',
      max: 10,
      stored: () => `addresses where account_id = ${account}`,
      requests: async () => {
        const addresses = numbers.map((number) => `further-${number}@second.example`);
        for (const email of addresses) await post(service, '/account/addresses', { email }, owner);
        const paths = await Promise.all(addresses.map((to) => linkTo(service, to, '/account/addresses/')));
        return paths.map((path) => () => post(service, path, {}, owner));
      },
    },
    {
      what: 'requests for clients that wait',
      max: 5,
      stored: () => `oauth_requests where account_id = ${account} and decided_at is null`,
      requests: () =>
        posts('/api/key/client', () => ({
          name: 'River Watch',
          redirects: 'https://river.example/callback',
          project: String(birds.id),
          form: form(),
        })),
    },
    {
      what: 'keys of an account',
      max: 20,
      stored: () => `keys where account_id = ${account} and revoked_at is null`,
      requests: () => posts('/api/key', () => ({ name: 'A server', record: 'yes', form: form() })),
    },
    {
      what: 'passkeys of an account',
      max: 20,
      stored: () => `passkeys where account_id = ${account}`,
      requests: async () => {
        const credentials = [];
        while (credentials.length < atOnce) {
          const reply = await post(service, '/account/passkeys/options', {}, owner);
          const { challenge } = (await reply.json()) as { challenge: string };
          credentials.push(new Authenticator().create({ challenge, origin: service.baseUrl }));
        }
        return credentials.map(
          (credential) => () => post(service, '/account/passkeys', { name: 'Mine', credential }, owner),
        );
      },
    },
    {
      what: 'saved widgets of an account',
      max: 200,
      stored: () => `widget_managers where account_id = ${account} and is_owner = 1`,
      before: () =>
        fill('widget_managers (widget_id, account_id, is_owner)', 190, (n) => `${9_000 + n}, ${account}, 1`),
      requests: () => posts('/widgets', () => ({ once: form(), name: 'Ours', embed: 'finder' })),
    },
    ...(['project', 'widget'] as const).map((kind): Limit => ({
      what: `managers of a ${kind}, with those invited and without its owner`,
      max: 19,
      stored: () => `invitations where kind = '${kind}' and thing_id = ${kind === 'project' ? birds.id : 78}`,
      ...(kind === 'widget' && {
        before: async () => {
          await fill(
            'saved_widgets (widget_id, name, built, version, form, made_by, created_at, updated_at, deleted_at)',
            1,
            () =>
              `78, 'Shared', '{"embed":"finder","lang":"en","settings":{}}', 1, null, ${account}, 0, 0, null`,
          );
          await fill('widget_managers (widget_id, account_id, is_owner)', 1, () => `78, ${account}, 1`);
        },
      }),
      requests: () =>
        posts(
          kind === 'project' ? `/project/${birds.id}/people/invite` : '/widgets/78/people/invite',
          (n) => ({
            email: `invited-${n}@${kind}.example`,
          }),
        ),
    })),
    {
      what: 'projects that somebody follows',
      max: 1000,
      stored: () => `project_follows where account_id = ${account}`,
      before: () =>
        fill(
          'project_follows (follow_id, account_id, project_id, by_mail, status, seen_at, created_at, next_at, tries)',
          990,
          (n) => `${n + 1}, ${account}, ${900_000 + n}, 0, '', 0, 0, 0, 0`,
        ),
      requests: async () => {
        const entries = numbers.map((n) =>
          projectEntry(`Followed ${n}`, `https://followed-${n}.example/`, { id: 5_000 + n }),
        );
        await importAll(service, 'other@example.org', entries, '--publish');
        return numbers.map((n) => () => post(service, `/project/${5_000 + n}/follow`, {}, owner));
      },
    },
    {
      what: 'notes on the days of Stats',
      max: 100,
      stored: () => `stats_notes where project_id = ${birds.id}`,
      before: () =>
        fill(
          'stats_notes (project_id, note_id, day, text)',
          90,
          (n) => `${birds.id}, ${n + 1}, '2026-01-01', 'Earlier ${n}'`,
        ),
      requests: () =>
        posts(`/project/${birds.id}/stats/notes`, (n) => ({ day: '2026-05-01', text: `A note ${n}` })),
    },
    {
      what: 'certificates of a person',
      max: 100,
      stored: () => `certificates where account_id = ${account} and ended_at is null`,
      before: () =>
        fill(
          'certificates (certificate_id, account_id, digest, sealed, content, status_index, is_shown, created_at)',
          90,
          (n) => `${n + 1}, ${account}, 'digest ${n}', null, null, ${n}, 0, 0`,
        ),
      requests: async () => {
        const profile_id = await profileId(service, key, 'owner@example.org');
        const said = {
          key,
          profile_id,
          project_id: birds.id,
          type: 'collection',
          when: '2026-03-05T08:00:00Z',
        };
        expect((await service.postJson('/api/record_event', said)).status).toBe(200);
        return posts('/me/certificates', (n) => ({
          from: '2026-03-01',
          to: '2026-03-31',
          name: `Ada ${n}`,
        }));
      },
    },
    {
      what: 'drafts of an account',
      max: 20,
      stored: () => `project_drafts where account_id = ${account} and sent_at is null`,
      requests: () => posts('/add', (n) => ({ url: `http://site-${n}.invalid/` })),
    },
    {
      what: 'sites of a project',
      max: 50,
      stored: () => `project_origins where project_id = ${birds.id}`,
      requests: () =>
        [...numbers, ...numbers.map((n) => n + atOnce)].map(
          (n) => () =>
            post(
              service,
              '/operator/projects/origins',
              { project: String(birds.id), origin: `https://site-${n}.example` },
              operator,
            ),
        ),
    },
    {
      what: 'sites whose signs are kept for a project',
      max: 50,
      stored: () => `site_signs where project_id = ${frogs.id}`,
      requests: () =>
        [...numbers, ...numbers.map((n) => n + atOnce)].map(
          (n) => () =>
            service.get(`/embed/project?project_id=${frogs.id}`, {
              headers: { origin: `https://sign-${n}.example` },
            }),
        ),
    },
    {
      what: 'sites of a saved widget on one day, besides the others together',
      max: 51,
      stored: () => 'widget_counts where widget_id = 77',
      before: () =>
        fill(
          'saved_widgets (widget_id, name, built, version, form, made_by, created_at, updated_at, deleted_at)',
          1,
          () =>
            `77, 'Counted', '{"embed":"finder","lang":"en","settings":{}}', 1, null, ${account}, 0, 0, null`,
        ),
      requests: () =>
        [...numbers, ...numbers.map((n) => n + atOnce)].map(
          (n) => () =>
            send(service, '/embed/widget', { widget: 77, act: 'view' }, `https://shows-${n}.example`),
        ),
    },
    {
      what: 'addresses that an account without a published project looks up in a day',
      max: 10,
      stored: () => 'trial_lookups',
      requests: async () => {
        const trying = await newKey(service, 'trying@example.org');
        await addProject(service, trying, 'On Trial');
        return numbers.map(
          (n) => () => service.get(`/api/profile/id?identifier=person-${n}@tried.example&key=${trying}`),
        );
      },
    },
    {
      what: 'saves of a project in a day',
      max: 200,
      stored: () => `project_versions where project_id = ${frogs.id} and how = 'update'`,
      before: () =>
        fill(
          'project_versions (project_id, version, fields, how, created_at, state)',
          190,
          (n) => `${frogs.id}, ${n + 2}, '{}', 'update', ${Date.now()}, 'applied'`,
        ),
      requests: () =>
        posts(`/project/${frogs.id}/edit`, (n) => ({
          ...(projectEntry(frogs.name, `${frogs.origin}/home`) as Record<string, string>),
          goal: `Goal ${n}`,
        })),
    },
  ];

  test.each(limits)('$what: $max', async ({ max, stored, before, requests }) => {
    await before?.();
    const ready = await requests();
    await Promise.all(ready.map((request) => request()));
    await expect.poll(() => count(service, stored()).then(Number)).toBe(max);
  });

  test('notes of one moment are all kept', async () => {
    const add = (text: string) =>
      post(service, `/project/${projects.hidden.id}/stats/notes`, { day: '2026-05-02', text }, owner);
    await Promise.all(numbers.map((n) => add(`Note ${n}`)));
    // A form that is sent twice is one note.
    await add('Note 1');
    expect(Number(await count(service, `stats_notes where project_id = ${projects.hidden.id}`))).toBe(atOnce);
  });
});
