/** Changes at one process, each with a question by which the other shows that it knows. */
import type { Service } from '../set-up/service/start-service.ts';
import { joinFrom, post, projects, send, signIn } from '../server/scene.ts';

const { frogs, stars } = projects;

type Scenario = (
  here: Service,
  there: Service,
) => Promise<{
  act: () => Promise<unknown>;
  asked: () => Promise<number>;
  /** The answer once the other process knows; before, it is another one. */
  expected: number;
}>;

const operator = async (service: Service, ...words: string[]) => await service.operate(...words);

/** The status of a page for somebody who is signed in, or not. */
const statusOf = async (service: Service, path: string, cookie = ''): Promise<number> =>
  (await service.get(path, { headers: { cookie } })).status;

const tools = `/project/${frogs.id}-frog-watch/tools`;

export const seenElsewhere: Record<string, Scenario> = {
  'a project is hidden': async (here, there) => ({
    act: () => operator(here, 'hide', String(stars.id)),
    asked: () => statusOf(there, `/project/${stars.id}-star-atlas`),
    expected: 404,
  }),

  'a session is ended': async (here, there) => {
    const cookie = await signIn(here, 'ending@example.org');
    return {
      act: () => post(here, '/sign-out', {}, cookie),
      asked: () => statusOf(there, '/me', cookie),
      expected: 303,
    };
  },

  'a manager is removed': async (here, there) => {
    const cookie = await signIn(here, 'helping@example.org');
    await operator(here, 'manager', String(frogs.id), 'helping@example.org');
    return {
      act: () => operator(here, 'remove-manager', String(frogs.id), 'helping@example.org'),
      asked: () => statusOf(there, tools, cookie),
      expected: 403,
    };
  },

  'a person becomes an editor': async (here, there) => {
    const cookie = await signIn(here, 'editing@example.org');
    return {
      act: () => operator(here, 'role', 'editing@example.org', 'editor'),
      asked: () => statusOf(there, '/review', cookie),
      expected: 200,
    };
  },

  'the origin of a site is removed': async (here, there) => {
    const { grant } = await joinFrom(here, frogs, 'joining@example.org');
    const report = { project_id: frogs.id, grant, type: 'collection', event_id: 'v'.repeat(22) };
    return {
      act: () => operator(here, 'origins', String(frogs.id), '--remove', frogs.origin),
      asked: async () => (await send(there, '/embed/record', report, frogs.origin)).status,
      expected: 403,
    };
  },

  'mail is in the outbox of development': async (here, there) => {
    const address = 'writing@example.org';
    const mailed = async () => (await there.mails()).filter(({ to }) => to === address).length;
    return { act: () => post(here, '/sign-in', { email: address }), asked: mailed, expected: 1 };
  },
};
