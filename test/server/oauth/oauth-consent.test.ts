/** The page that asks, and what is remembered of the answer. */
import { beforeAll, describe, expect, test } from 'vitest';
import {
  authorizePath,
  everyScope,
  exchange,
  newCode,
  newPkce,
  newTokens,
  PersonsBrowser,
  type Tokens,
} from '../../set-up/service/authorize.ts';
import { engines, type Service, shareService } from '../../set-up/service/start-service.ts';
import { callback, type Client, count, newClient, rows, success } from '../scene.ts';

describe.each(engines)('authorizing on %s', (engine) => {
  let service: Service;
  let river: Client;
  let wide: Client;
  /** One sign-in for several tests: an address gets only so many mails an hour. */
  let jo: PersonsBrowser;

  beforeAll(async () => {
    service = await shareService(engine);
    river = await newClient(service);
    wide = await newClient(service, { more: everyScope });
    jo = new PersonsBrowser(service);
    await jo.signIn('jo@example.org');
  });

  const browserOf = async (address: string) => {
    const browser = new PersonsBrowser(service);
    await browser.signIn(address);
    return browser;
  };
  const { challenge } = newPkce();
  const tell = async ({ access_token }: Tokens, path = '/api/user_info') =>
    success(
      'GET /api/user_info',
      await service.get(path, { headers: { authorization: `Bearer ${access_token}` } }),
    );

  test('without a scope a site learns the numbers and nothing else', async () => {
    const told = await tell(await newTokens(jo, river));
    const [account] = await rows<{ account_id: number; profile_id: number }>(
      service,
      "select account_id, profile_id from addresses where address = 'jo@example.org'",
    );
    expect(told).toEqual({
      result: 'success',
      profile_id: Number(account?.profile_id),
      user_id: Number(account?.account_id),
      url: `${service.baseUrl}/people/${account?.account_id}`,
    });
    const page = await service.get(new URL(told.url).pathname);
    expect([page.status, await page.text()]).toEqual([200, expect.not.stringContaining('jo@')]);
  });

  test.each([
    ['extensive', ['email', 'first_name', 'handle', 'last_name']],
    ['login extensive', ['email', 'first_name', 'handle', 'last_name']],
    ['openid', []],
    ['openid profile', ['first_name', 'handle', 'last_name']],
    ['openid email', ['email']],
  ])('with %s it learns more, under both addresses', async (scope, more) => {
    const tokens = await newTokens(jo, wide, { scope });
    expect(tokens.scope).toBe(scope);
    const told = await tell(tokens);
    expect(
      Object.keys(told)
        .filter((name) => !['result', 'profile_id', 'user_id', 'url'].includes(name))
        .sort(),
    ).toEqual(more);
    expect(await tell(tokens, '/api/user_data')).toEqual(told);
    if (told.email !== undefined) expect(told.email).toBe('jo@example.org');
  });

  test('the names are those of the account page, empty or absent where the person gave none', async () => {
    const person = await browserOf('named@example.org');
    const scope = 'openid profile';
    const claims = async (accessToken: string) => {
      const reply = await service.get('/userinfo', { headers: { authorization: `Bearer ${accessToken}` } });
      return (await reply.json()) as object;
    };
    await person.post('/account/names', {});
    const consent = await person.begin(authorizePath(wide, challenge, { scope }));
    expect(await (await person.get(consent)).text()).toContain('none yet');
    const tokens = await newTokens(person, wide, { scope });
    expect(await tell(tokens)).toMatchObject({ handle: '', first_name: '', last_name: '' });
    expect(Object.keys(await claims(tokens.access_token)).sort()).toEqual(['profile', 'profile_id', 'sub']);
    await person.post('/account/names', {
      handle: 'mo',
      firstName: 'Mo',
      lastName: 'Salt',
      show_name: 'yes',
    });
    expect(await tell(tokens)).toMatchObject({ handle: 'mo', first_name: 'Mo', last_name: 'Salt' });
    expect(await claims(tokens.access_token)).toMatchObject({
      nickname: 'mo',
      given_name: 'Mo',
      family_name: 'Salt',
    });
    const again = await person.begin(`${authorizePath(wide, challenge, { scope })}&prompt=consent`);
    expect(await (await person.get(again)).text()).toContain('mo, Mo Salt');
  });

  test('a newcomer joins on the way, and comes back to the question', async () => {
    const newcomer = new PersonsBrowser(service);
    const consent = await newcomer.begin(authorizePath(river, challenge));
    expect(await (await newcomer.get(consent)).text()).toContain('Sign in or join');
    const joined = await newcomer.signIn('newcomer@example.org', consent);
    expect(joined.headers.get('location')).toBe(consent);
    const back = await newcomer.answer(consent);
    expect(Object.fromEntries(back.searchParams)).toEqual({
      code: expect.any(String),
      state: 'the state',
      iss: service.baseUrl,
    });
  });

  test('the answer is remembered by client and scope, and asked for again only for more', async () => {
    const ann = await browserOf('ann@example.org');
    const path = (scope: string) => authorizePath(wide, challenge, { scope });
    await ann.authorize(path('login'));
    expect(await ann.begin(path('login'))).toMatch(/^https:\/\/river\.example\/callback\?code=/);
    expect(await ann.begin(`${path('login')}&prompt=none`)).toMatch(/\?code=/);
    expect(await ann.begin(path('login email'))).toMatch(/consent$/);
    await ann.authorize(path('login email'));
    expect(await ann.begin(path('login email'))).toMatch(/\?code=/);
    expect(await ann.begin(`${path('login')}&prompt=consent`)).toMatch(/consent$/);
    expect(await ann.begin(`${path('openid')}&prompt=login`)).toMatch(/consent$/);
  });

  test.each(['select_account', 'select_account consent'])(
    'prompt=%s lets a person who agreed before take another account',
    async (prompt) => {
      const path = authorizePath(river, challenge, { prompt });
      const ann = await browserOf('ann@example.org');
      await ann.authorize(authorizePath(river, challenge));
      const consent = await ann.begin(path);
      const html = await (await ann.get(consent)).text();
      expect(html).toMatch(/ann@example\.org[^]*Use another account/);
      expect((await ann.answer(consent)).href).toMatch(/\?code=/);
      const again = await ann.begin(path);
      const next = /action="\/sign-out"[^]*?name="next" value="([^"]+)"/.exec(html)?.[1] ?? '';
      expect(next).toContain(consent);
      const out = await ann.post('/sign-out', { next: next.replace(consent, again) });
      expect(out.headers.get('location')).toContain(again);
      await ann.signIn('second@example.org', again);
      expect(await (await ann.get(again)).text()).toContain('second@example.org');
      expect((await ann.answer(again)).href).toMatch(/\?code=/);
    },
  );

  test('a public client on loopback is asked about each time: anybody could be it', async () => {
    const redirect = 'http://127.0.0.1/back';
    const app = await newClient(service, { redirects: [redirect], more: ['--public'] });
    const ann = await browserOf('ann@example.org');
    const path = authorizePath(app, challenge, { redirect_uri: redirect });
    await ann.authorize(path);
    expect(await ann.begin(path)).toMatch(/consent$/);
  });

  test('a request may be posted, also by a form of the site, to which no session is sent', async () => {
    const asked = new URLSearchParams(authorizePath(river, challenge).split('?')[1]);
    const posted = await service.postForm('/authorize', asked, {
      headers: { origin: 'https://river.example' },
    });
    expect(posted.status).toBe(303);
    const consent = await jo.begin(posted.headers.get('location') ?? '');
    expect(consent).toMatch(/consent$|^https:\/\/river\.example\/callback\?code=/);
    const long = await service.postForm('/authorize', { state: 'x'.repeat(3_000) });
    expect([long.status, await long.text()]).toEqual([413, expect.stringContaining('2000 characters')]);
  });

  test('a refusal goes back to the site, and gives nothing', async () => {
    const ben = await browserOf('ben@example.org');
    const back = await ben.answer(await ben.begin(authorizePath(river, challenge)), 'refuse');
    expect(`${back.origin}${back.pathname}`).toBe(callback);
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      error: 'access_denied',
      state: 'the state',
    });
    expect(await ben.begin(authorizePath(river, challenge))).toMatch(/consent$/);
  });

  describe('the language of the pages', () => {
    const textOf = async (reply: Promise<Response>) => (await reply).text();
    const documentOf = (lang: string) =>
      `<html lang="${lang === 'pt' ? 'pt-BR' : lang}" dir="${lang === 'ar' ? 'rtl' : 'ltr'}">`;

    test.each([
      ['that the site asks for', 'fr-CA en', 'de', 'fr', 'Se connecter ou s’inscrire'],
      ['that the browser prefers', undefined, 'nl, ar;q=0.8, de;q=0.9', 'de', 'Anmelden oder registrieren'],
      [
        'of the browser, where the site asks for one that is not there',
        'nl eu',
        'es-MX',
        'es',
        'Inicia sesión',
      ],
      ['written from the right', 'ar', undefined, 'ar', 'سجّل الدخول أو انضم'],
      ['Portuguese', undefined, 'pt-BR,pt;q=0.9', 'pt', 'Entrar ou criar perfil'],
      ['English, where none is there', 'nl', '*, xx;q=0.1, <script>, ;q=, en;q=0', 'en', 'Sign in or join'],
    ])('is the one %s', async (_, ui_locales, accepted, lang, says) => {
      const browser = new PersonsBrowser(service);
      const headers: Record<string, string> = accepted === undefined ? {} : { 'accept-language': accepted };
      const consent = await browser.begin(authorizePath(river, challenge, { ui_locales }));
      const asked = await textOf(browser.get(consent, { headers }));
      expect(asked).toContain(documentOf(lang));
      expect(asked).toContain(says);
      expect(asked).toContain(`value="${consent}?lang=${lang}"`);
    });

    test('is the one that a person chooses, from then on', async () => {
      const ida = await browserOf('ida@example.org');
      const path = authorizePath(river, challenge, { ui_locales: 'fr' });
      const consent = await ida.begin(path);
      const choose = (language: string) => ida.post('/language', { language, next: consent });
      expect((await choose('de')).headers.get('location')).toBe(consent);
      expect(await textOf(ida.get(consent))).toContain(
        'Darf <bdi translate="no">River Watch</bdi> dein Profil kennen?',
      );
      expect(await textOf(ida.get(await ida.begin(path)))).toContain(documentOf('de'));
      await choose('nl"><script>');
      expect(await textOf(ida.get(consent))).toContain(documentOf('de'));
    });

    test('is kept while somebody joins in the middle, and the mail is in it, too', async () => {
      const newcomer = new PersonsBrowser(service);
      const path = authorizePath(river, challenge, { ui_locales: 'ar' });
      const consent = await newcomer.begin(path);
      const next = `${consent}?lang=ar`;
      const sent = (email: string) => newcomer.post('/sign-in', { email, next, lang: 'ar' });
      const wrong = await textOf(sent('nobody'));
      for (const part of [documentOf('ar'), 'اكتب عنوان بريدك الإلكتروني']) expect(wrong).toContain(part);
      const on = await textOf(sent('arabic@example.org'));
      for (const part of [documentOf('ar'), 'تفقّد بريدك']) expect(on).toContain(part);
      const mail = (await service.mails()).find(({ to }) => to === 'arabic@example.org');
      expect(mail?.subject).toContain('تسجيل الدخول');
      const link = new URL(mail?.links[0] ?? '').pathname;
      const welcome = await textOf(newcomer.get(link));
      for (const part of [documentOf('ar'), 'أهلًا بك', '<bdi translate="no">arabic@example.org</bdi>'])
        expect(welcome).toContain(part);
      const young = await newcomer.post(link, {});
      expect([young.status, await young.text()]).toEqual([
        400,
        expect.stringContaining('إنشاء ملفي الشخصي <small>عمري 16 سنة أو أكثر</small>'),
      ]);
      const joined = await newcomer.post(link, { of_age: 'yes' });
      expect(joined.headers.get('location')).toBe(next);
      expect(await textOf(newcomer.get(next))).toContain(
        'هل تعرّف <bdi translate="no">River Watch</bdi> بملفك الشخصي؟',
      );
      expect((await newcomer.answer(next)).searchParams.has('code')).toBe(true);
    });

    test('is the one of the browser where no request is under way', async () => {
      const headers = { 'accept-language': 'de' };
      const over = await textOf(service.get('/authorize/nothing/consent', { headers }));
      expect(over).toContain('Diese Anfrage ist vorbei');
    });
  });

  test('the page may not be framed, and its form leads to the site and nowhere else', async () => {
    const cy = await browserOf('cy@example.org');
    const consent = await cy.get(await cy.begin(authorizePath(river, challenge)));
    const policy = consent.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("form-action 'self' https://river.example;");
    expect(policy).toContain("frame-ancestors 'none'");
    const html = await consent.text();
    for (const part of ['River Watch', 'https://river.example', 'cy@example.org'])
      expect(html).toContain(part);
  });

  test('a form of another site is refused', async () => {
    const dan = await browserOf('dan@example.org');
    const consent = await dan.begin(authorizePath(river, challenge));
    const account = /name="account" value="(\d+)"/.exec(await (await dan.get(consent)).text())?.[1] ?? '';
    const reply = await dan.get(consent, {
      method: 'POST',
      body: new URLSearchParams({ account, answer: 'allow' }),
      headers: { origin: 'https://evil.example' },
    });
    expect(reply.status).toBe(403);
  });

  test('a link to a request of somebody else is over: their person would be authorized for us', async () => {
    const attacker = new PersonsBrowser(service);
    const consent = await attacker.begin(authorizePath(river, challenge));
    const victim = await browserOf('victim@example.org');
    expect(await (await victim.get(consent)).text()).toContain('This request has expired');
    const posted = await victim.post(consent, { account: '1', answer: 'allow' });
    expect([posted.status, await posted.text()]).toEqual([
      400,
      expect.stringContaining('This request has expired'),
    ]);
    expect((await victim.get(consent.replace('/consent', ''))).headers.get('location')).toBeNull();
  });

  test('whoever is signed in when the answer arrives is asked themselves', async () => {
    const shared = await browserOf('first@example.org');
    const consent = await shared.begin(authorizePath(river, challenge));
    const html = await (await shared.get(consent)).text();
    const account = /name="account" value="(\d+)"/.exec(html)?.[1] ?? '';
    await shared.post('/sign-out', {});
    await shared.signIn('second@example.org');
    const answered = await shared.post(consent, { account, answer: 'allow' });
    expect([answered.status, await answered.text()]).toEqual([
      200,
      expect.stringContaining('second@example.org'),
    ]);
    const back = await shared.answer(consent);
    expect(back.searchParams.get('code')).not.toBeNull();
  });

  test('a person who is no longer signed in on the way back gets no code', async () => {
    const shared = await browserOf('third@example.org');
    const consent = await shared.begin(authorizePath(river, challenge));
    const html = await (await shared.get(consent)).text();
    const account = /name="account" value="(\d+)"/.exec(html)?.[1] ?? '';
    const answered = await shared.post(consent, { account, answer: 'allow' });
    await shared.post('/sign-out', {});
    const back = await shared.get(answered.headers.get('location') ?? '');
    expect(back.headers.get('location')).toBe(consent);
  });

  test('OpenID Connect: discovery, keys, an ID token and userinfo', async () => {
    const eve = await browserOf('eve@example.org');
    for (const path of ['openid-configuration', 'oauth-authorization-server']) {
      const said = (await (await service.get(`/.well-known/${path}`)).json()) as Record<string, unknown>;
      expect(said).toMatchObject({
        issuer: service.baseUrl,
        authorization_endpoint: `${service.baseUrl}/authorize`,
        token_endpoint: `${service.baseUrl}/token`,
        response_modes_supported: ['query'],
        prompt_values_supported: ['none', 'login', 'select_account', 'consent'],
        authorization_response_iss_parameter_supported: true,
      });
    }
    const { keys } = (await (await service.get('/.well-known/jwks.json')).json()) as { keys: object[] };
    expect(keys).toHaveLength(1);
    expect(keys[0]).not.toHaveProperty('d');
    const tokens = await newTokens(eve, wide, { scope: 'openid email', nonce: 'once' });
    const claims = JSON.parse(
      Buffer.from(tokens.id_token?.split('.')[1] ?? '', 'base64url').toString(),
    ) as object;
    expect(claims).toMatchObject({ iss: service.baseUrl, aud: wide.client_id, nonce: 'once' });
    const reply = await service.get('/userinfo', {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    expect(await reply.json()).toMatchObject({ email: 'eve@example.org', email_verified: true });
  });

  test('the tokens of a client that the operator disables end at once, and it within a second', async () => {
    const client = await newClient(service);
    const tokens = await newTokens(await browserOf('fay@example.org'), client);
    await tell(tokens);
    const { json } = await service.operator('oauth-client', 'disable', client.client_id);
    expect(json).toMatchObject({ result: 'success', ended: 1 });
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    expect((await service.get('/api/user_info', { headers })).status).toBe(401);
    const refresh = async () =>
      (await exchange(service, client, { grant_type: 'refresh_token', ...tokens })).status;
    expect(await refresh()).toBeOneOf([400, 401]);
    // The client is cached for a second.
    await expect.poll(refresh).toBe(401);
  });

  test('the page of the person lists the site, and revoking it there ends its tokens at once', async () => {
    const ivy = await browserOf('ivy@example.org');
    const tokens = await newTokens(ivy, wide, { scope: 'login email' });
    const mine = await (await ivy.get('/account')).text();
    expect(mine).toContain('Sites that know your profile');
    expect(mine).toContain('sees the number of your profile and your email address');
    // To the minute: a request of now is the last one, and not that of a year ago.
    const yearAgo = Date.now() - 365 * 24 * 3_600_000;
    await rows(
      service,
      `update oauth_consents set used_at = ${yearAgo} where client_id = '${wide.client_id}'`,
    );
    const lastYear = new Date(yearAgo).toISOString();
    expect(await (await ivy.get('/account')).text()).toContain(lastYear);
    await tell(tokens);
    // The time is written after the reply.
    await expect.poll(async () => (await ivy.get('/account')).text()).not.toContain(lastYear);
    const other = await newTokens(await browserOf('jan@example.org'), wide);
    expect((await ivy.post('/me/sites/revoke', { id: wide.client_id })).status).toBe(303);
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    expect((await service.get('/api/user_info', { headers })).status).toBe(401);
    const refreshed = await exchange(service, wide, { grant_type: 'refresh_token', ...tokens });
    expect(refreshed.status).toBe(400);
    expect(await (await ivy.get('/account')).text()).not.toContain('Sites that know your profile');
    expect(await ivy.begin(authorizePath(wide, challenge))).toMatch(/consent$/);
    // Somebody else's authorization of the same site goes on.
    await tell(other);
  });

  test('a rotated secret ends the old one, at once or after a while', async () => {
    const client = await newClient(service);
    const gil = await browserOf('gil@example.org');
    const rotate = async (...more: string[]) =>
      (await service.operator<Client>('oauth-client', 'rotate', client.client_id, ...more)).json;
    const works = async (secret: Client) =>
      (await exchange(service, secret, await newCode(gil, client))).status;
    const second = await rotate('--after', '24');
    await expect.poll(() => works(second)).toBe(200);
    expect(await works(client)).toBe(200);
    await rows(service, 'update oauth_clients set former_until = 1 returning client_id');
    await expect.poll(() => works(client)).toBe(401);
    const third = await rotate();
    await expect.poll(() => works(third)).toBe(200);
    expect(await works(second)).toBe(401);
  });

  test('nothing at rest works as a token, or says one', async () => {
    const tokens = await newTokens(await browserOf('hal@example.org'), wide, { scope: 'openid email' });
    const stored = JSON.stringify([
      await rows(service, 'select * from oauth_artifacts'),
      await rows(service, 'select * from oauth_clients'),
      await rows(service, 'select * from oauth_signing_keys'),
    ]);
    for (const secret of [
      tokens.access_token,
      tokens.refresh_token,
      wide.client_secret,
      'hal@example.org',
      '"kty"',
    ])
      expect(stored).not.toContain(secret);
    expect(await count(service, 'oauth_artifacts')).toBeGreaterThan(5);
    for (const secret of [tokens.access_token, tokens.refresh_token, wide.client_secret])
      expect(service.log()).not.toContain(secret);
  });
});
