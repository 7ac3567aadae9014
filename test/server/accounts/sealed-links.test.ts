/**
 * Every kind of sealed token, and every kind of mailed link with an act: changed, lengthened, in the place of another
 * kind, used twice, by another person, and after what it is about has gone.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../../scripts/built.ts';
import { sealPurposes, type SealPurpose } from '../../../server/secrets/digest-purposes.ts';
import { sealer, signer } from '../../../server/secrets/secrets.ts';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import { begin, filled, register } from '../projects/registering.ts';
import { withRole } from '../roles.ts';
import { addProject, cookieOf, count, linkTo, mailedLink, post, rows, signIn, shareScene } from '../scene.ts';

const pepper = 'a pepper of the tests, which is long enough';
const makers = {
  sealer: (purpose: SealPurpose) => {
    const { seal, open } = sealer(pepper, purpose);
    return { make: seal, open };
  },
  signer: (purpose: SealPurpose) => {
    const { sign, open } = signer(pepper, purpose);
    return { make: sign, open };
  },
};

describe.each(Object.entries(makers))('a token of the %s', (_, maker) => {
  test.each(sealPurposes)('%s: no other spelling of it, and of no other kind', (purpose) => {
    const { make, open } = maker(purpose);
    const said = ['said', 1];
    // Every length modulo four: the last letter has unused bits in two of them.
    for (const padding of ['', 'x', 'xx', 'xxx']) {
      const token = make([...said, padding]);
      expect(open(token)).toEqual([...said, padding]);
      const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
      const changed = [
        ...['x', '=', '==', '.', '+', '/', ' ', '\n', '%20', '\0', 'é'].flatMap((more) => [
          token + more,
          more + token,
        ]),
        ...[...token].map(
          (letter, at) => token.slice(0, at) + (letter === 'A' ? 'B' : 'A') + token.slice(at + 1),
        ),
        ...[...letters].map((letter) => token.slice(0, -1) + letter).filter((other) => other !== token),
        ...[token.slice(0, -1), `${token.slice(0, 9)}*${token.slice(9)}`, `.${token}`, `00000000.${token}`],
      ];
      for (const other of changed) expect([other, open(other)]).toEqual([other, undefined]);
      for (const other of sealPurposes.filter((one) => one !== purpose))
        expect([other, maker(other).open(token)]).toEqual([other, undefined]);
    }
  });
});

test('the table of sealed links names every purpose', () => {
  const document = readFileSync(join(root, 'docs/decisions/people-and-secrets.md'), 'utf8');
  const table = document.slice(document.indexOf('## Links and tokens'));
  expect(sealPurposes.filter((purpose) => !table.includes(`\`${purpose}\``))).toEqual([]);
});

/** `effect`: what the link changes. `end`: ends what it is about. `others`: whether it depends on who is signed in. */
type Link = {
  path: string;
  fields?: Record<string, string>;
  cookie?: string;
  effect: () => Promise<number>;
  end: () => Promise<unknown>;
};

let made = 0;

describe.each(engines)('mailed links on %s', (engine) => {
  let service: Service;
  let key: string;
  let editor: string;
  let stranger: string;

  beforeAll(async () => {
    ({ service, owner: key } = await shareScene(engine));
    editor = await withRole(service, 'editor@links.example', 'editor');
    stranger = await signIn(service, 'another@links.example');
  });

  const newAddress = () => `person-${++made}@links.example`;
  const deleteAccount = (cookie: string) =>
    post(service, '/account/delete', { when: 'now', sure: 'yes' }, cookie);
  /** Sends the form of a link, or opens it if it has none. */
  const use = async ({ path, fields, cookie }: Omit<Link, 'effect' | 'end'>) =>
    fields ? post(service, path, fields, cookie) : service.get(path, { headers: { cookie: cookie ?? '' } });

  /** `again`: a second use is refused, or changes nothing. `others`: another person's use. */
  type Kind = { make: () => Promise<Link>; again: 'refused' | 'same'; others: 'refused' | 'bearer' };

  const guardianAsked = async (pupil: string, parent: string) => {
    await post(service, '/sign-in', { email: pupil });
    await post(service, `${await linkTo(service, pupil, '/sign-in/')}/guardian`, { email: parent });
    return linkTo(service, parent, '/guardian/');
  };
  const guarded = async () => {
    const [pupil, parent] = [newAddress(), newAddress()];
    const question = await guardianAsked(pupil, parent);
    await post(service, question, { act: 'agree', is_guardian: 'yes' });
    const path = (await service.get(question)).headers.get('location') ?? '';
    const enter = async () => {
      const before = await linkTo(service, pupil, '/sign-in/');
      await post(service, '/sign-in', { email: pupil });
      await expect.poll(() => linkTo(service, pupil, '/sign-in/')).not.toBe(before);
      return cookieOf(await post(service, await linkTo(service, pupil, '/sign-in/'), {}));
    };
    return { pupil, path, enter };
  };
  const accountsOf = (address: string) => () => count(service, `addresses where address = '${address}'`);

  const kinds: Record<string, Kind> = {
    'sign-in': {
      again: 'refused',
      others: 'bearer',
      make: async () => {
        const address = newAddress();
        await post(service, '/sign-in', { email: address });
        const path = await mailedLink(service, address);
        const end = async () => {
          await post(service, '/sign-in', { email: address });
          await expect.poll(() => mailedLink(service, address)).not.toBe(path);
          const signedIn = await post(service, await mailedLink(service, address), { of_age: 'yes' });
          await deleteAccount(cookieOf(signedIn));
        };
        return { path, fields: { of_age: 'yes' }, effect: accountsOf(address), end };
      },
    },
    'add-address': {
      again: 'same',
      others: 'refused',
      make: async () => {
        const [own, added] = [newAddress(), newAddress()];
        const cookie = await signIn(service, own);
        await post(service, '/account/addresses', { email: added }, cookie);
        const path = await linkTo(service, added, '/account/addresses/');
        return { path, fields: {}, cookie, effect: accountsOf(added), end: () => deleteAccount(cookie) };
      },
    },
    'guardian-question': {
      again: 'same',
      others: 'bearer',
      make: async () => {
        const pupil = newAddress();
        const path = await guardianAsked(pupil, newAddress());
        return {
          path,
          fields: { act: 'agree', is_guardian: 'yes' },
          effect: accountsOf(pupil),
          end: async () => {
            await post(service, '/sign-in', { email: pupil });
            const asking = await linkTo(service, pupil, '/sign-in/');
            const signedIn = await post(service, asking, { of_age: 'yes' });
            await deleteAccount(cookieOf(signedIn));
          },
        };
      },
    },
    guardian: {
      again: 'refused',
      others: 'bearer',
      make: async () => {
        const { pupil, path, enter } = await guarded();
        const isGuarded = `accounts where guardian is not null and account_id in
          (select account_id from addresses where address = '${pupil}')`;
        const end = async () => deleteAccount(await enter());
        return { path, fields: { act: 'release' }, effect: () => count(service, isGuarded), end };
      },
    },
    'project-draft-link': {
      again: 'same',
      others: 'refused',
      make: async () => {
        const to = newAddress();
        const draft = await begin(service, `http://links-${made}.invalid/`);
        await post(service, draft.path, { ...filled(`Links ${made}`), act: 'send' }, draft.cookie);
        await post(service, `${draft.path}/send`, { email: to }, draft.cookie);
        const signedIn = await post(service, await linkTo(service, to, '/sign-in/'), { of_age: 'yes' });
        const id = draft.path.split('/').at(-1) ?? '';
        return {
          path: signedIn.headers.get('location') ?? '',
          cookie: cookieOf(signedIn),
          effect: () => count(service, `project_drafts where draft_id = ${id} and account_id is not null`),
          end: () => post(service, `${draft.path}/delete`, {}, draft.cookie),
        };
      },
    },
    'review-answer': {
      again: 'same',
      others: 'bearer',
      make: async () => {
        const contact = newAddress();
        const id = await register(service, stranger, `Asked ${made}`, { contact_email: contact });
        await post(service, `/review/${id}`, { act: 'ask', question: 'Who runs it?' }, editor);
        const path = await linkTo(service, contact, '/answer/');
        return {
          path,
          fields: { answer: 'We do.' },
          effect: () => count(service, `project_acts where project_id = ${id} and act = 'answered'`),
          end: () => service.operate('publish', String(id)),
        };
      },
    },
    'start-notice-link': {
      again: 'same',
      others: 'bearer',
      make: async () => {
        const to = newAddress();
        const id = await addProject(service, key, `Soon ${made}`, {
          status: 'starting',
          preregistration: true,
        });
        await service.operate('publish', String(id));
        await post(service, `/project/${id}/tell-me`, { email: to });
        const path = await linkTo(service, to, '/tell-me/');
        return {
          path,
          fields: { choice: 'yes' },
          effect: () => count(service, `start_notices where project_id = ${id}`),
          end: () => service.operate('hide', String(id)),
        };
      },
    },
    invitation: {
      again: 'refused',
      others: 'refused',
      make: async () => {
        const [owner, to] = [newAddress(), newAddress()];
        const ownerCookie = await signIn(service, owner);
        const cookie = await signIn(service, to);
        const id = await register(service, ownerCookie, `Invited ${made}`);
        await service.operate('publish', String(id));
        const people = `/project/${id}/people`;
        await post(service, `${people}/invite`, { email: to }, ownerCookie);
        const path = await linkTo(service, to, '/invitation/');
        return {
          path,
          fields: { choice: 'yes' },
          cookie,
          effect: () => count(service, `project_managers where project_id = ${id} and is_owner = 0`),
          end: () => service.operate('remove-manager', String(id), owner),
        };
      },
    },
    'mail-choices': {
      again: 'same',
      others: 'bearer',
      make: async () => {
        const parent = newAddress();
        await guardianAsked(newAddress(), parent);
        const path = await linkTo(service, parent, '/mail/');
        return {
          path,
          fields: { choice: 'never' },
          effect: () => count(service, 'mail_blocks'),
          end: () => post(service, path, { choice: 'never' }),
        };
      },
    },
  };

  describe.each(Object.entries(kinds))('%s', (name, kind) => {
    test('works, and does nothing more the second time', async () => {
      const link = await kind.make();
      const before = await link.effect();
      await use(link);
      const after = await link.effect();
      expect(after).not.toBe(before);
      const second = await use(link);
      expect([await link.effect(), second.status >= 400]).toEqual([after, kind.again === 'refused']);
    });

    test('does nothing with other letters, in the place of another kind, or for another person', async () => {
      const link = await kind.make();
      const before = await link.effect();
      const token = link.path.split('/').at(-1) ?? '';
      const at = link.path.slice(0, -token.length);
      const others = Object.entries(kinds).filter(([other]) => other !== name);
      const another = await others[made % others.length]?.[1].make();
      const wrong = [
        ...['x', '=', '%20', '%00', '.'].map((more) => token + more),
        `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
        `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`,
        another?.path.split('/').at(-1) ?? '',
      ];
      for (const one of wrong) {
        const reply = await use({ ...link, path: at + one });
        expect([one, await link.effect(), reply.status >= 400]).toEqual([one, before, true]);
      }
      if (kind.others === 'refused') {
        await use({ ...link, cookie: stranger });
        expect(await link.effect()).toBe(before);
      }
      await use(link);
      expect(await link.effect()).not.toBe(before);
    });

    test('does nothing once what it is about has gone', async () => {
      const link = await kind.make();
      await link.end();
      const gone = await link.effect();
      await use(link);
      await use({ ...link, cookie: stranger });
      expect(await link.effect()).toBe(gone);
    });
  });

  test('the store has no path and no token of a link', async () => {
    const link = await kinds['project-draft-link']?.make();
    const stored = JSON.stringify(await rows(service, 'select * from sign_in_links'));
    for (const secret of ['/add/from-mail', link?.path.split('/').at(-1) ?? ''])
      expect(stored).not.toContain(secret);
  });
});
