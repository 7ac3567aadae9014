/** Sends the queued notices, finds new ones, and ends notices that nobody receives. */
import { dayLong } from '../text/day.ts';
import { queueWork, workOffEach } from '../db/lease-queue.ts';
import type { Database } from '../db/store.ts';
import { webUrl } from '../../src/contract/fields/web-url.ts';
import { FetchFault } from '../http/outgoing/fetch-guarded.ts';
import { altogether, NotNow, type PostGuarded } from '../http/outgoing/post-guarded.ts';
import type { Log } from '../log.ts';
import type { ByHand } from './by-hand.ts';
import { messageId, type NoticeJob, type DeliveryStore } from './deliveries.ts';
import { signedHeaders } from './signature.ts';
import type { ReceiverHealth } from './health.ts';
import { InHand } from './in-hand.ts';
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

/** Milliseconds for the answer to a first try. A program that needs longer may have run: it is told once more, patiently. */
const forFirstAnswer = 5_000;

/** When a notice is tried again that has failed so often; undefined if it is given up. */
function nextTry(tries: number, now: number, failingSince: number): number | undefined {
  const pause = pauses[tries - 1];
  if (pause !== undefined) return now + pause;
  const last = failingSince + endsAfter;
  return tries === pauses.length + 1 && last > now ? last : undefined;
}

/** `movedTo`: the address that a permanent redirect names. */
type TryOutcome =
  | { status: number; fault?: undefined; movedTo?: undefined }
  | { status?: number; fault: string; movedTo?: string }
  /** It was not tried: the receiver, or the limit, takes no notice of this project until then. */
  | { notBefore: number };

export type WebhookSending = {
  webhooks: Pick<WebhookStore, 'find' | 'noteMove'>;
  health: ReceiverHealth;
  deliveries: DeliveryStore;
  byHand: Pick<ByHand, 'count' | 'uncount'>;
  findDue: (now: number) => Promise<void>;
  post: PostGuarded;
  /** Queues the mails about the end of the notices to the project's owners. */
  reportEnd: (projectId: number, why: 'gone' | 'failing', trx: Database) => Promise<void>;
  log: Log;
};

export function webhookSender(deps: WebhookSending) {
  const { webhooks, health, deliveries, byHand, findDue, post, reportEnd, log } = deps;
  const end = async (projectId: number, why: 'gone' | 'failing'): Promise<void> => {
    await health.end(projectId, why, Date.now(), (trx) => reportEnd(projectId, why, trx));
    await deliveries.endWaiting(projectId);
  };

  const inHand = new InHand();

  const send = async (job: NoticeJob): Promise<void> => {
    const { project_id: projectId, tries } = job;
    const hook = await webhooks.find(projectId);
    if (!hook || hook.ended_at !== null) return deliveries.failed(job, { fault: 'ended' });
    const outcome = await outcomeOf(job, hook);
    if ('notBefore' in outcome) return deliveries.giveBack(job, outcome.notBefore);
    const { status, fault, movedTo } = outcome;
    const now = Date.now();
    if (fault === undefined) {
      await deliveries.delivered(job, status, now);
      return health.succeeded(projectId);
    }
    const isGone = status === 410;
    const since = await health.failed(job, now);
    // A redirect does not pass by itself, and the program may have run before it.
    const until = isGone || fault === 'redirect' ? undefined : nextTry(tries, now, since);
    await deliveries.failed(job, {
      fault,
      ...(status !== undefined && { status }),
      ...(until !== undefined && { until }),
    });
    if (movedTo !== undefined) await webhooks.noteMove(projectId, hook.address, movedTo);
    if (isGone) await end(projectId, 'gone');
    else if (now - since >= endsAfter) await end(projectId, 'failing');
  };

  const outcomeOf = async (job: NoticeJob, { address, secret, former }: Hook): Promise<TryOutcome> => {
    const { delivery_id, project_id: projectId, body } = job;
    const now = Date.now();
    const secrets = former && former.until > now ? [secret, former.secret] : [secret];
    const headers = signedHeaders({ id: messageId(delivery_id), body }, secrets, now);
    try {
      const notBefore = job.by_hand === 1 ? await byHand.count(projectId, now) : undefined;
      if (notBefore !== undefined) return { notBefore };
      const message = { headers, body, forHead: job.tries > 1 ? altogether : forFirstAnswer };
      const { status, location } = await post(address, message, (to) => inHand.reach(projectId, to));
      if (status >= 200 && status < 300) return { status };
      if (status < 300 || status >= 400) return { status, fault: 'status' };
      const movedTo = [301, 308].includes(status) ? webUrl(location ?? '', webUrl(address)) : undefined;
      return { status, fault: 'redirect', ...(movedTo && { movedTo: movedTo.href }) };
    } catch (error) {
      if (error instanceof FetchFault) return { fault: error.why };
      if (!(error instanceof NotNow)) throw error;
      if (job.by_hand === 1) await byHand.uncount(projectId);
      return { notBefore: now };
    }
  };

  const sending = queueWork({
    everyMilliseconds: 1_000,
    workers: 4,
    workOff: workOffEach(
      () => inHand.take((held) => deliveries.take(Date.now(), held)),
      (job) => send(job).finally(() => inHand.end(job.project_id)),
    ),
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
