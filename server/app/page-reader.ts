/** Reads pages of other people's servers in a thread: nobody knows what the worst of them costs. */
import { Worker } from 'node:worker_threads';
import type { FetchedPage } from '../http/outgoing/fetch-guarded.ts';
import { Refusal } from '../http/refusal.ts';
import { networksOf } from '../limits/network.ts';
import type { UnreadPage } from '../process/page-thread.ts';
import type { Suggested } from '../projects/adding/read-page.ts';
import { JobQueue } from '../threads/job-queue.ts';
import { idleMilliseconds, Thread } from '../threads/thread.ts';
import type { CheckedPage } from '../widgets/check/check.ts';

/** Milliseconds for one page; the worst that are known take 60. */
const longest = 3000;
/** Pages that may wait in total; one address may have an eighth of them. */
const max = 16;
/** V8 ends a thread that exceeds its heap; the service goes on. */
const resourceLimits = { maxOldGenerationSizeMb: 128 };

const unreadable = () =>
  new Refusal(
    'too_large',
    `Reading the page took more than ${longest / 1000} seconds or too much memory, so it was ended. Name a page with less on it.`,
  );

export type PageReader = ReturnType<typeof pageReader>;

/** One thread for the check of embeds and for the first form of a project. */
export function pageReader() {
  const thread = new Thread<UnreadPage>(
    'page reader',
    () => new Worker(new URL('./read-page.js', import.meta.url), { resourceLimits }),
    idleMilliseconds,
  );
  const queue = new JobQueue(thread, { what: 'pages', max, longest, tooLong: unreadable });
  const read = async <Answer>(
    { url, ...page }: FetchedPage,
    ip: string,
    checkFor?: string,
  ): Promise<Answer> => {
    const unread = { ...page, url: url.href, ...(checkFor !== undefined && { checkFor }) };
    try {
      return await queue.run<Answer>(unread, networksOf(ip));
    } catch (error) {
      // Its memory was full.
      throw (error as { code?: string }).code === 'PAGE_READER_GONE' ? unreadable() : error;
    }
  };
  return {
    check: (page: FetchedPage, baseUrl: string, ip: string) => read<CheckedPage>(page, ip, baseUrl),
    suggest: (page: FetchedPage, ip: string) => read<Suggested>(page, ip),
  };
}
