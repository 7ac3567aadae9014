/** Commands that tell how the service stands, and whether its mail works. */
import { version as release } from '../../package.json' with { type: 'json' };
import { describeStore, megabytes } from '../db/describe.ts';
import { makeLimits } from '../limits/limits.ts';
import { readStatus } from '../status.ts';
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
        `Room on the disk of DATA_DIR: ${megabytes(status.freeBytes)}`,
        `Images waiting to be fetched: ${status.imagesWaiting}`,
        `Notices about starting projects waiting to be sent: ${status.noticesWaiting}`,
        `Mails waiting to be sent: ${status.mailsWaiting}; given up in the last seven days: ${status.mailsFailed}`,
        `Last backup by this command: ${when(status.lastBackup)}`,
        `Last run of the retention rule: ${when(status.lastPurge)}`,
        ...limits.map(({ name, most, per }) => `${name}: ${most} ${per}`),
      ];
      const { lastBackup, lastPurge, ...rest } = status;
      return {
        text: lines.join('\n'),
        json: {
          release,
          store: place,
          ...rest,
          ...(lastBackup !== undefined && { lastBackup: when(lastBackup) }),
          ...(lastPurge !== undefined && { lastPurge: when(lastPurge) }),
          limits,
        },
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
