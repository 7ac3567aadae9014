/** Each endpoint where a client says who it is: what one client may do with what another one was given. */
import { beforeAll, describe, expect, test } from 'vitest';
import { clientPaths } from '../../../server/oauth/paths.ts';
import {
  exchange,
  newCode,
  newPkce,
  newTokens,
  PersonsBrowser,
  type Tokens,
} from '../../set-up/service/authorize.ts';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import { callback, type Client, newClient, shareScene } from '../scene.ts';

/** The client itself, by its secret or its owner's key; without or with a wrong one; other clients; and nobody. */
const callers = ['itself', 'key', 'bare', 'wrong', 'sibling', 'stranger', 'public', 'nobody'] as const;
type Caller = (typeof callers)[number];

/** Each cell is the status, and after it what the tokens are afterwards where the act could have ended them. */
const table = `
  endpoint           of        itself   key      bare     wrong    sibling  stranger public   nobody
  /token             code      200      200      401      401      400      400      400      400
  /token             refresh   200      200      401      401      400      400      400      400
  /token/revoke      access    200-ends 200-ends 401-good 401-good 400-good 400-good 200-good 400-good
  /token/revoke      refresh   200-ends 200-ends 401-good 401-good 400-good 400-good 200-good 400-good
  /token/introspect  access    200-told 200-told 401      401      200      200      200      400
  /token/introspect  refresh   200-told 200-told 401      401      200      200      200      400
  /par               request   201      201      401      401      201      201      201      400
`;

const rows = table
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [path = '', what = '', ...cells] = line.trim().split(/\s+/);
    return { path, what, cells };
  });

test('every endpoint of clients is in the table', () => {
  expect([...new Set(rows.map(({ path }) => path))].sort()).toEqual([...clientPaths].sort());
});

describe.each(engines)('clients on %s', (engine) => {
  let service: Service;
  let jo: PersonsBrowser;
  let river: Client;
  let credentials: Record<Caller, Record<string, string>>;

  beforeAll(async () => {
    const { service: shared, clients, owner } = await shareScene(engine);
    service = shared;
    river = clients.river;
    jo = new PersonsBrowser(service);
    await jo.signIn('jo@example.org');
    const { client_id } = river;
    credentials = {
      itself: river,
      key: { client_id, key: owner },
      bare: { client_id },
      wrong: { client_id, client_secret: clients.lake.client_secret },
      sibling: clients.lake,
      stranger: clients.sea,
      public: { client_id: (await newClient(service, { more: ['--public'] })).client_id },
      nobody: {},
    };
  });

  const isGood = async ({ access_token }: Tokens) => {
    const headers = { authorization: `Bearer ${access_token}` };
    return (await service.get('/api/user_info', { headers })).status === 200;
  };

  type Act = { fields: Record<string, string>; seen?: (reply: Response) => Promise<string> };

  /** The fields of a request, and what is seen of it besides its status. */
  const act = async (path: string, what: string): Promise<Act> => {
    if (path === '/par') {
      const { challenge } = newPkce();
      const asked = { response_type: 'code', redirect_uri: callback, code_challenge: challenge };
      return { fields: { ...asked, code_challenge_method: 'S256' } };
    }
    if (what === 'code') return { fields: await newCode(jo, river) };
    const tokens = await newTokens(jo, river);
    const token = what === 'access' ? tokens.access_token : tokens.refresh_token;
    if (path === '/token') return { fields: { grant_type: 'refresh_token', refresh_token: token } };
    if (path === '/token/revoke')
      return { fields: { token }, seen: async () => ((await isGood(tokens)) ? '-good' : '-ends') };
    const seen = async (reply: Response) => ((await reply.text()).includes('"active":true') ? '-told' : '');
    return { fields: { token }, seen };
  };

  test.each(rows)('$path of what $what another was given', async ({ path, what, cells }) => {
    const found = [];
    for (const caller of callers) {
      const { fields, seen } = await act(path, what);
      const reply = await service.postForm(path, { ...fields, ...credentials[caller] });
      found.push(`${reply.status}${(await seen?.(reply)) ?? ''}`);
      // A client that may not use a code or a token ends nothing of the one that may.
      if (path === '/token' && reply.status !== 200)
        expect([caller, (await exchange(service, river, fields)).status]).toEqual([caller, 200]);
    }
    expect(found).toEqual(cells);
  });
});
