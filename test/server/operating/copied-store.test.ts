/**
 * A copy of the store in the hands of somebody without the pepper, who can read every row: what is in it can neither be
 * used at the service nor be matched with guesses.
 */
import { createHash, createHmac } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { openRows, tablesOf } from '../../set-up/service/rows.ts';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import {
  joinFrom,
  mailedLink,
  mailedCode,
  post,
  projects,
  send,
  signIn,
  shareScene,
  success,
} from '../scene.ts';

const { birds, frogs } = projects;
const guessed = { address: 'guessed@example.org', network: '127.0.0.1' };

/** Every value that could be a digest or a token: a long word without spaces. */
const isOpaque = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w.:-]{20,500}$/.test(value);

const digestsOf = (text: string): string[] =>
  ['sha256', 'sha1', 'md5', 'sha512'].flatMap((algorithm) => [
    createHash(algorithm).update(text).digest('hex'),
    createHash(algorithm).update(text).digest('base64url'),
    createHmac(algorithm, '').update(text).digest('hex'),
  ]);

describe.each(engines)('a copy of a store on %s', (engine) => {
  let service: Service;
  let code: string;
  let session: string;
  let link: string;
  let key: string;
  let grant: string;
  const stored: { where: string; value: string }[] = [];

  beforeAll(async () => {
    ({ service, owner: key } = await shareScene(engine));
    session = await signIn(service, 'member@example.org');
    await post(service, '/sign-in', { email: 'unused@example.org' });
    link = (await mailedLink(service, 'unused@example.org')).slice('/sign-in/'.length);
    ({ grant } = await joinFrom(service, frogs, 'granted@example.org'));
    const joining = { project_id: birds.id, address: guessed.address, of_age: true };
    await success('POST /embed/join', await send(service, '/embed/join', joining, birds.origin));
    code = await mailedCode(service, guessed.address);
    await using rows = openRows(service);
    for (const table of await tablesOf(service, rows))
      for (const row of await rows.all(`select * from ${table}`))
        for (const [column, value] of Object.entries(row))
          if (isOpaque(value)) stored.push({ where: `${table}.${column}`, value });
  });

  /** The ways in which the service accepts a value. */
  const usesOf = async (value: string): Promise<string[]> => {
    const [name = ''] = session.split('=');
    const me = await service.get('/me', { headers: { cookie: `${name}=${value}` } });
    const signedIn = await post(service, `/sign-in/${encodeURIComponent(value)}`, { of_age: 'yes' });
    const headers = { authorization: `Bearer ${value}` };
    const found = await service.get('/api/profile/id?identifier=member@example.org', { headers });
    const recording = { project_id: frogs.id, grant: value, type: 'collection', event_id: 'of a copy' };
    const recorded = await send(service, '/embed/record', recording, frogs.origin);
    return [
      ...(me.status === 200 ? ['session'] : []),
      ...(signedIn.status === 303 ? ['link'] : []),
      ...(found.status === 200 ? ['key'] : []),
      ...(recorded.status === 200 ? ['grant'] : []),
    ];
  };

  test('has no digest that a guess of an address, a network or six digits makes', () => {
    const values = new Map(stored.map(({ where, value }) => [value.split('.').at(-1) ?? value, where]));
    expect(values.size).toBeGreaterThan(20);
    const { address, network } = guessed;
    const flows = stored.filter(({ where }) => where === 'join_flows.digest').map(({ value }) => value);
    expect(flows.length).toBeGreaterThan(0);
    const guesses = [address, network, code, `${address}${code}`].concat(
      flows.flatMap((flow) => [`${flow}${code}`, `${flow}\0${code}`, `${flow} ${code}`, `${flow}:${code}`]),
    );
    const twice = guesses
      .flatMap((guess) => [guess, ...digestsOf(guess)])
      .flatMap((one) => [one, ...digestsOf(one)]);
    expect(twice.map((one) => values.get(one)).filter(Boolean)).toEqual([]);
  });

  test('doesn’t sign you in: no value of it is accepted as a session, a link, a key or a permission', async () => {
    const kinds = new Map(stored.map((one) => [one.where, one.value]));
    for (const needed of ['sessions.digest', 'sign_in_links.digest', 'keys.digest', 'grant_tokens.digest'])
      expect([...kinds.keys()]).toContain(needed);
    const accepted: [string, string[]][] = [];
    for (const [where, value] of kinds) {
      const uses = await usesOf(value);
      if (uses.length > 0) accepted.push([where, uses]);
    }
    expect(accepted).toEqual([]);
    // The same requests accept the values that were handed out.
    const given = [session.slice(session.indexOf('=') + 1), link, key, grant];
    const uses: string[] = [];
    for (const value of given) uses.push(...(await usesOf(value)));
    expect(uses).toEqual(['session', 'link', 'key', 'grant']);
  });
});
