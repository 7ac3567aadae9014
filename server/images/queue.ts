/**
 * Fetches wanted images, two at a time, beside the requests. What is wanted stands in the store, written
 * with the project itself: a restart loses nothing, and of several processes one takes each.
 */
import { isAway } from '../db/store.ts';
import { FetchFault, type FetchGuarded } from '../http/fetch-guarded.ts';
import type { Log } from '../http/log.ts';
import { imageDecoder } from './decode-apart.ts';
import type { ImageWhy } from './faults.ts';
import type { ImageJob, ImageStore } from './store.ts';

/** How soon an image is looked for that another process, or the operator's tool, has asked for. */
const lookEvery = 1_000;

/** So many at once. */
const lanes = 2;

/** After a fault that may pass: a minute, ten minutes, an hour, six hours; then the owner has to ask. */
const pauses = [60_000, 600_000, 3_600_000, 6 * 3_600_000];

export type ImageQueue = ReturnType<typeof imageQueue>;

/** `show` gives a project its picture, or takes it; not where it names another image by now. */
export function imageQueue(
  images: ImageStore,
  fetchGuarded: FetchGuarded,
  show: (projectId: number, url: string, picture: string) => Promise<void>,
  log: Log,
) {
  const decoder = imageDecoder();

  const work = async (job: ImageJob): Promise<void> => {
    // Begun so often without an end: an image that ends the process is not tried for ever.
    const isHopeless = job.tries > pauses.length + 1;
    const why = isHopeless ? { why: 'broken' as const, mayPass: false } : await fetched(job);
    if (why === undefined) return images.end(job, null, Date.now());
    const pause = why.mayPass ? pauses[job.tries - 1] : undefined;
    if (pause === undefined) {
      await show(job.project_id, job.url, '');
      await images.end(job, why.why, Date.now());
    } else await images.postpone(job, why.why, Date.now() + pause);
  };

  const fetched = async (job: ImageJob): Promise<{ why: ImageWhy; mayPass: boolean } | undefined> => {
    try {
      const picture = await decoder.decode(await fetchGuarded(job.url));
      if (typeof picture === 'string') return { why: picture, mayPass: false };
      await images.keep(picture, Date.now());
      await show(job.project_id, job.url, picture.name);
      return undefined;
    } catch (error) {
      if (error instanceof FetchFault) return error;
      throw error;
    }
  };

  let isStopped = false;
  /** Works while there is work; a slow server keeps one lane waiting, not the others' images. */
  const lane = () => {
    let isWorking = false;
    return async (): Promise<void> => {
      if (isWorking) return;
      isWorking = true;
      try {
        for (let job; !isStopped && (job = await images.take(Date.now()));) await work(job);
      } catch (error) {
        // The job's lease ends by itself, and it is tried again.
        if (!isAway(error) && !isStopped)
          log.error({ err: error }, 'an image could not be worked off; it will be tried again');
      } finally {
        isWorking = false;
      }
    };
  };

  return {
    start(): void {
      const works = Array.from({ length: lanes }, lane);
      setInterval(() => works.forEach((workOn) => void workOn()), lookEvery).unref();
    },
    stop(): void {
      isStopped = true;
      decoder.stop();
    },
  };
}
