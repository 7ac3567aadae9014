/** Sends the notices for projects that have started, whether by an update, an import or an editor. */
import { queueWork } from '../db/lease-queue.ts';
import type { Log } from '../log.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { MailAddress } from '../text/mail-address.ts';
import { startMail } from './mails.ts';
import type { StartNotice, StartNotices } from './store.ts';

export type Noticing = {
  notices: StartNotices;
  mail: Mailer;
  serviceName: string;
  /** Title and address of a project's page. */
  projectOf: (
    projectId: number,
    lang: string | undefined,
  ) => Promise<{ title: string; page: string } | undefined>;
  /** The page where a person refuses all mail that others can request. */
  mailChoices: (address: MailAddress) => string;
  log: Log;
};

export function startNotifier({ notices, mail, log, ...from }: Noticing) {
  const tell = async (notice: StartNotice): Promise<void> => {
    const to = notices.addressOf(notice);
    const project = await from.projectOf(notice.project_id, notice.lang ?? undefined);
    // The project was hidden a moment ago: its notices stay in the queue.
    if (!project) return;
    // In one transaction: the person is told once, even if the process ends at this moment.
    await notices.handOver(notice, async (trx) => {
      if (to === undefined) return;
      const { serviceName } = from;
      const text = startMail({
        to,
        ...project,
        serviceName,
        choices: from.mailChoices(to),
        lang: notice.lang ?? 'en',
      });
      await mail.sendLater({ kind: 'notice', isBulk: true, mail: text }, trx);
    });
  };

  return queueWork({
    everyMilliseconds: 3_000,
    workers: 1,
    workOff: async (isStopped) => {
      for (const id of await notices.started())
        for (let notice; !isStopped() && (notice = await notices.take(id, Date.now()));) await tell(notice);
    },
    onFault: "the notices of a project's start were not queued; they will be tried again",
    log,
  });
}
