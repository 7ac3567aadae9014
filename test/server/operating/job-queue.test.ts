/**
 * A thread that hangs, crashes or is overloaded. It is a thread of the test, because no request is known that does this
 * to one of the service's.
 */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterEach, expect, test } from 'vitest';
import type { Network, Networks } from '../../../server/limits/network.ts';
import { Refusal } from '../../../server/http/refusal.ts';
import { JobQueue } from '../../../server/threads/job-queue.ts';
import { Thread } from '../../../server/threads/thread.ts';
import type { Told } from '../../set-up/hostile/failing-thread.ts';

const threads: Thread<Told>[] = [];
afterEach(() => Promise.all(threads.splice(0).map((thread) => thread.end())));

const here: Networks = [{ name: '192.0.2.1', weight: 1 }];
const there: Networks = [{ name: '192.0.2.2', weight: 1 }];
const wide: Networks = [
  { name: '2001:db8:0:1::/64', weight: 1 },
  { name: '2001:db8::/48', weight: 16 },
];

const newThread = (idle?: number): Thread<Told> => {
  const thread = new Thread<Told>(
    'odd',
    () =>
      new Worker(new URL('../../set-up/hostile/failing-thread.ts', import.meta.url), {
        resourceLimits: { maxOldGenerationSizeMb: 32 },
        // V8 prints this when the memory is full.
        stderr: true,
      }),
    idle,
  );
  threads.push(thread);
  return thread;
};
const queueOf = (max: number, longest = 20_000) =>
  new JobQueue(newThread(), {
    what: 'jobs',
    max,
    longest,
    tooLong: () => new Refusal('too_large', 'too long'),
  });
type Queue = ReturnType<typeof queueOf>;

/** The result of a job: its answer, or the code of its error. */
const outcome = (queue: Queue, told: Told, from = here) =>
  queue.run<string>(told, from).catch((error: unknown) => (error as { code?: string }).code ?? String(error));
const answer = (say: string): Told => ({ act: 'answer', say });

test('jobs are answered in the order in which they came', async () => {
  const queue = queueOf(16);
  const answered: string[] = [];
  const jobs = ['one', 'two'].map(async (say) => answered.push(await outcome(queue, answer(say))));
  await Promise.all(jobs);
  expect(answered).toEqual(['one', 'two']);
});

test('an error of a job is thrown to its caller only', async () => {
  const queue = queueOf(16);
  const both = [outcome(queue, { act: 'throw', say: 'no' }), outcome(queue, answer('yes'))];
  expect(await Promise.all(both)).toEqual(['Error: no', 'yes']);
});

test.each(['exit', 'fill'] as const)(
  'a thread that ends by %s takes its job along, and no other',
  async (act) => {
    const queue = queueOf(16);
    const both = [outcome(queue, { act }), outcome(queue, answer('yes'))];
    expect(await Promise.all(both)).toEqual(['ODD_GONE', 'yes']);
  },
);

test('a job that takes too long is refused, and the next one gets a new thread', async () => {
  const queue = queueOf(16, 1000);
  const both = [outcome(queue, { act: 'hang' }), outcome(queue, answer('yes'))];
  expect(await Promise.all(both)).toEqual(['too_large', 'yes']);
});

test('one network has an eighth of the places, and others have theirs', async () => {
  const queue = queueOf(16);
  const from = (networks: Networks) => ['a', 'b', 'c'].map((say) => outcome(queue, answer(say), networks));
  const [ours, theirs] = [from(here), from(there)];
  expect(await Promise.all(ours)).toEqual(['a', 'b', 'too_many']);
  expect(await Promise.all(theirs)).toEqual(['a', 'b', 'too_many']);
  // Places are free again.
  expect(await outcome(queue, answer('d'))).toBe('d');
});

test('a wide network has no more than half of the places', async () => {
  const queue = queueOf(4);
  const from = (n: number) =>
    outcome(queue, answer('yes'), [{ ...wide[0], name: `${n}` }, wide[1] as Network]);
  expect(await Promise.all([from(1), from(2), from(3)])).toEqual(['yes', 'yes', 'too_many']);
});

test('jobs beyond the places are refused for every network', async () => {
  const queue = queueOf(2);
  const from = (n: number) => outcome(queue, answer('yes'), [{ name: `${n}`, weight: 1 }]);
  expect(await Promise.all([from(1), from(2), from(3)])).toEqual(['yes', 'yes', 'busy']);
});

test('questions of one turn are sent together and are each answered', async () => {
  const thread = newThread();
  const asked = ['a', 'b', 'c'].map((say) => thread.askTogether<string>(answer(say)));
  expect(await Promise.all(asked)).toEqual(['a', 'b', 'c']);
});

test('an idle thread ends, and the next question starts another', async () => {
  const thread = newThread(100);
  expect(await thread.ask(answer('one'))).toBe('one');
  const first = thread.worker;
  const ended = once(first as Worker, 'exit');
  expect(await thread.ask(answer('two'))).toBe('two');
  expect(thread.worker).toBe(first);
  await ended;
  expect(thread.worker).toBeUndefined();
  expect(await thread.ask(answer('three'))).toBe('three');
});

test('what is asked while an idle thread ends gets its answer', async () => {
  const thread = newThread(1);
  for (let round = 0; round < 20; round++) {
    await sleep(round % 3);
    const say = String(round);
    expect(await Promise.all([thread.ask(answer(say)), thread.askTogether(answer(say))])).toEqual([say, say]);
  }
});
