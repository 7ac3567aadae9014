/** No form tells a member's address from a stranger's: not by status, headers or words, on both engines. */
import { beforeAll, describe, expect, test } from 'vitest';
import { unlimited } from '../set-up/running-service.ts';
import { engines, type Service } from '../set-up/start-service.ts';
import { mailedLink, post, projects, rows, send, signIn, startScene } from './scene.ts';

const { frogs } = projects;

describe.each(engines)('user enumeration on %s', (engine) => {
  let service: Service;
  let owner: string;
  let path: string;

  beforeAll(async () => {
    ({ service } = await startScene(engine, unlimited));
    await service.operator('manager', String(frogs.id), 'asker@enum.example');
    owner = await signIn(service, 'asker@enum.example');
    path = (await service.get(`/project/${frogs.id}`)).headers.get('location') ?? '';
  });

  /** All of a reply but what differs between any two: the date, rate limits, random tokens, and the address itself. */
  const seen = async (reply: Response, address: string) => {
    const ignored = ['date', 'ratelimit', 'keep-alive', 'etag', 'content-length'];
    const headers = [...reply.headers].filter(([name]) => !ignored.includes(name));
    const text = (await reply.text())
      .replaceAll(address, 'ADDRESS')
      .replaceAll(/\/sign-in\/[\w-]{20,}/g, '/sign-in/TOKEN')
      .replace(/"flow":"[^"]+"/, '"flow":"FLOW"');
    return [reply.status, headers, text];
  };

  test.each<[string, (address: string) => Promise<Response>]>([
    ['signing in', (email) => post(service, '/sign-in', { email })],
    [
      'signing in on the way to another page',
      (email) => post(service, '/sign-in', { email, next: '/account' }),
    ],
    ['adding an address', (email) => post(service, '/account/addresses', { email }, owner)],
    ['a guardian who lost the mail', (email) => post(service, '/guardian', { email })],
    ['inviting a co-manager', (email) => post(service, `${path}/people/invite`, { email }, owner)],
    [
      'joining in the message',
      (address) =>
        send(service, '/embed/join', { project_id: frogs.id, address, of_age: true }, frogs.origin),
    ],
    [
      'naming a guardian',
      async (email) => {
        const pupil = 'pupil@enum.example';
        await rows(service, 'delete from tallies');
        await post(service, '/sign-in', { email: pupil });
        return post(service, `${await mailedLink(service, pupil)}/guardian`, { email });
      },
    ],
  ])('%s', async (what, ask) => {
    const [member, stranger] = ['member', 'stranger'].map(
      (who) => `${who}-${what.replaceAll(' ', '-')}@enum.example`,
    ) as [string, string];
    await signIn(service, member);
    const shown = [await seen(await ask(member), member), await seen(await ask(stranger), stranger)];
    expect(shown[0]).toEqual(shown[1]);
    expect([200, 303]).toContain(shown[0]?.[0]);
  });
});
