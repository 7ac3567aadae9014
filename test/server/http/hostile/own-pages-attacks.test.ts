/**
 * Attacks on the forms of participants and managers: another person's session, none, a form of another site, the same
 * act twice at once, text that is not text, and bodies at the limit. Roles without a form's fields are in
 * page-authorisation, all headers of foreign forms in hostile-forms; here each form is complete, so that it would work.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { engines, type Service } from '../../../set-up/service/start-service.ts';
import {
  joinFrom,
  mailedLink,
  newestMail,
  post,
  projects,
  rows,
  send,
  signIn,
  shareScene,
} from '../../scene.ts';
import { agedBy, recordFor } from '../../volunteers/volunteering.ts';

const { frogs } = projects;
const today = new Date().toISOString().slice(0, 10);
const at = `/project/${frogs.id}`;

/** Values of a form field, percent-encoded, that are no text, or text that changes what is around it. */
const hostileTexts: [name: string, encoded: string][] = [
  ['half a surrogate pair', 'a%ED%A0%BDb'],
  ['a NUL', 'a%00b'],
  ['an overlong slash', 'a%C0%AFb'],
  ['a reversed sentence', 'a%E2%80%AEdesrever%E2%81%A6'],
  ['line breaks', 'a%0D%0ABcc%3A%20all%40evil.example%0D%0A'],
  ['markup', '%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E'],
  ['a formula', '%3DHYPERLINK(%22https%3A%2F%2Fevil.example%22)'],
];

/** Bytes of a form's body that are read at most. */
const maxBytes = 65_536;

type Act = {
  path: string;
  /** `{…}` is filled in with a value of the scene. */
  fields: Record<string, string>;
  /** The fields that may be any text. */
  texts?: string[];
  /** By whom: a participant, or a manager of the project; by default the participant. */
  by?: 'person' | 'manager';
  /** The token in the path is all that somebody needs. */
  byToken?: true;
  /** The table to which it adds a row, once for the same form twelve times. */
  adds?: string;
};

const form = 'f'.repeat(43);
const acts: Record<string, Act> = {
  'making a certificate': {
    path: '/me/certificates',
    fields: { from: '2020-01-01', to: today, project: '', name: 'Ada' },
    texts: ['name', 'from', 'project'],
    adds: 'certificates',
  },
  'showing a certificate': { path: '/me/certificates/show', fields: { id: '{certificate}', shown: 'yes' } },
  'the names of the public profile': {
    path: '/account/names',
    fields: { handle: 'mina', firstName: 'Mina', lastName: 'Murray', show_handle: 'yes', show_name: 'yes' },
    texts: ['handle', 'firstName', 'lastName'],
  },
  'ending mail to an address': {
    path: '/me/mail',
    fields: { address: '{address}', mail: 'never' },
    texts: ['address'],
    adds: 'mail_blocks',
  },
  'the language of mails': { path: '/me/mail/language', fields: { language: 'ar' }, texts: ['language'] },
  'the time zone': { path: '/account/zone', fields: { zone: 'Asia/Tokyo' } },
  'closing the offer of a passkey': { path: '/account/passkeys/close-offer', fields: {} },
  'hiding from volunteers': {
    path: '/me/volunteer',
    fields: { project_id: '{project}', act: 'unlist' },
    texts: ['act'],
  },
  'a note in Stats': {
    path: `${at}/stats/notes`,
    fields: { day: today, text: 'A broadcast' },
    texts: ['text', 'day'],
    by: 'manager',
    adds: 'stats_notes',
  },
  'a mail to volunteers': {
    path: `${at}/mailings`,
    fields: { act: 'send', subject: 'Spawn', body: 'The first frogs came.', form },
    texts: ['subject', 'body', 'type'],
    by: 'manager',
    adds: 'mailings',
  },
  'a webhook': {
    path: `${at}/webhook`,
    fields: { act: 'set', address: 'https://receiver.example/hook', form },
    texts: ['address', 'form'],
    by: 'manager',
    adds: 'webhooks',
  },
  'a test notice': {
    path: `${at}/webhook`,
    fields: { act: 'test', form: 't'.repeat(43) },
    texts: ['form'],
    by: 'manager',
    adds: 'webhook_deliveries',
  },
  'the choices of a mail': {
    path: '{choices}',
    fields: { choice: 'never' },
    texts: ['choice', 'project_id'],
    byToken: true,
  },
  'asking for a guardian’s links': {
    path: '/guardian',
    fields: { email: 'parent@example.net' },
    texts: ['email'],
    byToken: true,
  },
  'agreeing as a guardian': {
    path: '{guardian}',
    fields: { act: 'agree', is_guardian: 'yes' },
    texts: ['act'],
    byToken: true,
  },
  'the end of the account': {
    path: '/account/delete',
    fields: { when: 'later', objection: 'yes' },
    texts: ['when'],
  },
};

describe.each(engines)('the forms of participants and managers on %s', (engine) => {
  let service: Service;
  const cookies: Record<'person' | 'manager' | 'stranger', string> = {
    person: '',
    manager: '',
    stranger: '',
  };
  const values: Record<string, string> = { project: String(frogs.id), address: 'person@attacked.example' };
  const filled = (text: string) => text.replace(/\{(\w+)\}/, (_, name: string) => values[name] ?? 'none');
  const ready = ({ path, fields }: Act) => ({
    path: filled(path),
    fields: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, filled(value)])),
  });

  /** The rows that the acts change, as text. */
  const stored = async (): Promise<string> => {
    const reads = [
      'select account_id, name, first_name, last_name, shows, ends_at, keeps_objection, mail_lang from accounts order by 1',
      'select certificate_id, content, is_shown, ended_at from certificates order by 1',
      'select * from volunteer_choices order by 1, 2',
      'select digest from mail_blocks order by 1',
      'select project_id, sealed from webhooks order by 1',
      'select source from webhook_deliveries order by 1',
      'select mailing_id, subject, state from mailings order by 1',
      'select * from stats_notes order by 1, 2',
    ];
    return JSON.stringify(await Promise.all(reads.map((read) => rows(service, read))));
  };

  beforeAll(async () => {
    const { service: started, owner: key } = await shareScene(engine);
    service = started;
    const { address = '' } = values;
    for (const one of [address, ...[1, 2, 3, 4, 5].map((n) => `other-${n}@attacked.example`)]) {
      await joinFrom(service, frogs, one);
      await recordFor(service, key, frogs.id, one);
    }
    await agedBy(service, 2);
    await send(service, '/embed/join', { project_id: frogs.id, address, of_age: true }, frogs.origin);
    const { links } = await newestMail(service, address);
    values['choices'] = new URL(links.find((link) => link.includes('/mail/')) ?? 'no:link').pathname;
    cookies.person = await signIn(service, address);
    cookies.manager = await signIn(service, 'owner@example.org');
    cookies.stranger = await signIn(service, 'stranger@example.org');
    const made = { from: '2020-01-01', to: today, project: '', name: 'First' };
    expect((await post(service, '/me/certificates', made, cookies.person)).status).toBe(303);
    const [row] = await rows<{ certificate_id: number }>(service, 'select certificate_id from certificates');
    values['certificate'] = String(row?.certificate_id);
    await post(service, '/sign-in', { email: 'pupil@attacked.example' });
    const link = await mailedLink(service, 'pupil@attacked.example');
    await post(service, `${link}/guardian`, { email: 'parent@example.net' });
    values['guardian'] = await mailedLink(service, 'parent@example.net');
  });

  describe.each(Object.entries(acts))('%s', (_, act) => {
    const { by = 'person', byToken, texts = [], adds } = act;

    test('not for a stranger, nor without a session, nor from another site', async () => {
      const { path, fields } = ready(act);
      const before = await stored();
      const own = { cookie: cookies[by] };
      const foreign = await service.postForm(path, fields, {
        headers: { ...own, origin: 'https://evil.example' },
      });
      expect(foreign.status).toBe(403);
      if (byToken) {
        const forged = path.replace(/[^/]{12}$/, 'AAAAAAAAAAAA');
        if (forged !== path) expect((await post(service, forged, fields)).status).toBe(404);
      } else {
        const anonymous = await post(service, path, fields);
        // A long text, which nobody wants to type again, is not lost.
        if (anonymous.status === 403) expect(await anonymous.text()).toContain('Your session has ended');
        else
          expect([anonymous.status, anonymous.headers.get('location')]).toEqual([
            303,
            expect.stringMatching(/^\/sign-in\?/),
          ]);
      }
      if (by === 'manager') expect((await post(service, path, fields, cookies.stranger)).status).toBe(404);
      // With the numbers and addresses of the person: it is about the stranger's own account, or nothing.
      if ('id' in fields || 'address' in fields) await post(service, path, fields, cookies.stranger);
      expect(await stored()).toBe(before);
    });

    test.each(texts)('text that is no text as %s', async (field) => {
      const { path, fields } = ready(act);
      const others = Object.entries(fields).filter(([name]) => name !== field);
      for (const [name, encoded] of hostileTexts) {
        const body = `${new URLSearchParams(others).toString()}&${field}=${encoded}`;
        const headers = {
          'content-type': 'application/x-www-form-urlencoded',
          origin: service.baseUrl,
          ...(byToken ? {} : { cookie: cookies[by] }),
        };
        const reply = await service.get(path, { method: 'POST', body, headers });
        const text = await reply.text();
        expect([name, reply.status]).toEqual([
          name,
          expect.toSatisfy((status) => [200, 303, 400, 404].includes(Number(status))),
        ]);
        // The page must not run the text, and the text must not change the reading order of the page.
        expect(text).not.toMatch(/<script>alert|\0|\u202e/);
      }
    });

    test('a body at the limit is read, and a longer one is refused', async () => {
      const { path, fields } = ready(act);
      const [field = 'more'] = texts;
      const body = (length: number) => {
        const start = `${new URLSearchParams({ ...fields, [field]: '' }).toString()}&${field}=`;
        return start + 'x'.repeat(length - start.length);
      };
      const sent = (length: number) =>
        service.get(path, {
          method: 'POST',
          body: body(length),
          headers: {
            'content-type': 'application/x-www-form-urlencoded',
            origin: service.baseUrl,
            ...(byToken ? {} : { cookie: cookies[by] }),
          },
        });
      expect((await sent(maxBytes)).status).toBeLessThan(500);
      expect((await sent(maxBytes + 1)).status).toBe(413);
    });

    if (adds !== undefined)
      test('twelve times at once is once', async () => {
        const { path, fields } = ready(act);
        await rows(service, `delete from ${adds}`);
        const replies = await Promise.all(
          Array.from({ length: 12 }, () => post(service, path, fields, cookies[by])),
        );
        for (const { status } of replies) expect([200, 303, 400]).toContain(status);
        const [counted] = await rows<{ n: number }>(service, `select count(*) as n from ${adds}`);
        expect(Number(counted?.n)).toBe(1);
      });
  });

  test('the pages that show it have no mark that changes the direction, and the service runs', async () => {
    for (const path of ['/me', '/account', '/me/certificates', '/me/volunteer']) {
      const reply = await service.get(path, { headers: { cookie: cookies.person } });
      expect([path, reply.status]).toEqual([path, 200]);
      expect(await reply.text()).not.toMatch(/<script>alert|\0|\u202e/);
    }
    for (const tab of ['tools', 'stats', 'volunteers', 'mailings', 'webhook']) {
      const reply = await service.get(`${at}/${tab}`, {
        headers: { cookie: cookies.manager },
        redirect: 'follow',
      });
      expect([tab, reply.status]).toEqual([tab, 200]);
      expect(await reply.text()).not.toMatch(/<script>alert|\0|\u202e/);
    }
  });
});
