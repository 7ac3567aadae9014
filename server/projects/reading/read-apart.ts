/** Reads long project bodies in a thread: an outline of 100,000 points takes half a second. */
import { Worker } from 'node:worker_threads';
import type { UnreadBody } from '../../http/bodies/body.ts';
import { networksOf } from '../../limits/network.ts';
import { Refusal } from '../../http/refusal.ts';
import { JobQueue } from '../../threads/job-queue.ts';
import { idleMilliseconds, Thread } from '../../threads/thread.ts';
import type { SentProject } from './read-sent.ts';
import type { ReadApart, Unread } from './read-thread.ts';

const longestSeconds = 10;
/** Bodies that may wait in total; one address may have an eighth of them. */
const max = 64;

const tooLong = () =>
  new Refusal(
    'too_large',
    `Reading this body took longer than ${longestSeconds} seconds, so it was ended; simplify the outline in regions, or send less.`,
  );

/** V8 ends a thread that exceeds its heap; the service goes on. */
const resourceLimits = { maxOldGenerationSizeMb: 512 };

type GivenBody = UnreadBody & Pick<Unread, 'contact'>;

/** Like `readSent`, but also refuses if too many bodies wait, or if a body takes too long. */
export function apartReader(): (body: GivenBody, ip: string) => Promise<SentProject> {
  const thread = new Thread<Unread>(
    'project reader',
    () => new Worker(new URL('./read-project.js', import.meta.url), { resourceLimits }),
    idleMilliseconds,
  );
  const queue = new JobQueue(thread, { what: 'long bodies', max, longest: longestSeconds * 1000, tooLong });
  return async ({ onAlias, ...unread }, ip) => {
    const read = await queue.run<ReadApart>(unread, networksOf(ip));
    if (read.isAlias) onAlias();
    if ('sent' in read) return read.sent;
    const { code, message, fields } = read.refused;
    throw new Refusal(code, message, { fields });
  };
}
