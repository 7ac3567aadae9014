/** OAuth from outside: a client of the operator's, a person's browser with its cookies, and the way through both. */
import { createHash, randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { callback, type Client, mailedLink, newClient } from '../../server/scene.ts';
import type { RunningService } from './running-service.ts';

export const everyScope = ['login', 'extensive', 'openid', 'profile', 'email', 'contributions'].flatMap(
  (scope) => ['--scope', scope],
);

export function newPkce() {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

type Changes = Record<string, string | undefined>;

const present = (fields: Changes) =>
  Object.fromEntries(
    Object.entries(fields).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );

/** The address where an authorization begins; a change that is undefined leaves the parameter out. */
export const authorizePath = (client: Client, challenge: string | undefined, changes: Changes = {}) =>
  `/authorize?${new URLSearchParams(
    present({
      response_type: 'code',
      client_id: client.client_id,
      redirect_uri: callback,
      state: 'the state',
      code_challenge: challenge,
      code_challenge_method: challenge === undefined ? undefined : 'S256',
      ...changes,
    }),
  )}`;

/** The cookies of one person's browser, and what they press. */
export class PersonsBrowser {
  readonly service: RunningService;
  #cookies = new Map<string, string>();

  constructor(service: RunningService) {
    this.service = service;
  }

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async get(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { ...(init.headers as Record<string, string>), cookie: this.cookie };
    const reply = await this.service.get(path, { ...init, headers });
    for (const cookie of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return reply;
  }

  post(path: string, fields: Record<string, string>): Promise<Response> {
    const headers = { origin: this.service.baseUrl };
    return this.get(path, { method: 'POST', body: new URLSearchParams(fields), headers });
  }

  async signIn(address: string, next = '/me'): Promise<Response> {
    expect((await this.post('/sign-in', { email: address, next })).status).toBe(200);
    return this.post(await mailedLink(this.service, address), { of_age: 'yes' });
  }

  /** Goes to where an authorization begins, and answers the path of the page that asks. */
  async begin(path: string): Promise<string> {
    const begun = await this.get(path);
    expect({ status: begun.status, location: begun.headers.get('location') }).toMatchObject({ status: 303 });
    return begun.headers.get('location') ?? '';
  }

  /** Presses a button of the page that asks, and answers where the person ends up. */
  async answer(
    consent: string,
    answer: 'allow' | 'refuse' = 'allow',
    more: Record<string, string> = {},
  ): Promise<URL> {
    const html = await (await this.get(consent)).text();
    const account = /name="account" value="(\d+)"/.exec(html)?.[1] ?? 'nobody is asked';
    const answered = await this.post(consent, { account, answer, ...more });
    expect(answered.status).toBe(303);
    const back = await this.get(answered.headers.get('location') ?? '');
    return new URL(back.headers.get('location') ?? '', this.service.baseUrl);
  }

  /** The whole way, by whichever pages there are; answers the client's address with what it was sent. */
  async authorize(path: string, more?: Record<string, string>): Promise<URL> {
    const next = await this.begin(path);
    return next.startsWith('/') ? this.answer(next, 'allow', more) : new URL(next);
  }
}

/** Asks the token endpoint, as a client with its secret in the body. */
export const exchange = (
  service: RunningService,
  { client_id, client_secret }: Client,
  fields: Changes,
  query = '',
): Promise<Response> =>
  service.postForm(
    `/token${query}`,
    present({ client_id, client_secret: client_secret || undefined, ...fields }),
  );

export type Tokens = { access_token: string; refresh_token: string; id_token?: string; scope: string };

/** A code that nobody has used yet, with what it takes to use it. */
export async function newCode(
  browser: PersonsBrowser,
  client: Client,
  changes: Changes = {},
  more?: Record<string, string>,
): Promise<{ code: string; code_verifier: string; redirect_uri: string; grant_type: string }> {
  const { verifier, challenge } = newPkce();
  const back = await browser.authorize(authorizePath(client, challenge, changes), more);
  return {
    grant_type: 'authorization_code',
    code: back.searchParams.get('code') ?? `no code: ${back.href}`,
    code_verifier: verifier,
    redirect_uri: changes['redirect_uri'] ?? callback,
  };
}

export async function newTokens(
  browser: PersonsBrowser,
  client: Client,
  changes: Changes = {},
  more?: Record<string, string>,
): Promise<Tokens> {
  const reply = await exchange(browser.service, client, await newCode(browser, client, changes, more));
  expect(reply.status).toBe(200);
  return (await reply.json()) as Tokens;
}

/** An access token of somebody, for those who need nothing but that. */
export async function newAccessToken(service: RunningService): Promise<string> {
  const browser = new PersonsBrowser(service);
  await browser.signIn('authorizing@example.org');
  const client = await newClient(service, { more: everyScope });
  const tokens = await newTokens(browser, client, { scope: 'login contributions' }, { contributions: 'yes' });
  return tokens.access_token;
}
