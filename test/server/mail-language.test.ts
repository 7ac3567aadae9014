/** The language of mails that come later: of what made the account, of the last visit, or chosen for mails. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../scripts/built.ts';
import { unlimited } from '../set-up/running-service.ts';
import { engines, type Service } from '../set-up/start-service.ts';
import { cookieOf, mailedLink, newestMail, post, projects, rows, send, signIn, startScene } from './scene.ts';
import { agedBy, recordFor } from './volunteering.ts';

const { frogs } = projects;

/** The first words of a letter of project managers, in a language. */
const letterBegins = (lang: string): string => {
  const { mail } = JSON.parse(readFileSync(join(root, 'src/messages', `${lang}.json`), 'utf8')) as {
    mail: { letter: string };
  };
  return mail.letter.split('{')[0] ?? '';
};

describe.each(engines)('the language of later mails on %s', (engine) => {
  let service: Service;
  let key: string;

  /** Joins by six digits from an embed in a language. */
  const joinIn = async (lang: string | undefined, address: string) => {
    const { id: project_id, origin } = frogs;
    const fields = { project_id, address, of_age: true, ...(lang !== undefined && { lang }) };
    const asked = await send(service, '/embed/join', fields, origin);
    const { flow } = (await asked.json()) as { flow: string };
    const code = /\d{6}/.exec((await newestMail(service, address)).subject)?.[0];
    const redeemed = await send(service, '/embed/join/code', { project_id, flow, address, code }, origin);
    expect(redeemed.status).toBe(200);
  };
  const languageOf = async (address: string) => {
    const [row] = await rows<{ lang: string | null }>(
      service,
      `select lang from accounts where account_id = (select account_id from addresses where address = '${address}')`,
    );
    return row?.lang;
  };

  beforeAll(async () => {
    ({ service, owner: key } = await startScene(engine, unlimited));
  });

  test('a letter is in the language of the embed, of an earlier visit, or of the choice on /me', async () => {
    const people: [address: string, joins: string | undefined, mailed: string][] = [
      ['arabic@example.org', 'ar', 'ar'],
      ['brazil@example.org', 'pt-BR', 'pt'],
      ['klingon@example.org', 'tlh', 'en'],
      ['silent@example.org', undefined, 'en'],
      ['visitor@example.org', 'ar', 'fr'],
      ['chooser@example.org', 'ar', 'de'],
      ['undecided@example.org', 'es', 'es'],
    ];
    // A member already, who uses the site in French.
    const visitor = `language=fr; ${await signIn(service, 'visitor@example.org')}`;
    await post(service, '/language', { language: 'fr', next: '/me' }, visitor);
    for (const [address, lang] of people) {
      await joinIn(lang, address);
      await recordFor(service, key, frogs.id, address);
    }
    const choose = async (address: string, languages: string[], shown: string) => {
      const cookie = await signIn(service, address);
      for (const language of languages) {
        const chosen = await post(service, '/me/mail/language', { language }, cookie);
        expect([chosen.status, chosen.headers.get('location')]).toEqual([303, '/me#mail']);
      }
      const page = await (await service.get('/me', { headers: { cookie } })).text();
      const field = /<select id="mail-language".*?<\/select>/s.exec(page)?.[0] ?? '';
      const selected = /<option(?: lang="\w+")? value="(\w+)"(?: lang="\w+")? selected/.exec(field);
      expect([address, field.includes('<option'), selected?.[1] ?? '']).toEqual([address, true, shown]);
      // Signing in again, in another language, leaves the choice.
      await signIn(service, address);
      const own = await (await service.get('/me/export.json', { headers: { cookie } })).json();
      expect(own).toMatchObject({ account: [{ language: 'en', mail_language: shown || null }] });
      await post(service, '/language', { language: 'es', next: '/me' }, cookie);
    };
    await choose('chooser@example.org', ['fr', 'de'], 'de');
    await choose('undecided@example.org', ['fr', 'tlh'], '');
    await agedBy(service, 2);

    const owner = await signIn(service, 'owner@example.org');
    await service.operator('role', 'editor@example.org', 'editor');
    const editor = await signIn(service, 'editor@example.org');
    const letter = { act: 'send', subject: 'Spawn is here', body: 'The first frogs came.' };
    const sent = await post(
      service,
      `/project/${frogs.id}/mailings`,
      { ...letter, form: 'f'.repeat(43) },
      owner,
    );
    expect(sent.status).toBe(303);
    const [row] = await rows<{ mailing_id: number }>(service, 'select mailing_id from mailings');
    await post(service, `/review/mailing/${row?.mailing_id}`, { act: 'approve' }, editor);
    for (const [address, , lang] of people) {
      const letterTo = async () =>
        (await service.mails()).find(
          (mail) => mail.to === address && mail.subject.startsWith('[Frog Watch]'),
        );
      await expect.poll(letterTo, { timeout: 30_000 }).toBeDefined();
      expect([address, (await letterTo())?.text.startsWith(letterBegins(lang))]).toEqual([address, true]);
    }
  });

  test('a guardian who agrees in another language leaves the young person theirs', async () => {
    const [pupil, parent] = ['pupil@example.org', 'parent@example.net'];
    expect((await post(service, '/sign-in', { email: pupil, lang: 'ar' })).status).toBe(200);
    await post(service, `${await mailedLink(service, pupil)}/guardian`, { email: parent, lang: 'ar' });
    await expect.poll(async () => (await service.mails()).some(({ to }) => to === parent)).toBe(true);
    const path = await mailedLink(service, parent);
    await post(service, path, { act: 'agree', is_guardian: 'yes', lang: 'fr' });
    await expect.poll(() => languageOf(pupil)).toBe('ar');
  });

  test('the choice needs a session, and a form of our own', async () => {
    const anonymous = await post(service, '/me/mail/language', { language: 'fr' });
    expect(anonymous.headers.get('location')).toMatch(/^\/sign-in\?/);
    const cookie = await signIn(service, 'forged@example.org');
    const foreign = await service.postForm(
      '/me/mail/language',
      { language: 'fr' },
      { headers: { cookie, origin: 'https://evil.example' } },
    );
    expect(foreign.status).toBe(403);
    const own = await (await service.get('/me/export.json', { headers: { cookie } })).json();
    expect(own).toMatchObject({ account: [{ mail_language: null }] });
    expect(cookieOf(foreign)).toBe('no cookie');
  });
});
