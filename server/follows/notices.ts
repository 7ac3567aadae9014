/** Mails followers when the status of a project has changed, whether by an update, an import or an editor. */
import { queueWork } from '../db/lease-queue.ts';
import { Refusal } from '../http/refusal.ts';
import type { Log } from '../log.ts';
import type { MailBlocks } from '../mail/choices.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { MailAddress } from '../mail-address.ts';
import { statusMail } from './mails.ts';
import type { ChangedFollow, FollowStore, SeenProject } from './store.ts';

/** Tries of a mail that cannot be sent, each after the follow's lease has ended. */
const mostTries = 100;

export type FollowNoticing = {
  follows: FollowStore;
  mail: Mailer;
  mailBlocks: MailBlocks;
  serviceName: string;
  /** The list of what the reader follows. */
  list: string;
  /** A project that everybody sees. */
  projectOf: (projectId: number) => Promise<(SeenProject & { title: string; page: string }) | undefined>;
  mainAddress: (accountId: number) => Promise<MailAddress | undefined>;
  log: Log;
};

export function followNotifier({
  follows,
  mail,
  mailBlocks,
  projectOf,
  mainAddress,
  log,
  ...said
}: FollowNoticing) {
  const tell = async (follow: ChangedFollow): Promise<void> => {
    const project = await projectOf(follow.project_id);
    // Hidden a moment ago: what is known of it stays.
    if (!project) return;
    const to = project.status === follow.status ? undefined : await mainAddress(follow.account_id);
    if (to !== undefined && !(await mailBlocks.has(to))) {
      const { title, page, status: after } = project;
      try {
        await mail.send(statusMail({ to, title, page, ...said, before: follow.status, after }));
      } catch (error) {
        // The mailer has logged it; the mail server may work again when the lease has ended.
        if (error instanceof Refusal && follow.tries < mostTries) return;
        if (!(error instanceof Refusal)) throw error;
      }
    }
    await follows.settle(follow.follow_id, project, Date.now());
  };

  return queueWork({
    everyMilliseconds: 5_000,
    workers: 1,
    workOff: async (isStopped) => {
      for (let follow; !isStopped() && (follow = await follows.takeChanged(Date.now()));) await tell(follow);
    },
    onFault: 'followers were not told of a changed project; it will be tried again',
    log,
  });
}
