/** Sends the queued notices, finds new ones, and ends notices that nobody receives. */
import { dayLong } from '../day.ts';
import { queueWork, workOffEach } from '../db/lease-queue.ts';
import type { Database } from '../db/store.ts';
import { FetchFault } from '../http/fetch-guarded.ts';
import type { PostGuarded } from '../http/post-guarded.ts';
import type { Log } from '../log.ts';
import type { NoticeJob, DeliveryStore } from './deliveries.ts';
import { signedHeaders } from './signature.ts';
import type { ReceiverHealth } from './health.ts';
import type { Hook, WebhookStore } from './store.ts';

const minute = 60_000;
const hour = 60 * minute;

/** Milliseconds before each further try; together a day. */
const pauses = [...[5_000, minute, 5 * minute, 30 * minute], ...[2 * hour, 5 * hour, 6 * hour, 10 * hour]];
/**
 * A receiver that failed for so long gets no more notices until a manager switches them on again. A notice that is given
 * up after a day is tried once more then: with no other notice meanwhile, nothing else would show whether it still fails.
 */
const endsAfter = 3 * dayLong;

/** When a notice is tried again that has failed so often; undefined if it is given up. */
function nextTry(tries: number, now: number, failingSince: number): number | undefined {
  const pause = pauses[tries - 1];
  if (pause !== undefined) return now + pause;
  const last = failingSince + endsAfter;
  return tries === pauses.length + 1 && last > now ? last : undefined;
}

export type WebhookSending = {
  webhooks: Pick<WebhookStore, 'find'>;
  health: ReceiverHealth;
  deliveries: DeliveryStore;
  findDue: (now: number) => Promise<void>;
  post: PostGuarded;
  /** Queues the mails about the end of the notices to the project's owners. */
  reportEnd: (projectId: number, why: 'gone' | 'failing', trx: Database) => Promise<void>;
  log: Log;
};

export function webhookSender({
  webhooks,
  health,
  deliveries,
  findDue,
  post,
  reportEnd,
  log,
}: WebhookSending) {
  const end = async (projectId: number, why: 'gone' | 'failing'): Promise<void> => {
    await health.end(projectId, why, Date.now(), (trx) => reportEnd(projectId, why, trx));
    await deliveries.endWaiting(projectId);
  };

  const send = async (job: NoticeJob): Promise<void> => {
    const { project_id: projectId, tries } = job;
    const hook = await webhooks.find(projectId);
    if (!hook || hook.ended_at !== null) return deliveries.failed(job, { fault: 'ended' });
    const { status, fault } = await outcomeOf(job, hook);
    const now = Date.now();
    if (fault === undefined) {
      await deliveries.delivered(job, status, now);
      return health.succeeded(projectId);
    }
    const isGone = status === 410;
    const since = await health.failed(job, now);
    const until = isGone ? undefined : nextTry(tries, now, since);
    await deliveries.failed(job, {
      fault,
      ...(status !== undefined && { status }),
      ...(until !== undefined && { until }),
    });
    if (isGone) await end(projectId, 'gone');
    else if (now - since >= endsAfter) await end(projectId, 'failing');
  };

  const outcomeOf = async (
    { delivery_id, body }: NoticeJob,
    { address, secret, former }: Hook,
  ): Promise<{ status: number; fault?: undefined } | { status?: number; fault: string }> => {
    const now = Date.now();
    const secrets = former && former.until > now ? [secret, former.secret] : [secret];
    try {
      const status = await post(
        address,
        signedHeaders({ id: `msg_${delivery_id}`, body }, secrets, now),
        body,
      );
      return status >= 200 && status < 300 ? { status } : { status, fault: 'status' };
    } catch (error) {
      if (error instanceof FetchFault) return { fault: error.why };
      throw error;
    }
  };

  const sending = queueWork({
    everyMilliseconds: 1_000,
    workers: 4,
    workOff: workOffEach(() => deliveries.take(Date.now()), send),
    onFault: 'a notice to an owner’s server was not sent; it will be tried again',
    log,
  });
  const finding = queueWork({
    everyMilliseconds: 5_000,
    workers: 1,
    workOff: () => findDue(Date.now()),
    onFault: 'the notices to owners’ servers were not queued; they will be tried again',
    log,
  });
  return {
    start(): void {
      finding.start();
      sending.start();
    },
    stop(): void {
      finding.stop();
      sending.stop();
    },
  };
}
