/** A person authorizes a site (OAuth 2) in any engine: joining on the way, another account, a form of another site. */
import { expect } from 'vitest';
import { type Client, newClient } from '../server/scene.ts';
import { authorizePath, exchange, newPkce } from '../set-up/service/authorize.ts';
import type { Service } from '../set-up/service/start-service.ts';
import { ours } from './network.ts';
import { combinations, type EngineScene } from './scene.ts';
import { ask, press, says, type Tab, textOf, until } from './tab.ts';
import { joinByMail } from './journey-steps.ts';

const { verifier, challenge } = newPkce();

/** The address of the account whose profile the site gets with the code that is in the tab's address. */
async function authorizedAt(tab: Tab, service: Service, client: Client, redirect_uri: string) {
  const here = () => ask(tab, () => location.href);
  await until('code', async () => (await here()).includes('code='), tab);
  const { searchParams } = new URL(await here());
  expect([searchParams.get('state'), searchParams.get('iss')]).toEqual(['the state', ours]);
  const code = searchParams.get('code') ?? '';
  const proof = { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri };
  const reply = await exchange(service, client, proof);
  expect(reply.status).toBe(200);
  const { access_token: token } = (await reply.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${token}` };
  const claims = await (await service.get('/api/user_info', { headers })).json();
  return (claims as { email?: string }).email;
}

/** `place`: of a partner with https and no policy; its page is where the person comes back. */
export async function authorizing(tab: Tab, place: EngineScene) {
  const { service, name } = place;
  const redirect_uri = place.page('message', { project_id: 11 }).replace(/\?.*/, 'callback');
  const scopes = ['login', 'email'].flatMap((scope) => ['--scope', scope]);
  const client = await newClient(service, { redirects: [redirect_uri], more: scopes });
  /** Leaves the partner's page for ours; `open` cannot, because Firefox's waits for exactly its address. */
  const begin = async (more = '') => {
    await tab.open(place.page('message', { project_id: 11 }));
    const path = authorizePath(client, challenge, { redirect_uri, scope: 'login email' });
    await ask(tab, (to) => void setTimeout(() => location.assign(to)), ours + path + more);
  };
  const [first, second] = [`joins-${name}@example.org`, `other-${name}@example.org`];

  // Without an account: joining leads back to the question.
  await begin();
  await says(tab, 'Sign in or join');
  await joinByMail(tab, service, first);
  await says(tab, 'Share your profile with River Watch');
  expect(await textOf(tab)).toContain(first);
  await press(tab, 'Allow');
  expect(await authorizedAt(tab, service, client, redirect_uri)).toBe(first);

  // The answer is remembered.
  await begin();
  expect(await authorizedAt(tab, service, client, redirect_uri)).toBe(first);

  // Another account in the same browser is asked itself.
  await begin('&prompt=consent');
  await press(tab, 'Use another account');
  await says(tab, 'Sign in or join');
  await joinByMail(tab, service, second);
  await says(tab, 'Share your profile with River Watch');
  expect(await textOf(tab)).toContain(second);
  const consent = await ask(tab, () => location.pathname);
  await press(tab, 'Allow');
  expect(await authorizedAt(tab, service, client, redirect_uri)).toBe(second);

  // A form of another site answers for nobody.
  await begin('&prompt=consent');
  await says(tab, 'Share your profile with River Watch');
  const asked = await ask(tab, () => location.href);
  expect(new URL(asked).pathname).not.toBe(consent);
  await tab.open(place.page('message', { project_id: 11 }));
  await ask(
    tab,
    (action) => {
      const form = Object.assign(document.createElement('form'), { method: 'post', action });
      form.innerHTML = '<input name="answer" value="allow"><input name="account" value="1">';
      document.body.append(form);
      setTimeout(() => form.submit());
    },
    asked,
  );
  await says(tab, 'This form was sent from another site');

  // A refusal goes back to the site.
  await begin('&prompt=consent');
  await says(tab, 'Share your profile with River Watch');
  await press(tab, 'Refuse');
  await until('refusal', async () => (await ask(tab, () => location.search)).includes('error=access_denied'));
}

/** The combination whose partner takes part in it. */
export const authorizingAt = combinations[0] as (typeof combinations)[number];
