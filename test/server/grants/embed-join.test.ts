/** Joining by the six digits of a mail. */
import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { engines } from '../../set-up/service/start-service.ts';
import {
  count,
  fieldsOf,
  mailedCode,
  newestMail,
  post,
  projects,
  refusal,
  rows,
  send,
  signIn,
  success,
} from '../scene.ts';
import { embedScene } from './embed-scene.ts';

const { birds, frogs } = projects;
const day = 86_400_000;
const shared = 'https://shared.example';
const token = () => randomBytes(32).toString('base64url');

describe.each(engines)('the embeds on %s', (engine) => {
  const scene = embedScene(engine);
  const { newAddress, join, record, recorded, profileOf } = scene;

  describe('joining by email', () => {
    const ask = (
      address: string,
      more: object = {},
      { id, origin }: { id: number; origin: string } = birds,
    ) => send(scene.service, '/embed/join', { project_id: id, address, of_age: true, ...more }, origin);
    const flowOf = async (reply: Response) => (await success('POST /embed/join', reply)).flow;
    const enter = (
      said: { flow: string; address: string; code: string },
      { id, origin }: { id: number; origin: string } = birds,
    ) => send(scene.service, '/embed/join/code', { project_id: id, ...said }, origin);
    const wrong = (code: string) => code.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10));

    test('the mail names project and site, says that it doesn’t sign you in, and how to end it', async () => {
      const address = newAddress();
      await flowOf(await ask(address));
      const { subject, text, links } = await newestMail(scene.service, address);
      expect(subject).toMatch(/^\d{6} is your Manyhands code$/);
      expect(text).toContain(`“${birds.name}” on ${birds.origin}`);
      expect(text).toContain('doesn’t sign you in');
      // Joining this way does not create a permanent account by itself.
      expect(text).toContain('sign in to Manyhands with this address within 90 days, or it is deleted again');
      expect(links.map((link) => new URL(link).origin)).toEqual([birds.origin, scene.service.baseUrl]);
      expect(text).not.toContain('/sign-in/');
    });

    test.each([
      ['es', 'es tu código de Manyhands', 'No inicia tu sesión'],
      ['fr-CA', 'est votre code Manyhands', 'Il ne vous connecte pas'],
      ['DE', 'ist dein Code für Manyhands', 'Du wirst damit nicht angemeldet'],
      ['pt-BR', 'é seu código de Manyhands', 'Ele não faz login'],
      ['ar', 'هو رمزك في \u2068Manyhands\u2069', 'هو لا يسجّل دخول أحد'],
      ['tlh', 'is your Manyhands code', 'It doesn’t sign you in'],
      ['', 'is your Manyhands code', 'It doesn’t sign you in'],
    ])('for a page in %j the mail says "%s"', async (lang, subject, says) => {
      const address = newAddress();
      await flowOf(await ask(address, { lang }));
      const mail = await newestMail(scene.service, address);
      expect(mail.subject).toBe(`${await mailedCode(scene.service, address)} ${subject}`);
      expect(mail.text).toContain(says);
      expect(mail.text).toContain(birds.name);
      expect(mail.text).not.toMatch(/[{}]|undefined/);
      expect(mail.links.map((link) => new URL(link).origin)).toEqual([birds.origin, scene.service.baseUrl]);
    });

    test('the code becomes a grant of 30 days, and the person a member who never signed in', async () => {
      const address = newAddress();
      const before = Date.now();
      const { grant, expires, sign_in_by } = await join(address);
      expect(Math.round((Date.parse(sign_in_by) - before) / day)).toBe(90);
      expect(grant).toMatch(/^[\w-]{43}$/);
      expect(Math.round((Date.parse(expires) - before) / day)).toBe(30);
      const stored = await rows<object>(
        scene.service,
        `select a.confirmed_at from accounts a join addresses d on d.account_id = a.account_id where d.address = '${address}'`,
      );
      expect(stored).toEqual([{ confirmed_at: null }]);
    });

    test('the reply does not tell who is a member already', async () => {
      const address = newAddress();
      await signIn(scene.service, address);
      const before = Date.now();
      const { sign_in_by, ...known } = await join(address);
      expect(Math.round((Date.parse(sign_in_by) - before) / day)).toBe(90);
      expect(Object.keys(known).sort()).toEqual(['expires', 'grant', 'result']);
    });

    test('spaces in the code and capitals in the address are ignored', async () => {
      const address = newAddress();
      const flow = await flowOf(await ask(address));
      const code = (await mailedCode(scene.service, address)).replace(/^(...)/, '$1 ');
      await success(
        'POST /embed/join/code',
        await enter({ flow, address: ` ${address.toUpperCase()} `, code }),
      );
    });

    test.each<
      [
        string,
        (code: string) => Promise<{ code?: string; flow?: string; address?: string }>,
        { id: number; origin: string },
      ]
    >([
      ['a wrong code', async (code) => ({ code: wrong(code) }), birds],
      ['no digits', async () => ({ code: 'abcdef' }), birds],
      ['the flow of somebody else', async () => ({ flow: await flowOf(await ask(newAddress())) }), birds],
      ['a made-up flow', async () => ({ flow: token() }), birds],
      ['another address', async () => ({ address: newAddress() }), birds],
      ['another project', async () => ({}), frogs],
      ['another origin of the project', async () => ({}), { id: birds.id, origin: shared }],
      ['another project at the same origin', async () => ({}), { id: frogs.id, origin: shared }],
    ])('%s is refused, and the correct one still works', async (_, change, place) => {
      const address = newAddress();
      const flow = await flowOf(await ask(address));
      const right = { flow, address, code: await mailedCode(scene.service, address) };
      const reply = await enter({ ...right, ...(await change(right.code)) }, place);
      expect(fieldsOf(await refusal(reply, 400, 'wrong_code'))).toEqual(['code']);
      await success('POST /embed/join/code', await enter(right));
    });

    test('a code works once', async () => {
      const address = newAddress();
      const flow = await flowOf(await ask(address));
      const said = { flow, address, code: await mailedCode(scene.service, address) };
      await success('POST /embed/join/code', await enter(said));
      await refusal(await enter(said), 400, 'code_gone');
    });

    test('ten entries of one code at once lead to one grant', async () => {
      const address = newAddress();
      const flow = await flowOf(await ask(address));
      const said = { flow, address, code: await mailedCode(scene.service, address) };
      const statuses = (await Promise.all(Array.from({ length: 10 }, () => enter(said)))).map(
        ({ status }) => status,
      );
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      const profile = await profileOf(address);
      expect(await count(scene.service, `grants where profile_id = ${profile}`)).toBe(1);
    });

    test('a code that is too old is refused', async () => {
      const address = newAddress();
      const flow = await flowOf(await ask(address));
      await rows(scene.service, 'update join_flows set expires_at = 1 where used_at is null');
      await refusal(
        await enter({ flow, address, code: await mailedCode(scene.service, address) }),
        400,
        'code_gone',
      );
    });

    test('a new flow does not end an earlier one', async () => {
      const address = newAddress();
      const first = await flowOf(await ask(address));
      const code = await mailedCode(scene.service, address);
      await flowOf(await ask(address));
      await success('POST /embed/join/code', await enter({ flow: first, address, code }));
    });

    test('an address gets three mails an hour, whether it is known or not', async () => {
      const [known, unknown] = [newAddress(), newAddress()];
      await join(known);
      const answers = async (address: string, times: number) => {
        const heard: [number, string][] = [];
        for (let asked = 0; asked < times; asked++) {
          const reply = await ask(address);
          const { code = 'success', ...rest } = (await reply.json()) as { code?: string };
          heard.push([reply.status, `${code} ${Object.keys(rest).sort().join()}`]);
        }
        return heard;
      };
      expect(await answers(known, 1)).toEqual(await answers(unknown, 1));
      const ofKnown = await answers(known, 3);
      const ofUnknown = await answers(unknown, 4);
      expect(ofKnown.map(([status]) => status)).toEqual([200, 429, 429]);
      expect(ofUnknown.map(([status]) => status)).toEqual([200, 200, 429, 429]);
      expect(ofUnknown.slice(1)).toEqual(ofKnown);
      const refused = await ask(unknown);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      await refusal(refused, 429, 'too_many_mails');
      const mails = await scene.service.mails();
      expect([known, unknown].map((address) => mails.filter(({ to }) => to === address).length)).toEqual([
        3, 3,
      ]);
      // Over all flows: another project and another spelling count, too. Signing in has mails of its own.
      await refusal(await ask(unknown.toUpperCase(), {}, frogs), 429, 'too_many_mails');
      expect((await post(scene.service, '/sign-in', { email: unknown })).status).toBe(200);
    });

    test('after five wrong codes the correct one does not work either; one of another mail does', async () => {
      const address = newAddress();
      const flow = await flowOf(await ask(address));
      const code = await mailedCode(scene.service, address);
      for (let tries = 0; tries < 5; tries++)
        await refusal(await enter({ flow, address, code: wrong(code) }), 400, 'wrong_code');
      const sixth = await enter({ flow, address, code });
      expect(sixth.headers.get('retry-after')).toBeNull();
      expect((await refusal(sixth, 400, 'code_gone')).error).toContain('ask for a new one');
      const again = await flowOf(await ask(address));
      const said = { flow: again, address, code: await mailedCode(scene.service, address) };
      await success('POST /embed/join/code', await enter(said));
    });

    test('thirty wrong codes at once are still five tries', async () => {
      const address = newAddress();
      const flow = await flowOf(await ask(address));
      const code = wrong(await mailedCode(scene.service, address));
      const codes = await Promise.all(
        Array.from({ length: 30 }, async () => (await enter({ flow, address, code })).json()),
      );
      const heard = (codes as { code: string }[]).map((reply) => reply.code);
      expect(heard.filter((one) => one === 'wrong_code')).toHaveLength(5);
      expect(heard.filter((one) => one === 'code_gone')).toHaveLength(25);
    });

    test.each([false, 'no', 0])('of_age %j: no mail, no account', async (of_age) => {
      const address = newAddress();
      const accounts = await count(scene.service, 'accounts');
      const refused = await refusal(await ask(address, { of_age }), 403, 'under_age');
      expect(fieldsOf(refused)).toEqual(['of_age']);
      expect((await scene.service.mails()).filter(({ to }) => to === address)).toEqual([]);
      expect(await count(scene.service, 'accounts')).toBe(accounts);
    });

    test('a bad address is refused', async () => {
      expect(fieldsOf(await refusal(await ask('nobody'), 400, 'invalid'))).toEqual(['address']);
    });

    test.each<[string, string, boolean]>([
      ['ends what the code led to', 'ended', true],
      ['wants no such mail again', 'never', false],
    ])('a person who reads the mail and %s', async (_, choice, mailAgain) => {
      const address = newAddress();
      const { grant } = await join(address);
      const { links } = await newestMail(scene.service, address);
      const path = new URL(links.find((link) => link.startsWith(scene.service.baseUrl)) ?? '').pathname;
      const seen = await scene.service.get(path);
      expect(seen.status).toBe(200);
      await recorded(grant);
      expect((await post(scene.service, path, { choice })).status).toBe(200);
      await refusal(await record(grant), 401, 'grant_gone');
      const before = (await scene.service.mails()).length;
      expect(await flowOf(await ask(address))).toMatch(/^[\w-]{43}$/);
      expect((await scene.service.mails()).length).toBe(before + (mailAgain ? 1 : 0));
    });

    test('a person who wanted no such mail again, and then does', async () => {
      const address = newAddress();
      await join(address);
      const { links } = await newestMail(scene.service, address);
      const path = new URL(links.find((link) => link.startsWith(scene.service.baseUrl)) ?? '').pathname;
      const said = async (reply: Response) => (await reply.text()).replace(/<[^<>]*>/g, ' ');
      expect(await said(await scene.service.get(path))).toContain('1 site that used an emailed code');
      await post(scene.service, path, { choice: 'never' });
      expect(await said(await scene.service.get(path))).toContain('Allow emails again');
      expect(await said(await post(scene.service, path, { choice: 'again' }))).toContain(
        'You can get emails again',
      );
      expect(await said(await scene.service.get(path))).toContain('No site uses an emailed code');
      const before = (await scene.service.mails()).length;
      await ask(address);
      expect((await scene.service.mails()).length).toBe(before + 1);
    });

    test('a link of such a mail that was changed does nothing', async () => {
      const reply = await post(scene.service, `/mail/${token()}`, { choice: 'never' });
      expect(reply.status).toBe(404);
    });
  });
});
