/** Commands that report the state of the service, and whether its mail works. */
import { version as release } from '../../package.json' with { type: 'json' };
import { describeStore, megabytes } from '../db/describe.ts';
import { makeLimits } from '../limits/limits.ts';
import { readStatus } from '../operating/status.ts';
import { smtpOf } from '../app/features.ts';
import { sendTestMail } from '../mail/test-mail.ts';
import { address, type Command, CommandFault } from './command.ts';

export const statusCommands: Record<string, Command> = {
  status: {
    words: '',
    says: 'tells the release, the store and its size, what waits, the last backup and purge, and the limits',
    act: async ({ store, settings, keyed }) => {
      const status = await readStatus(store, settings.DATA_DIR);
      const place = await describeStore(store, { dataDir: settings.DATA_DIR });
      const limits = makeLimits(settings, keyed).described;
      const when = (at: number | undefined) => (at === undefined ? 'never' : new Date(at).toISOString());
      const lines = [
        `Release: ${release}`,
        `Store: ${place}`,
        `Free space on the disk of DATA_DIR: ${megabytes(status.freeBytes)}`,
        `Images waiting to be fetched: ${status.imagesWaiting}`,
        `Notices about starting projects waiting to be sent: ${status.noticesWaiting}`,
        `Mails waiting to be sent: ${status.mailsWaiting}; given up in the last seven days: ${status.mailsFailed}`,
        `Last backup by this command: ${when(status.lastBackup)}`,
        `Last run of the retention rule: ${when(status.lastPurge)}`,
        `Pepper: ${status.pepper}`,
        ...limits.map(({ name, max, per }) => `${name}: ${max} ${per}`),
      ];
      const { begun, lastBackup, lastPurge, ...rest } = status;
      return {
        text: lines.join('\n'),
        json: {
          release,
          store: place,
          ...rest,
          ...(begun !== undefined && { begun: when(begun) }),
          ...(lastBackup !== undefined && { lastBackup: when(lastBackup) }),
          ...(lastPurge !== undefined && { lastPurge: when(lastPurge) }),
          limits,
        },
      };
    },
  },
  mails: {
    words: '',
    says: 'lists the mails that were given up within the last seven days, and why',
    options: { retry: 'queues them again, except codes and links, which have ended' },
    act: async ({ mails }, _words, { retry, now }) => {
      const failed = await mails.failed(1000);
      const lines = failed.map(
        ({ failed_at, kind, tries, fault, is_kept }) =>
          `${new Date(failed_at).toISOString()}  ${kind}  ${fault}  ${tries} tries${is_kept === 1 ? '' : '  cannot be sent again'}`,
      );
      const queued = retry === true ? await mails.retry('all', now) : undefined;
      if (queued !== undefined) lines.push(`Queued again: ${queued}.`);
      return {
        text: lines.join('\n') || 'No mail was given up.',
        json: { mails: failed, ...(queued !== undefined && { queued }) },
      };
    },
  },
  'test-mail': {
    words: '<email>',
    says: 'sends a mail, and shows the whole conversation with the mail server',
    act: async ({ settings }, [email]) => {
      const to = address(email);
      const smtp = smtpOf(settings);
      if (!smtp) throw new CommandFault('SMTP_URL is not set: mails go into the outbox at /dev/outbox.');
      const { isSent, lines } = await sendTestMail(smtp, to.address, settings.SERVICE_NAME);
      const outcome = isSent ? 'The mail server took the mail.' : 'The mail was not sent.';
      return { text: [...lines, outcome].join('\n'), json: { sent: isSent, lines }, failed: !isSent };
    },
  },
};
