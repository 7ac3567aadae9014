/** Managing a thing together, and how an invitation ends: projects and saved widgets alike, on both engines. */
import { beforeAll, describe, expect, test } from 'vitest';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import { accountOf, count, newestMail, newKey, post, rows, signIn, shareScene } from '../scene.ts';

const kinds = ['project', 'widget'] as const;
type Thing = { kind: (typeof kinds)[number]; id: number; path: string; owner: string };

let people = 0;
const newAddress = (what: string) => `${what}-${++people}@managing.example`;

describe.each(engines)('managing together on %s', (engine) => {
  let service: Service;
  const cookies = new Map<string, string>();

  beforeAll(async () => {
    ({ service } = await shareScene(engine));
  });

  const cookieOf = async (who: string) => {
    const cookie = cookies.get(who) ?? (await signIn(service, who));
    cookies.set(who, cookie);
    return cookie;
  };
  const numberOf = async (who: string) => String(await accountOf(service, who));
  const send = async (path: string, who: string, fields: Record<string, string> = {}) =>
    post(service, path, fields, await cookieOf(who));
  const page = async (path: string, who: string) =>
    service.get(path, { headers: { cookie: await cookieOf(who) } });
  const text = async (path: string, who: string) =>
    (await (await page(path, who)).text()).replace(/<[^<>]*>/g, ' ');

  /** A thing of a new owner. */
  const make = async (kind: Thing['kind']): Promise<Thing> => {
    const owner = newAddress('owner');
    const cookie = await cookieOf(owner);
    if (kind === 'widget') {
      const html = await (await service.get('/builder?embed=finder', { headers: { cookie } })).text();
      const once = /name="once" value="([\w-]{43})"/.exec(html)?.[1] ?? 'no form';
      const made = await send('/widgets', owner, { once, name: 'Shared', embed: 'finder' });
      const id = Number(/\/widgets\/(\d+)/.exec(made.headers.get('location') ?? '')?.[1]);
      return { kind, id, owner, path: `/widgets/${id}/people` };
    }
    const key = await newKey(service, owner);
    const added = await service.postJson('/api/project/add', {
      key,
      name: `Shared ${people}`,
      url: 'https://shared.example/',
      description: 'Shared.',
      origin: 'The Test Society',
      contact_email: 'contact@example.org',
    });
    const { project_id: id } = (await added.json()) as { project_id: number };
    await service.operate('publish', String(id));
    const { headers } = await service.get(`/project/${id}`);
    return { kind, id, owner, path: `${headers.get('location') ?? ''}/people` };
  };

  /** Invites an address, and returns the path of the mailed link. */
  const invite = async ({ path, owner }: Thing, to: string, by = owner): Promise<string> => {
    const before = (await service.mails()).filter((mail) => mail.to === to).length;
    const reply = await send(`${path}/invite`, by, { email: to });
    expect([reply.status, reply.headers.get('location')]).toEqual([303, `${path}?done=invited`]);
    const mails = async () => (await service.mails()).filter((mail) => mail.to === to).length;
    await expect.poll(mails).toBe(before + 1);
    const { links } = await newestMail(service, to);
    return new URL(links.find((link) => link.includes('/invitation/')) ?? 'no:link').pathname;
  };
  const accept = (link: string, who: string) => send(link, who, { choice: 'yes' });
  const manages = async ({ path }: Thing, who: string) => (await page(path, who)).status === 200;
  const comeIn = async (thing: Thing, who = newAddress('co')): Promise<[who: string, link: string]> => {
    const link = await invite(thing, who);
    const reply = await accept(link, who);
    expect(reply.headers.get('location')).toBe(`${thing.path}?done=joined`);
    return [who, link];
  };
  const remove = async ({ path, owner }: Thing, who: string, by = owner) =>
    send(path, by, { act: 'remove', account: await numberOf(who) });
  const handOver = async ({ path, owner }: Thing, to: string) =>
    send(path, owner, { act: 'own', account: await numberOf(to) });
  const leadsNowhere = async (link: string, who: string, thing: Thing) => {
    expect((await page(link, who)).status).toBe(404);
    expect((await accept(link, who)).status).toBe(404);
    expect(await manages(thing, who)).toBe(false);
  };
  const digestOf = async ({ kind, id }: Thing) =>
    (
      await rows<{ digest: string }>(
        service,
        `select digest from invitations where kind = '${kind}' and thing_id = ${id}`,
      )
    )[0]?.digest ?? '';

  describe.each(kinds)('a %s', (kind) => {
    test('the owner and the invited person read who invited, which address, and until when', async () => {
      const thing = await make(kind);
      await send('/account/names', thing.owner, { handle: 'Olive' });
      const to = newAddress('invited');
      const link = await invite(thing, to);
      for (const [at, who] of [
        [thing.path, thing.owner],
        [link, to],
      ] as const) {
        const shown = (await text(at, who)).replace(/\s+/g, ' ');
        expect(shown).toMatch(/Invited by Olive , until/);
        expect(shown).toContain(to);
      }
      // A digest of the link, and the address encrypted.
      const stored = JSON.stringify(await rows(service, 'select * from invitations'));
      for (const plain of [to, link.split('/').at(-1) ?? '']) expect(stored).not.toContain(plain);
    });

    test('a manager who was removed does not come back with the used invitation', async () => {
      const thing = await make(kind);
      const [co, link] = await comeIn(thing);
      for (let round = 0; round < 2; round++) {
        expect((await remove(thing, co)).headers.get('location')).toBe(`${thing.path}?done=removed`);
        await leadsNowhere(link, co, thing);
        if (round === 0) await comeIn(thing, co);
      }
    });

    test.each<[string, (thing: Thing, to: string, link: string) => Promise<unknown>]>([
      ['was refused', (_, to, link) => send(link, to, { choice: 'no' })],
      [
        'was withdrawn',
        async (thing) => send(`${thing.path}/withdraw`, thing.owner, { invitation: await digestOf(thing) }),
      ],
      ['is older than a week', () => rows(service, 'update invitations set expires_at = 1')],
      ['was made by an owner who handed it over', async (thing) => handOver(thing, (await comeIn(thing))[0])],
      [
        'was made by an owner who handed it over and left',
        async (thing) => {
          await handOver(thing, (await comeIn(thing))[0]);
          await send(thing.path, thing.owner, { act: 'leave' });
        },
      ],
      [
        'was made by an owner whom an operator removed and let manage again',
        async ({ kind: of, id, owner }) => {
          if (of === 'widget') return rows(service, `delete from invitations where thing_id = ${id}`);
          await service.operate('remove-manager', String(id), owner);
          return service.operator('manager', String(id), owner);
        },
      ],
      [
        'was made by an owner who deleted their account',
        async (thing) => {
          const [co] = await comeIn(thing);
          await handOver(thing, co);
          const again = await invite(thing, newAddress('other'), co);
          expect((await send('/account/delete', co, { when: 'now', sure: 'yes' })).status).toBe(303);
          cookies.delete(co);
          await leadsNowhere(again, newAddress('nobody'), thing);
        },
      ],
    ])('an invitation that %s leads nowhere', async (_, end) => {
      const thing = await make(kind);
      const to = newAddress('late');
      const link = await invite(thing, to);
      await end(thing, to, link);
      await leadsNowhere(link, to, thing);
    });

    test('of presses at once one counts, and letters behind the token are another token', async () => {
      const thing = await make(kind);
      const to = newAddress('pressing');
      const link = await invite(thing, to);
      const changed = `${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`;
      for (const forged of [
        `${link}x`,
        `${link}=`,
        `${link}%20`,
        changed,
        '/invitation/x',
        '/invitation/%00',
      ])
        await leadsNowhere(forged, to, thing);
      const replies = await Promise.all(Array.from({ length: 5 }, () => accept(link, to)));
      expect(replies.map(({ status }) => status).sort()).toEqual([303, 404, 404, 404, 404]);
      expect(await manages(thing, to)).toBe(true);
    });

    test('a forwarded invitation works only once the account has the invited address', async () => {
      const thing = await make(kind);
      const [invited, other] = [newAddress('forwarded'), newAddress('other')];
      const link = await invite(thing, invited);
      for (const reply of [
        await page(link, other),
        await accept(link, other),
        await send(link, other, { choice: 'no' }),
      ]) {
        const shown = await reply.text();
        expect([reply.status, shown.includes('f…@managing.example'), shown.includes(invited)]).toEqual([
          ...[403, true, false],
        ]);
        expect(shown).not.toContain('Shared');
      }
      expect(await manages(thing, other)).toBe(false);
      await send('/account/addresses', other, { email: invited });
      await expect
        .poll(async () => (await newestMail(service, invited)).subject)
        .toMatch(/^Add this address/);
      const added = new URL((await newestMail(service, invited)).links[0] ?? 'no:link').pathname;
      expect((await send(added, other)).status).toBe(303);
      expect((await accept(link, other)).status).toBe(303);
    });

    test('only an owner invites, withdraws, removes and hands over; a co-manager can leave', async () => {
      const thing = await make(kind);
      const [co] = await comeIn(thing);
      await invite(thing, newAddress('open'));
      const account = await numberOf(thing.owner);
      for (const [end, fields] of [
        ['/invite', { email: 'x@managing.example' }],
        ['/withdraw', { invitation: await digestOf(thing) }],
        ['', { act: 'remove', account }],
        ['', { act: 'own', account }],
        ['', { act: 'own', account: await numberOf(co) }],
        ['', { act: 'else', account }],
      ] as const)
        expect([end, (await send(`${thing.path}${end}`, co, fields)).status]).toEqual([end, 403]);
      expect((await send(thing.path, thing.owner, { act: 'leave' })).status).toBe(403);
      // An owner removes co-managers, and nobody else: no other owner, and not themselves.
      expect((await remove(thing, thing.owner)).status).toBe(403);
      expect(await manages(thing, thing.owner)).toBe(true);
      expect((await send(thing.path, co, { act: 'leave' })).status).toBe(303);
      expect([await manages(thing, co), await manages(thing, thing.owner)]).toEqual([false, true]);
    });

    test('an invitation of one thing cannot be withdrawn or used at another one', async () => {
      const [thing, other] = [await make(kind), await make(kind === 'project' ? 'widget' : 'project')];
      const to = newAddress('invited');
      const link = await invite(thing, to);
      const digest = await digestOf(thing);
      const tried = await send(`${other.path}/withdraw`, other.owner, { invitation: digest });
      expect(tried.status).toBe(403);
      expect((await accept(link, to)).headers.get('location')).toBe(`${thing.path}?done=joined`);
      expect(await manages(other, to)).toBe(false);
    });

    test('an invitation that is not made counts as no mail, and tells nothing of co-managers', async () => {
      const thing = await make(kind);
      const [co] = await comeIn(thing);
      const to = newAddress('twice');
      await invite(thing, to);
      const counted = () => rows(service, `select * from tallies where name like 'invite-%' order by 1, 2`);
      const before = await counted();
      for (const [email, says] of [
        [to, 'This address has an open invitation already.'],
        [thing.owner, 'This is an address of yours'],
        ['nobody', 'Type an email address'],
      ] as const) {
        const reply = await send(`${thing.path}/invite`, thing.owner, { email });
        expect([reply.status, await reply.text()]).toEqual([400, expect.stringContaining(says)]);
      }
      expect(await counted()).toEqual(before);
      // Someone who manages it already gets a mail as anybody does, and stays what they are.
      const link = await invite(thing, co);
      expect((await accept(link, co)).status).toBe(303);
      expect(await manages(thing, co)).toBe(true);
      expect(await count(service, `invitations where kind = '${kind}' and thing_id = ${thing.id}`)).toBe(1);
    });
  });

  test('a widget that is deleted, and put back, has no invitation any more', async () => {
    const thing = await make('widget');
    const to = newAddress('late');
    const link = await invite(thing, to);
    await send(`/widgets/${thing.id}/delete`, thing.owner);
    expect((await page(link, to)).status).toBe(404);
    await send(`/widgets/${thing.id}/restore`, thing.owner);
    await leadsNowhere(link, to, thing);
  });

  test('the mail about a widget has nothing that somebody typed', async () => {
    const thing = await make('widget');
    const to = newAddress('stranger');
    await invite(thing, to);
    const mail = await newestMail(service, to);
    expect(`${mail.subject} ${mail.text}`).not.toContain('Shared');
  });
});
