/** Fills a store so that pages show their forms: a project that awaits review, a draft, a widget, a consent. */
import { createHash } from 'node:crypto';
import type { RunningService } from '../set-up/service/running-service.ts';
import type { People } from './people.ts';
import type { Known } from './values.ts';

/** Returns the paths of pages to which no other page has a link. */
export async function fill(service: RunningService, people: People, known: Known): Promise<string[]> {
  const key = known.keys[0] ?? '';
  let forms = 0;
  /** A button's form works once. */
  const form = () => `${forms++}`.padStart(43, 'f');
  await service.postJson('/api/record_event', {
    key,
    project_id: 11,
    profile_id: known.profiles[0],
    type: 'classification',
    count: 3,
  });
  await service.postJson('/api/project/add', {
    key,
    name: 'Ants at Work',
    description: 'Counts ants.',
    origin: 'x',
    url: 'https://ants.example',
    contact_email: 'contact@example.org',
  });
  await people.send('owner', '/widgets', { once: form(), name: 'Ours', embed: 'finder' });
  await people.send('owner', '/project/11/webhook', {
    form: form(),
    act: 'set',
    address: 'https://hooks.example/x',
  });
  await people.send('owner', '/project/11/people/invite', { form: form(), email: 'known@example.org' });
  await people.send('owner', '/api/key', { form: form(), name: 'Server', record: 'yes' });
  await people.send('owner', '/project/11/stats/notes', { day: '2026-05-01', text: 'A note' });
  await people.send('participant', '/project/11/follow', {});
  await people.send('participant', '/me/certificates', { name: 'A Person' });
  await people.send('participant', '/account/addresses', { email: 'second@example.org' });
  const confirming = await people.mailed('second@example.org', '/account/addresses/');
  await people.send('participant', confirming ?? '/', {});
  await people.send('stranger', '/sign-in', { email: 'fresh@example.org' });
  const draft = await people.send('owner', '/add', { url: 'http://bench.invalid/' });
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: known.client.id,
    redirect_uri: known.client.redirect,
    scope: 'login',
    state: 'state',
    code_challenge_method: 'S256',
    code_challenge: createHash('sha256').update('verifier').digest('base64url'),
  });
  const consent = await people.send('participant', `/authorize?${query}`);
  const paths = [draft, consent].map(({ headers }) => headers.get('location') ?? '/');
  return [
    ...paths.map((path) => path.replace(service.baseUrl, '')),
    '/review/14',
    '/operator/projects?project=11',
    '/me/certificates?from=2026-01-01',
    '/me/disclaim?project_id=11',
    '/me/remove?project_id=11',
    '/project/11/origin?origin=https://more.example',
    '/project/11/origin/remove?origin=https://birds.example',
  ];
}
