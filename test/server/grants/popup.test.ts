/** The popup of the embeds, and the code that it gives to the page. */
import { createHash, randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../set-up/service/start-service.ts';
import {
  cookieOf,
  count,
  mailedLink,
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
const inTheClear = 'http://plain.example';
const token = () => randomBytes(32).toString('base64url');
const s256 = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');

describe.each(engines)('the embeds on %s', (engine) => {
  const scene = embedScene(engine);
  const { newAddress, recorded, stored, profileOf } = scene;

  describe('the popup', () => {
    const state = token();
    const address = 'popup@example.org';
    let cookie: string;

    beforeAll(async () => {
      cookie = await signIn(scene.service, address);
    });

    type Connect = {
      state: string;
      code?: string;
      account?: string;
      origin?: string;
      fault?: string;
      project?: { id: number };
    };
    const asked = (challenge: string, { id, origin }: { id: number; origin: string } = birds) => ({
      project_id: String(id),
      origin,
      challenge,
      state,
    });
    const shown = async (reply: Response): Promise<Connect> => {
      const text = await reply.text();
      const json = /<script type="application\/json" id="page">(.*?)<\/script>/s.exec(text)?.[1];
      return (JSON.parse(json ?? '{"data":{}}') as { data: Connect }).data;
    };
    const visit = (query: Record<string, string>, by?: string) =>
      scene.service.get(
        `/connect?${new URLSearchParams(query)}`,
        by === undefined ? {} : { headers: { cookie: by } },
      );
    const allow = async (challenge: string, place?: { id: number; origin: string }) => {
      const reply = await post(scene.service, '/connect', asked(challenge, place), cookie);
      const { state: now, code = '' } = await shown(reply);
      expect([reply.status, now]).toEqual([200, 'done']);
      return code;
    };
    const redeem = (code: string, verifier: string, { id, origin }: { id: number; origin: string } = birds) =>
      send(scene.service, '/embed/connect', { project_id: id, code, verifier }, origin);

    test('a person who is not signed in gets a mail, and comes back to the same question', async () => {
      const query = asked(s256(token()));
      expect((await shown(await visit(query))).state).toBe('sign-in');
      const next = `/connect?${new URLSearchParams(query)}`;
      const person = newAddress();
      expect((await post(scene.service, '/sign-in', { email: person, next })).status).toBe(200);
      const link = await mailedLink(scene.service, person);
      expect(await (await scene.service.get('/connect/ready')).json()).toEqual({ ready: false });
      const signedIn = await post(scene.service, link, { of_age: 'yes' });
      expect([signedIn.status, signedIn.headers.get('location')]).toEqual([303, next]);
      const theirs = cookieOf(signedIn);
      expect(await shown(await visit(query, theirs))).toMatchObject({ state: 'ask', account: person });
      const ready = await scene.service.get('/connect/ready', { headers: { cookie: theirs } });
      expect(await ready.json()).toEqual({ ready: true });
    });

    test('a person who is signed in is asked, with the names of project and site', async () => {
      const page = await shown(await visit(asked(s256(token())), cookie));
      expect(page).toMatchObject({
        state: 'ask',
        account: address,
        origin: birds.origin,
        project: { id: birds.id },
      });
      expect(page).not.toHaveProperty('code');
    });

    test('the code becomes a grant of 90 days', async () => {
      const verifier = token();
      const reply = await redeem(await allow(s256(verifier)), verifier);
      const { grant, expires } = await success('POST /embed/connect', reply);
      expect(Math.round((Date.parse(expires) - Date.now()) / day)).toBe(90);
      const { credited, event_id } = await recorded(grant);
      expect(credited).toBe(true);
      expect(await stored(event_id)).toMatchObject({ profile_id: await profileOf(address) });
    });

    test('a code works once', async () => {
      const verifier = token();
      const code = await allow(s256(verifier));
      const replies = await Promise.all([
        redeem(code, verifier),
        redeem(code, verifier),
        redeem(code, verifier),
      ]);
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    });

    test.each<[string, (code: string, verifier: string) => Promise<Response>]>([
      ['a wrong verifier', (code) => redeem(code, token())],
      ['another project', (code, verifier) => redeem(code, verifier, frogs)],
      [
        'another origin of the project',
        (code, verifier) => redeem(code, verifier, { id: birds.id, origin: shared }),
      ],
      ['the challenge as verifier', (code, verifier) => redeem(code, s256(verifier))],
    ])('%s uses up the code', async (_, mistaken) => {
      const verifier = token();
      const code = await allow(s256(verifier));
      await refusal(await mistaken(code, verifier), 401, 'connect_code_gone');
      await refusal(await redeem(code, verifier), 401, 'connect_code_gone');
    });

    test('a code that is too old is refused', async () => {
      const verifier = token();
      const code = await allow(s256(verifier));
      await rows(scene.service, 'update connect_codes set expires_at = 1 where used_at is null');
      await refusal(await redeem(code, verifier), 401, 'connect_code_gone');
    });

    test.each<[string, Record<string, string>]>([
      ['an origin of another project', { origin: frogs.origin }],
      ['an origin in the clear', { origin: inTheClear }],
      ['an origin with a path', { origin: `${birds.origin}/home` }],
      ['the origin null', { origin: 'null' }],
      ['no origin', { origin: '' }],
      ['a project that does not exist', { project_id: '999' }],
      ['a project in words', { project_id: 'birds' }],
      ['a challenge that is too short', { challenge: 'abc' }],
      ['no challenge', { challenge: '' }],
      ['no state', { state: '' }],
      ['a state with markup', { state: '"><script>alert(1)</script>' }],
    ])('%s is refused, before and after the question', async (_, change) => {
      const query = { ...asked(s256(token())), ...change };
      const codes = await count(scene.service, 'connect_codes');
      for (const reply of [
        await visit(query, cookie),
        await visit(query),
        await post(scene.service, '/connect', query, cookie),
      ]) {
        expect(reply.status).toBe(400);
        expect((await shown(reply)).state).toBe('refused');
      }
      expect(await count(scene.service, 'connect_codes')).toBe(codes);
    });

    test('without a session the answer is the question to sign in, and no code', async () => {
      const codes = await count(scene.service, 'connect_codes');
      const page = await shown(await post(scene.service, '/connect', asked(s256(token()))));
      expect(page.state).toBe('sign-in');
      expect(page).not.toHaveProperty('code');
      expect(await count(scene.service, 'connect_codes')).toBe(codes);
    });

    test('a page of another site cannot answer in the person’s name', async () => {
      const reply = await scene.service.postForm('/connect', asked(s256(token())), {
        headers: { origin: birds.origin, cookie },
      });
      expect(reply.status).toBe(403);
    });

    test('the link that it mails is in the language of the embed, also after a mistake', async () => {
      const query = { ...asked(s256(token())), lang: 'fr' };
      const next = `/connect?${new URLSearchParams(query)}`;
      const hidden = '<input type="hidden" name="lang" value="fr"/>';
      expect(await (await scene.service.get(next)).text()).toContain(hidden);
      const slip = await post(scene.service, '/sign-in', { email: 'nobody', next, lang: 'fr' });
      expect(await slip.text()).toContain(hidden);
      const reader = newAddress();
      expect((await post(scene.service, '/sign-in', { email: reader, next, lang: 'fr' })).status).toBe(200);
      const { subject, text } = await newestMail(scene.service, reader);
      expect(subject).toBe('Connexion à Manyhands');
      expect(text).toContain('personne ne peut se connecter sans cet e-mail');
      expect((await scene.service.get(await mailedLink(scene.service, reader))).status).toBe(200);
      // An invalid language is ignored, and not repeated.
      const odd = await scene.service.get(`/connect?${new URLSearchParams({ ...query, lang: 'fr"><b>' })}`);
      expect(await odd.text()).not.toContain('name="lang"');
    });

    test('the popup cannot be framed, and reaches the page that opened it', async () => {
      const { headers } = await visit(asked(s256(token())), cookie);
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('cross-origin-opener-policy')).toBeNull();
    });
  });
});
