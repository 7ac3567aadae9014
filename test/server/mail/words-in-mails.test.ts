/**
 * Mails have our own words only, besides what editors reviewed and members wrote for themselves. Every mail of the messages has a row,
 * and those that anybody can have sent to anybody are sent, with a planted name.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { messagesIn, ourLanguages } from '../../../server/text/languages.ts';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import { begin, filled, register } from '../projects/registering.ts';
import { withRole } from '../roles.ts';
import { mailedLink, newestMail, post, rows, signIn, shareScene } from '../scene.ts';

const planted = 'Win a prize https://evil.example';

/** The places for words of people in each mail, and why they may be there; mails without any are not listed. */
const foreign: Record<
  string,
  [places: string, why: 'reviewed' | 'own account' | 'staff' | 'number if unreviewed']
> = {
  'code.text': ['project site', 'reviewed'],
  'startAsk.text': ['project', 'reviewed'],
  'started.text': ['project', 'reviewed'],
  'status.text': ['project', 'reviewed'],
  'outcome.text': ['project', 'reviewed'],
  letter: ['project quoted', 'reviewed'],
  letterOfProgramme: ['project quoted', 'reviewed'],
  'question.text': ['project quoted', 'number if unreviewed'],
  'published.text': ['project', 'reviewed'],
  'changes.text': ['project', 'reviewed'],
  'turnedDown.text': ['project quoted', 'number if unreviewed'],
  'invite.text': ['project', 'number if unreviewed'],
  'owns.text': ['project', 'number if unreviewed'],
  'unmanaged.text': ['project', 'number if unreviewed'],
  'programmeInvited.text': ['project', 'number if unreviewed'],
  'programmeAsked.text': ['project', 'number if unreviewed'],
  'programmeListed.text': ['project', 'number if unreviewed'],
  'programmeEnded.text': ['project', 'number if unreviewed'],
  'webhook.text': ['project', 'number if unreviewed'],
  'passkeyAdded.text': ['name', 'own account'],
  'passkeyRemoved.text': ['name', 'own account'],
  'passkeyCopied.text': ['name', 'own account'],
  'keyRevoked.text': ['name', 'own account'],
  'keyReplaced.text': ['name', 'own account'],
  'keyReplacedNow.text': ['name', 'own account'],
  'clientRefused.text': ['name quoted', 'own account'],
  'clientGranted.text': ['name', 'own account'],
  'clientRegistered.text': ['name', 'own account'],
};

/** Our own parts, and addresses of the reader's own account. */
const own =
  'service link page list docs choices unsubscribe id code date why before after what address account accounts'.split(
    ' ',
  );

test.each(ourLanguages)('every mail has words of people in its declared places only: %s', (lang) => {
  const { mail } = messagesIn(lang);
  const found = Object.entries(mail).flatMap(([name, text]) => {
    const places = [...text.matchAll(/\{(\w+)\}/g)].map(([, place = '']) => place);
    const others = [...new Set(places)].filter((place) => !own.includes(place)).sort();
    return others.length > 0 ? [[name, others.join(' ')]] : [];
  });
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(Object.entries(foreign).map(([name, [places]]) => [name, places])),
  );
});

describe.each(engines)('words in mails on %s', (engine) => {
  let service: Service;
  let owner: string;
  let editor: string;
  let unreviewed: number;

  beforeAll(async () => {
    ({ service } = await shareScene(engine));
    [owner, editor] = [
      await signIn(service, 'planter@example.org'),
      await withRole(service, 'ed@example.org', 'editor'),
    ];
    const contact = { where: 'anywhere', contact_email: 'contact@stranger.example' };
    unreviewed = await register(service, owner, 'Win a prize', contact);
    // As if it were older than the rule for names.
    await rows(
      service,
      `update projects set name = '${planted}' where project_id = ${unreviewed} returning name`,
    );
  });

  const review = (fields: Record<string, string>) => post(service, `/review/${unreviewed}`, fields, editor);

  test.each<[string, string, () => Promise<unknown>]>([
    [
      'a draft that is to be registered',
      'draft@stranger.example',
      async () => {
        const draft = await begin(service, 'http://planted.invalid/');
        await post(service, draft.path, filled(planted, { where: 'anywhere', act: 'preview' }), draft.cookie);
        return post(service, `${draft.path}/send`, { email: 'draft@stranger.example' }, draft.cookie);
      },
    ],
    [
      'an invitation to manage a project that nobody reviewed',
      'invited@stranger.example',
      () =>
        post(service, `/project/${unreviewed}-x/people/invite`, { email: 'invited@stranger.example' }, owner),
    ],
    [
      'a question to the contact of such a project',
      'contact@stranger.example',
      () => review({ act: 'ask', question: 'Whose is it?' }),
    ],
    [
      'such a project that is turned down',
      'contact@stranger.example',
      async () => {
        const form = await service.get(`/review/${unreviewed}`, { headers: { cookie: editor } });
        const version = /name="version" value="(\d+)"/.exec(await form.text())?.[1] ?? '';
        expect((await review({ act: 'reject', why: 'It is none.', version })).status).toBe(303);
        await expect
          .poll(async () => (await newestMail(service, 'contact@stranger.example')).text)
          .toContain('It is none.');
      },
    ],
    [
      'a guardian who is named by somebody under 16',
      'guardian@stranger.example',
      async () => {
        const pupil = 'win-a-prize@evil.example';
        await post(service, '/sign-in', { email: pupil });
        const email = 'guardian@stranger.example';
        return post(service, `${await mailedLink(service, pupil)}/guardian`, { email });
      },
    ],
    [
      'a guardian who asks for the links',
      'lost@stranger.example',
      () => post(service, '/guardian', { email: 'lost@stranger.example', name: planted }),
    ],
    [
      'signing in',
      'in@stranger.example',
      () =>
        post(service, '/sign-in', { email: 'in@stranger.example', next: `/me?q=${planted}`, lang: planted }),
    ],
    [
      'adding an address',
      'added@stranger.example',
      () => post(service, '/account/addresses', { email: 'added@stranger.example' }, owner),
    ],
  ])('%s', async (_, to, ask) => {
    await ask();
    const { subject, text } = await newestMail(service, to);
    expect(`${subject}\n${text}`).not.toMatch(/prize|evil/i);
    expect(text.length).toBeGreaterThan(100);
  });

  test('a draft is mailed three times a day', async () => {
    const draft = await begin(service, 'http://often.invalid/');
    await post(service, draft.path, filled('Often', { where: 'anywhere', act: 'preview' }), draft.cookie);
    const statuses: number[] = [];
    for (const who of ['a', 'b', 'c', 'd'])
      statuses.push(
        (await post(service, `${draft.path}/send`, { email: `${who}@often.example` }, draft.cookie)).status,
      );
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  test.each<[string, (name: string) => Promise<Response>]>([
    ['of a person', (handle) => post(service, '/account/names', { handle, shows: 'handle' }, owner)],
    ['on a certificate', (name) => post(service, '/me/certificates', { from: '2020-01-01', name }, owner)],
    [
      'of a widget',
      (name) => post(service, '/widgets', { name, embed: 'finder', once: 'f'.repeat(43) }, owner),
    ],
    ['of a key', (name) => post(service, '/api/key', { name, record: 'yes', form: 'f'.repeat(43) }, owner)],
    [
      'of a client',
      (name) => post(service, '/api/key/client', { name, redirects: 'https://a.example/b' }, owner),
    ],
    ['of a passkey', (name) => post(service, '/account/passkeys', { name }, owner)],
  ])('a name %s holds no link', async (_, send) => {
    const reply = await send(planted);
    expect({ status: reply.status, says: await reply.text() }).toMatchObject({
      status: 400,
      says: expect.stringContaining('link') as string,
    });
  });
});
