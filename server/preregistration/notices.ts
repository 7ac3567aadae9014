/** Sends the notices for projects that have started, whether by an update, an import or an editor. */
import { queueWork } from '../db/lease-queue.ts';
import { Refusal } from '../http/refusal.ts';
import type { Log } from '../log.ts';
import type { MailBlocks } from '../mail/choices.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { MailAddress } from '../mail-address.ts';
import { startMail } from './mails.ts';
import type { StartNotice, StartNotices } from './store.ts';

/** Tries of a mail that cannot be sent, each after the notice's lease has ended. */
const mostTries = 100;

export type Noticing = {
  notices: StartNotices;
  mail: Mailer;
  mailBlocks: MailBlocks;
  serviceName: string;
  /** Title and address of a project's page. */
  projectOf: (projectId: number) => Promise<{ title: string; page: string } | undefined>;
  /** The page where a person refuses all mail that others can request. */
  mailChoices: (address: MailAddress) => string;
  log: Log;
};

export function startNotifier({ notices, mail, mailBlocks, log, ...from }: Noticing) {
  const tell = async (notice: StartNotice): Promise<void> => {
    const to = notices.addressOf(notice);
    const project = await from.projectOf(notice.project_id);
    // The project was hidden a moment ago: its notices stay in the queue.
    if (!project) return;
    const isWanted = to !== undefined && !(await mailBlocks.has(to));
    if (isWanted) {
      const { serviceName } = from;
      try {
        await mail.send(startMail({ to, ...project, serviceName, choices: from.mailChoices(to) }));
      } catch (error) {
        // The mailer has logged it; the mail server may work again when the lease has ended.
        if (error instanceof Refusal && notice.tries < mostTries) return;
        if (!(error instanceof Refusal)) throw error;
      }
    }
    await notices.remove(notice.project_id, notice.subject);
  };

  return queueWork({
    everyMilliseconds: 3_000,
    workers: 1,
    workOff: async (isStopped) => {
      for (const id of await notices.started())
        for (let notice; !isStopped() && (notice = await notices.take(id, Date.now()));) await tell(notice);
    },
    onFault: "the notices of a project's start were not sent; they will be tried again",
    log,
  });
}
