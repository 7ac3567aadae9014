/**
 * Fetches wanted images in the background, two at a time. The jobs are in the store, written together with the project:
 * a restart loses nothing, and only one of several processes takes each.
 */
import { queueWork, workOffEach } from '../db/lease-queue.ts';
import { FetchFault, type FetchGuarded } from '../http/outgoing/fetch-guarded.ts';
import type { Log } from '../log.ts';
import type { Decoder } from './decode-apart.ts';
import type { ImageWhy } from './faults.ts';
import type { ImageJob, ImageStore } from './store.ts';

/**
 * Milliseconds after a fault that may pass: a minute, ten minutes, an hour, six hours. After that, the owner has to
 * request it.
 */
const pauses = [60_000, 600_000, 3_600_000, 6 * 3_600_000];

type Deps = {
  images: ImageStore;
  decoder: Decoder;
  /** The picture that an address of ours leads to: it was uploaded, and need not be fetched. */
  pictureAt: (url: string) => string | undefined;
};

/** `show` sets or removes a project's picture, unless the project names another image by now. */
export function imageQueue(
  { images, decoder, pictureAt }: Deps,
  fetchGuarded: FetchGuarded,
  show: (projectId: number, url: string, picture: string) => Promise<void>,
  log: Log,
) {
  const workOn = async (job: ImageJob): Promise<void> => {
    // Started this often without finishing: an image that crashes the process is not tried for ever.
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
    const uploaded = pictureAt(job.url);
    if (uploaded !== undefined) {
      if (!(await images.size(uploaded))) return { why: 'missing', mayPass: false };
      await show(job.project_id, job.url, uploaded);
      return undefined;
    }
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

  const work = queueWork({
    everyMilliseconds: 1_000,
    workers: 2,
    workOff: workOffEach(() => images.take(Date.now()), workOn),
    onFault: 'an image could not be processed; it will be tried again',
    log,
  });
  return {
    start: work.start,
    stop(): void {
      work.stop();
      decoder.stop();
    },
  };
}
