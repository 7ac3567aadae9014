/** The language of mails that come later: of what made the account, of the last visit, or chosen for mails. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../../scripts/built.ts';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import { begin, filled, register, text } from '../projects/registering.ts';
import { withRole } from '../roles.ts';
import {
  accountOf,
  cookieOf,
  linkTo,
  mailedLink,
  newestMail,
  newKey,
  post,
  projects,
  rows,
  send,
  signIn,
  shareScene,
} from '../scene.ts';
import { agedBy, recordFor } from '../volunteers/volunteering.ts';

const { frogs } = projects;

/** A text of mails in a language. */
const mailText = (lang: string, name: string): string => {
  const { mail } = JSON.parse(readFileSync(join(root, 'src/messages', `${lang}.json`), 'utf8')) as {
    mail: Record<string, string>;
  };
  return mail[name] ?? 'no such text';
};

/** The first words of a letter of project managers, in a language. */
const letterBegins = (lang: string): string => mailText(lang, 'letter').split('{')[0] ?? '';

/** A text with anything in the place of its values. */
const anyOf = (text: string): RegExp => {
  const parts = text.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^[^]*${parts.join('[^{}]+')}[^]*$`);
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
    ({ service, owner: key } = await shareScene(engine));
  });

  test('a letter is in the language of the embed, of an earlier visit, or of the choice on /account', async () => {
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
        expect([chosen.status, chosen.headers.get('location')]).toEqual([303, '/account?open=mail#mail']);
      }
      const page = await (await service.get('/account', { headers: { cookie } })).text();
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
    await service.operate('role', 'editor@example.org', 'editor');
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
      await expect.poll(letterTo).toBeDefined();
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

  /** Waits for a mail whose subject and text are those of a language. */
  const isMailed = async (to: string, lang: string, subject: string, text: string) => {
    const [subjects, texts] = [anyOf(mailText(lang, subject)), anyOf(mailText(lang, text))];
    const found = async () =>
      (await service.mails()).some(
        (mail) => mail.to === to && subjects.test(mail.subject) && texts.test(mail.text),
      );
    await expect.poll(async () => [to, lang, text, await found()]).toEqual([...[to, lang, text, true]]);
  };
  const memberIn = async (lang: string, address: string) => {
    const cookie = await signIn(service, address);
    await post(service, '/me/mail/language', { language: lang }, cookie);
    return cookie;
  };
  const numberOf = async (address: string) => String(await accountOf(service, address));

  test('the contact of a project reads about its registration and review in their language', async () => {
    const contact = 'contacto@example.org';
    const draft = await begin(service, 'http://mailed-language.invalid/');
    await post(service, draft.path, filled('Aves', { act: 'send' }), draft.cookie);
    await post(service, `${draft.path}/send`, { email: 'stranger.to.us@example.org' }, draft.cookie);
    await isMailed('stranger.to.us@example.org', 'en', 'register.subject', 'register.text');
    const cookie = await memberIn('pt', contact);
    await post(service, `${draft.path}/send`, { email: contact }, draft.cookie);
    await isMailed(contact, 'pt', 'register.subject', 'register.text');

    const editor = await withRole(service, 'language.editor@example.org', 'editor');
    const id = await register(service, cookie, 'Sapos', { contact_email: contact });
    const decide = async (act: string, fields: Record<string, string> = {}) => {
      const { body } = await text(service, `/review/${id}`, editor);
      const version = /name="version" value="(\d+)"/.exec(body)?.[1] ?? '';
      expect((await post(service, `/review/${id}`, { act, version, ...fields }, editor)).status).toBe(303);
    };
    const edit = (goal: string) =>
      post(service, `/project/${id}/edit`, filled('Sapos', { contact_email: contact, goal }), cookie);
    await decide('ask', { question: 'Where do the frogs live?' });
    await isMailed(contact, 'pt', 'question.subject', 'question.text');
    await isMailed(contact, 'pt', 'question.subject', 'contact.end');
    await decide('approve');
    await isMailed(contact, 'pt', 'published.subject', 'published.text');
    await edit('To count them');
    await decide('approve');
    await isMailed(contact, 'pt', 'changes.subject', 'changes.text');
    await edit('To eat them');
    await decide('reject', { why: 'Frogs are protected.' });
    await isMailed(contact, 'pt', 'turnedDown.subject', 'turnedDown.text');
  });

  test('an invitation is in the language of its reader, in each of the six, and so is the end of managing', async () => {
    const owner = await signIn(service, 'owner@example.org');
    const people = `/project/${frogs.id}/people`;
    const invite = async (email: string) =>
      expect((await post(service, `${people}/invite`, { email }, owner)).status).toBe(303);
    for (const lang of ['ar', 'de', 'en', 'es', 'fr', 'pt']) {
      const address = `invited-${lang}@example.org`;
      await memberIn(lang, address);
      await invite(address);
      await isMailed(address, lang, 'invite.subject', 'invite.text');
    }
    await invite('never.here@example.org');
    await isMailed('never.here@example.org', 'en', 'invite.subject', 'invite.text');

    const [heir, former] = ['heir@example.org', 'former@example.org'];
    for (const [address, lang] of [
      [heir, 'fr'],
      [former, 'de'],
    ] as const) {
      const cookie = await memberIn(lang, address);
      await invite(address);
      const link = await linkTo(service, address, '/invitation/');
      expect((await post(service, link, { choice: 'yes' }, cookie)).status).toBe(303);
    }
    await post(service, people, { act: 'remove', account: await numberOf(former) }, owner);
    await isMailed(former, 'de', 'unmanaged.subject', 'unmanaged.text');
    await post(service, people, { act: 'own', account: await numberOf(heir) }, owner);
    await isMailed(heir, 'fr', 'owns.subject', 'owns.text');
  });

  test('what an operator does with roles, keys and clients is mailed in the language of the person', async () => {
    const operator = await withRole(service, 'language.operator@example.org', 'operator');
    const address = 'betroffen@example.org';
    await memberIn('de', address);
    const act = (path: string, fields: Record<string, string>) => post(service, path, fields, operator);
    for (const [role, what] of [
      ['editor', 'roleEditor'],
      ['operator', 'roleOperator'],
      ['none', 'roleEnded'],
    ] as const) {
      await act('/operator/people', { email: address, act: role });
      await isMailed(address, 'de', 'role.subject', `${what}.text`);
    }
    await newKey(service, address);
    const to = (await act('/operator/keys', { email: address })).headers.get('location') ?? '';
    const form = async () => {
      const { body } = await text(service, to, operator);
      const field = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(body)?.[1] ?? '';
      return { key: field('key'), form: field('form') };
    };
    await act(to, { act: 'replace', ...(await form()), hours: '24' });
    await isMailed(address, 'de', 'key.subject', 'keyReplaced.text');
    await act(to, { act: 'revoke', ...(await form()) });
    await isMailed(address, 'de', 'key.subject', 'keyRevoked.text');
    const client = { name: 'Fluss-App', redirects: 'https://river.example/callback', owner: address };
    await act('/operator/clients/add', client);
    await isMailed(address, 'de', 'client.subject', 'clientRegistered.text');
    await isMailed(address, 'de', 'client.subject', 'client.next');
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
