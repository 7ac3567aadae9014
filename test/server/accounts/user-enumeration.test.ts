/**
 * No form tells a member's address from a stranger's: not by status, headers or words, and not by the time that it
 * takes. Times depend on the load of the machine, so the work before the reply is compared, statement by statement.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { factsOf, type Span, startCollector } from '../../set-up/service/peers/span-collector.ts';
import { unlimited } from '../../set-up/service/running-service.ts';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import { begin, filled, register } from '../projects/registering.ts';
import { mailedLink, post, projects, rows, send, signIn, startScene } from '../scene.ts';

const { frogs } = projects;

describe.each(engines)('user enumeration on %s', (engine) => {
  let service: Service;
  let owner: string;
  let path: string;
  let starting: number;
  let draft: Awaited<ReturnType<typeof begin>>;
  let collector: Awaited<ReturnType<typeof startCollector>>;

  beforeAll(async () => {
    collector = await startCollector();
    const traces = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '50' };
    ({ service } = await startScene(engine, { ...unlimited, ...traces }));
    await service.operate('manager', String(frogs.id), 'asker@enum.example');
    owner = await signIn(service, 'asker@enum.example');
    path = (await service.get(`/project/${frogs.id}`)).headers.get('location') ?? '';
    const soon = { status: 'starting', preregistration: 'yes', where: 'anywhere' };
    starting = await register(service, owner, 'Soon At The Pond', soon);
    await service.operate('publish', String(starting));
    draft = await begin(service, 'http://enum.invalid/');
    const written = filled('Written Without An Account', { where: 'anywhere', act: 'preview' });
    expect((await post(service, draft.path, written, draft.cookie)).status).toBe(303);
  });

  /** All of a reply but what differs between any two: the date, rate limits, random tokens, and the address itself. */
  const seen = async (reply: Response, address: string) => {
    const ignored = ['date', 'ratelimit', 'keep-alive', 'etag', 'content-length'];
    const headers = [...reply.headers].filter(([name]) => !ignored.includes(name));
    const text = (await reply.text())
      .replaceAll(address, 'ADDRESS')
      .replaceAll(/\/sign-in\/[\w-]{20,}/g, '/sign-in/TOKEN')
      .replace(/name="secret" value="[^"]+"/, 'SECRET')
      .replace(/<bdi[^>]*>\d{3} \d{3}<\/bdi>/, 'DIGITS')
      .replace(/"flow":"[^"]+"/, '"flow":"FLOW"');
    return [reply.status, headers, text];
  };

  /** The questions, first about the member and then about the stranger, and when. */
  const asked: { what: string; route: string; from: number; to: number }[] = [];

  /**
   * The statements of each request of a route in a time, in the order in which they ended: the clocks of statements and
   * requests differ by a millisecond.
   */
  const workOf = ({ route, from, to }: (typeof asked)[number]) => {
    const spans = collector.spans();
    const began = ({ startTimeUnixNano: start }: Span) => Number(BigInt(start) / 1_000_000n);
    return spans
      .filter((span) => span.kind === 2 && factsOf(span)['http.route'] === route)
      .filter((span) => began(span) >= from && began(span) <= to)
      .sort((one, other) => (BigInt(one.startTimeUnixNano) < BigInt(other.startTimeUnixNano) ? -1 : 1))
      .map((request) => {
        const names = spans
          .filter(({ traceId, kind }) => traceId === request.traceId && kind === 3)
          .map(({ name }) => name);
        // From the mail on, its queue works next to the request, in its own time, and for both.
        const mailed = names.findIndex((name) => name.endsWith(' mails'));
        return names.slice(0, mailed < 0 ? undefined : mailed + 1).sort();
      });
  };

  test.each<[string, string, (address: string) => Promise<Response>]>([
    ['signing in', '/sign-in', (email) => post(service, '/sign-in', { email })],
    [
      'signing in on the way to another page',
      '/sign-in',
      (email) => post(service, '/sign-in', { email, next: '/account' }),
    ],
    [
      'adding an address',
      '/account/addresses',
      (email) => post(service, '/account/addresses', { email }, owner),
    ],
    ['a guardian who lost the mail', '/guardian', (email) => post(service, '/guardian', { email })],
    [
      'inviting a co-manager',
      '/project/:project/people/invite',
      (email) => post(service, `${path}/people/invite`, { email }, owner),
    ],
    [
      'joining in the message',
      '/embed/join',
      (address) =>
        send(service, '/embed/join', { project_id: frogs.id, address, of_age: true }, frogs.origin),
    ],
    [
      'registering a project without an account',
      '/add/:draft/send',
      (email) => post(service, `${draft.path}/send`, { email }, draft.cookie),
    ],
    [
      'asking for a mail when a project starts',
      '/project/:project/tell-me',
      (email) => post(service, `/project/${starting}/tell-me`, { email }),
    ],
    [
      'naming a guardian',
      '/sign-in/:token/guardian',
      async (email) => {
        const pupil = 'pupil@enum.example';
        await rows(service, 'delete from tallies');
        await post(service, '/sign-in', { email: pupil });
        return post(service, `${await mailedLink(service, pupil)}/guardian`, { email });
      },
    ],
  ])('%s', async (what, route, ask) => {
    const [member, stranger] = ['member', 'stranger'].map(
      (who) => `${who}-${what.replaceAll(' ', '-')}@enum.example`,
    ) as [string, string];
    await signIn(service, member);
    const from = Date.now();
    const shown = [await seen(await ask(member), member), await seen(await ask(stranger), stranger)];
    asked.push({ what, route, from, to: Date.now() });
    // The next scenario signs in, too, and not in the same millisecond.
    await sleep(2);
    expect(shown[0]).toEqual(shown[1]);
    expect([200, 303]).toContain(shown[0]?.[0]);
  });

  // Last: the service sends its remaining spans when it stops.
  test('each form does the same work for both before it replies', async () => {
    await service.stop();
    for (const one of asked) {
      const [forMember, forStranger, ...more] = workOf(one);
      expect([one.what, (forMember ?? []).length > 0, more]).toEqual([one.what, true, []]);
      expect([one.what, forStranger]).toEqual([one.what, forMember]);
    }
    expect(asked.length).toBeGreaterThanOrEqual(9);
  });
});
