/** Signing in by a mailed link, and out. */
import { describe, expect, test } from 'vitest';
import { engines } from '../../set-up/service/start-service.ts';
import { cookieOf, count, mailedLink, newestMail, post, projects, rows, signIn } from '../scene.ts';
import { pagesScene } from '../http/pages-scene.ts';

const { birds } = projects;

describe.each(engines)('the pages on %s', (engine) => {
  const scene = pagesScene(engine);
  const { open, text } = scene;

  describe('signing in', () => {
    test.each(['en', 'de', 'es', 'fr', 'pt', 'ar'])(
      'the mail has no digit outside of its link: %s',
      async (lang) => {
        const address = `no-digits-${lang}@example.org`;
        expect((await post(scene.service, '/sign-in', { email: address, lang })).status).toBe(200);
        const { subject, text: said, links } = await newestMail(scene.service, address);
        expect(links).toHaveLength(1);
        expect(subject + said.replace(links[0] ?? '', '')).not.toMatch(/\d/);
      },
    );

    test('a visitor who is not signed in is asked to sign in, and comes back', async () => {
      const { status, headers } = await open('/me');
      expect([status, headers.get('location')]).toEqual([303, '/sign-in?next=%2Fme']);
      for (const [next, acts] of [
        ['/me', ['claim', 'disclaim', 'remove', 'restore']],
        ['/account', ['opt-out', 'opt-in', 'grants/revoke']],
      ] as const)
        for (const act of acts) {
          const reply = await post(scene.service, `/me/${act}`, { project_id: String(birds.id), id: '1' });
          expect([act, reply.headers.get('location')]).toEqual([act, `/sign-in?next=${next}`]);
        }
    });

    test('opening the link does nothing yet: a mail scanner that opens it doesn’t sign you in', async () => {
      const address = 'scanned@example.org';
      await post(scene.service, '/sign-in', { email: address });
      const link = await mailedLink(scene.service, address);
      for (let times = 0; times < 3; times++) {
        const reply = await open(link);
        expect([reply.status, reply.headers.get('set-cookie')]).toEqual([200, null]);
      }
      expect(await count(scene.service, `addresses where address = '${address}'`)).toBe(0);
      const young = await post(scene.service, link, {});
      expect([young.status, young.headers.get('set-cookie')]).toEqual([400, null]);
      expect(await count(scene.service, `addresses where address = '${address}'`)).toBe(0);
      const signedIn = await post(scene.service, link, { of_age: 'yes' });
      expect([signedIn.status, signedIn.headers.get('location')]).toEqual([303, '/start']);
      expect(signedIn.headers.get('set-cookie')).toMatch(
        /^mh_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
      );
      expect(await text('/account', cookieOf(signedIn))).toContain(address);
    });

    test('a link shows its account, and the one that it signs out: nobody signs in to another account unawares', async () => {
      const mine = await signIn(scene.service, 'already-in@example.org');
      const named = (address: string) => `<strong><bdi translate="no">${address}</bdi></strong>`;
      for (const address of ['sent-by-somebody@example.org', 'sent-by-somebody@example.org']) {
        await post(scene.service, '/sign-in', { email: address });
        const link = await mailedLink(scene.service, address);
        for (const cookie of [undefined, mine]) {
          const page = await text(link, cookie);
          expect(page).toContain(named(address));
          expect(page.includes(named('already-in@example.org'))).toBe(cookie === mine);
          expect(page.includes('signs you out')).toBe(cookie === mine);
        }
        const asked = await post(scene.service, link, {}, mine);
        if (asked.status === 400) expect(await asked.text()).toContain(named(address));
        else expect(asked.status).toBe(303);
        if (asked.status === 400) await post(scene.service, link, { of_age: 'yes' }, undefined);
      }
      // The replaced session has ended: its cookie no longer works.
      expect((await open('/me', mine)).status).toBe(303);
      // For the same person, nothing is replaced.
      const again = await signIn(scene.service, 'already-in@example.org');
      await post(scene.service, '/sign-in', { email: 'already-in@example.org' });
      const page = await text(await mailedLink(scene.service, 'already-in@example.org'), again);
      expect(page).not.toContain('signs you out');
    });

    test('a link works once, even if its button is pressed ten times at once', async () => {
      const address = 'once@example.org';
      await post(scene.service, '/sign-in', { email: address });
      const link = await mailedLink(scene.service, address);
      const replies = await Promise.all(
        Array.from({ length: 10 }, () => post(scene.service, link, { of_age: 'yes' })),
      );
      expect(replies.filter(({ status }) => status === 303)).toHaveLength(1);
      expect(replies.filter(({ status }) => status === 400)).toHaveLength(9);
      const after = await open(link);
      expect(await after.text()).toContain('This link has expired or was already used');
      expect(
        await count(
          scene.service,
          `accounts a join addresses d on d.account_id = a.account_id where d.address = '${address}'`,
        ),
      ).toBe(1);
    });

    test('a link that is too old, or was changed, doesn’t sign you in', async () => {
      const address = 'late@example.org';
      await post(scene.service, '/sign-in', { email: address });
      const link = await mailedLink(scene.service, address);
      await rows(scene.service, 'update sign_in_links set expires_at = 1 where used_at is null');
      for (const path of [link, `${link.slice(0, -1)}x`, '/sign-in/x']) {
        const reply = await post(scene.service, path, { of_age: 'yes' });
        expect([reply.status, reply.headers.get('set-cookie')]).toEqual([400, null]);
      }
    });

    test.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '/x y'])(
      'no way leads on to %s',
      async (next) => {
        const { status, headers } = await open(`/sign-in?next=${encodeURIComponent(next)}`, scene.visitor);
        expect([status, headers.get('location')]).toEqual([303, '/start']);
        expect(await text(`/sign-in?next=${encodeURIComponent(next)}`)).not.toContain('evil.example');
      },
    );

    test('an invalid address is reported, and no mail is sent', async () => {
      const before = (await scene.service.mails()).length;
      expect((await post(scene.service, '/sign-in', { email: 'nobody' })).status).toBe(400);
      expect(await scene.service.mails()).toHaveLength(before);
    });

    test('signing out ends the session, not only the cookie', async () => {
      const cookie = await signIn(scene.service, 'leaves@example.org');
      await text('/me', cookie);
      const out = await post(scene.service, '/sign-out', {}, cookie);
      expect([out.status, out.headers.get('location')]).toEqual([303, '/']);
      expect(out.headers.get('set-cookie')).toContain('mh_session=; Max-Age=0; Path=/');
      expect((await open('/me', cookie)).status).toBe(303);
    });

    test.each(['mh_session=', 'mh_session=x', 'mh_session=%00', 'other=1; mh_session=nothing'])(
      'the cookie %s is nobody’s',
      async (cookie) => {
        expect((await open('/me', cookie)).status).toBe(303);
      },
    );
  });
});
