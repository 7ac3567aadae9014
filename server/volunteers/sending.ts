/** Sends mailings in the background: each recipient's mail goes into the mail queue. */
import type { Sender, SenderHead } from '../../src/contract/pages/volunteers.ts';
import { queueWork } from '../db/lease-queue.ts';
import type { Database } from '../db/store.ts';
import type { Log } from '../log.ts';
import type { LaterMail } from '../mail/mail-store.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { MailAddress } from '../text/mail-address.ts';
import type { SubscriptionLinks } from '../mail/subscription-links.ts';
import { letterAbout, letterTo } from './letter.ts';
import type { MailingQueue } from './mailing-queue.ts';
import { type MailingRow, senderOf } from './mailings.ts';
import type { VolunteerStore } from './store.ts';

export type MailingWork = {
  queue: MailingQueue;
  volunteers: Pick<VolunteerStore, 'figuresOfToday'>;
  mail: Pick<Mailer, 'sendLater'>;
  unsubscribing: Pick<SubscriptionLinks, 'link'>;
  /** An open project or programme. */
  openSender: OpenSender;
  mainAddresses: (
    accounts: number[],
  ) => Promise<{ accountId: number; profileId: number; address: MailAddress; lang: string | undefined }[]>;
  serviceName: string;
  baseUrl: string;
  log: Log;
};

/** Finds an open project or programme, with its name for readers of a language. */
export type OpenSender = (sender: Sender, lang?: string) => Promise<SenderHead | undefined>;

/** In one transaction: other writers wait for it. */
const recipientsPerStep = 100;

export function mailingWork(deps: MailingWork) {
  const { queue, volunteers, mail, unsubscribing, openSender, mainAddresses, log, ...said } = deps;

  const sendOut = async (mailing: MailingRow, isStopped: () => boolean): Promise<void> => {
    const sender = senderOf(mailing);
    const { kind, id } = sender;
    const of = await openSender(sender);
    if (!of) return queue.stop(mailing, Date.now());
    if (kind === 'project') await volunteers.figuresOfToday(id, Date.now());
    const letter = letterAbout(said, of, mailing);
    const titles = new Map<string | undefined, Promise<string>>();
    /** The title in the language of each reader, looked up once. */
    const titleFor = (lang: string | undefined): Promise<string> => {
      const known = titles.get(lang) ?? openSender(sender, lang).then((read) => (read ?? of).title);
      titles.set(lang, known);
      return known;
    };
    /** The letters are written before the transaction, for whose end other writers wait. */
    const lettersTo = async (accounts: number[]): Promise<LaterMail[]> =>
      Promise.all(
        (await mainAddresses(accounts)).map(async ({ accountId, profileId, address, lang }) => ({
          kind: 'notice' as const,
          isBulk: true,
          ...(kind === 'project'
            ? { ofMailing: { projectId: id, accountId } }
            : { ofProgramme: { programmeId: id, accountId } }),
          mail: letterTo(
            address,
            { ...letter, title: await titleFor(lang) },
            {
              unsubscribe: unsubscribing.link({ ...sender, profileId }, lang),
              lang,
            },
          ),
        })),
      );
    const left = await queue.recipientsLeft(mailing, Date.now());
    if (!left) return;
    const { accounts: all, size } = left;
    let { after } = left;
    for (let at = 0; !isStopped() && (at < all.length || at === 0); at += recipientsPerStep) {
      const accounts = all.slice(at, at + recipientsPerStep);
      const isLast = at + recipientsPerStep >= all.length;
      const batch = { after, accounts, isLast, ...(size !== undefined && { size }) };
      const letters = await lettersTo(accounts);
      const send = (trx: Database) => mail.sendLater(letters, trx);
      if (!(await queue.sendTo(mailing, batch, Date.now(), send))) return;
      after = accounts.at(-1) ?? after;
    }
  };

  return queueWork({
    everyMilliseconds: 5_000,
    workers: 1,
    workOff: async (isStopped) => {
      for (let taken; !isStopped() && (taken = await queue.take(Date.now()));)
        await sendOut(taken, isStopped);
    },
    onFault: 'a mailing was not queued; it will be tried again',
    log,
  });
}
