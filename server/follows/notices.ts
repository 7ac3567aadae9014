/**
 * Queues mails to followers when the status of a project has changed, by an update, an import or an editor, and when it
 * tells what came of its contributions.
 */
import { dayLong } from '../text/day.ts';
import { queueWork } from '../db/lease-queue.ts';
import type { Log } from '../log.ts';
import type { Mail, Mailer } from '../mail/mailer.ts';
import type { MailAddress } from '../text/mail-address.ts';
import type { SubscriptionLinks } from '../mail/subscription-links.ts';
import type { OutcomeStore } from '../outcomes/store.ts';
import type { ChangedFollow, FollowStore, SeenProject } from './store.ts';
import { mailWords, statusIn } from '../text/languages.ts';
import { shownProject } from '../text/foreign-words.ts';

type News = {
  to: MailAddress;
  title: string;
  /** The address of the project's page, and of the list of what the reader follows. */
  page: string;
  list: string;
  serviceName: string;
  /** The status, if it changed; otherwise the news is an outcome. */
  status?: { before: string; after: string };
  /** Ends these mails, without signing in. */
  unsubscribe: string;
  lang: string | undefined;
};

function newsMail({ to, title, page, list, serviceName, status, unsubscribe, lang = 'en' }: News): Mail {
  const say = mailWords(lang);
  const values = {
    service: serviceName,
    project: shownProject(title),
    page,
    list,
    unsubscribe,
    ...(status && { before: statusIn(lang, status.before), after: statusIn(lang, status.after) }),
  };
  const what = status ? 'status' : 'outcome';
  const [subject, text] = [say(`${what}.subject`, values), `${say(`${what}.text`, values)}\n`];
  return { to, lang, subject, text, unsubscribe };
}

type FollowNoticing = {
  follows: FollowStore;
  outcomes: Pick<OutcomeStore, 'isToldSince'>;
  statusUnsubscribing: Pick<SubscriptionLinks, 'link'>;
  mail: Pick<Mailer, 'sendLater'>;
  serviceName: string;
  /** The list of what the reader follows. */
  list: string;
  /** A project that everybody sees. */
  projectOf: (
    projectId: number,
    lang: string | undefined,
  ) => Promise<(SeenProject & { title: string; page: string }) | undefined>;
  mainProfile: (accountId: number) => Promise<{ profileId: number; address: MailAddress } | undefined>;
  languageOf: (accountId: number) => Promise<string | undefined>;
  log: Log;
};

/** A project may tell as often as it likes; a follower has a mail about it once a week. */
const betweenMails = 7 * dayLong;

export function followNotifier({
  follows,
  outcomes,
  statusUnsubscribing: links,
  mail,
  projectOf,
  mainProfile,
  languageOf,
  log,
  ...said
}: FollowNoticing) {
  const tell = async (follow: ChangedFollow): Promise<void> => {
    const lang = await languageOf(follow.account_id);
    const project = await projectOf(follow.project_id, lang);
    // Hidden a moment ago: its last known state stays.
    if (!project) return;
    const { project_id: projectId, status: before } = follow;
    const { title, page, status: after } = project;
    const now = Date.now();
    const isTold =
      now - (follow.told_at ?? 0) > betweenMails && (await outcomes.isToldSince(projectId, follow.seen_at));
    const to = after === before && !isTold ? undefined : await mainProfile(follow.account_id);
    // In one transaction: the follower is told once, even if the process ends at this moment.
    const settled = isTold ? { ...follow, told_at: now } : follow;
    await follows.settle(settled, project, now, async (trx) => {
      if (to === undefined) return;
      const unsubscribe = links.link({ kind: 'project', id: projectId, profileId: to.profileId }, lang);
      const about = { to: to.address, title, page, ...said, unsubscribe, lang };
      const mails = [
        ...(after === before ? [] : [newsMail({ ...about, status: { before, after } })]),
        ...(isTold ? [newsMail(about)] : []),
      ];
      for (const one of mails)
        await mail.sendLater({ kind: 'notice', isBulk: true, mail: one, ofFollow: follow.follow_id }, trx);
    });
  };

  return queueWork({
    everyMilliseconds: 5_000,
    workers: 1,
    workOff: async (isStopped) => {
      for (let follow; !isStopped() && (follow = await follows.takeChanged(Date.now()));) await tell(follow);
    },
    onFault: "the mails to a project's followers were not queued; they will be tried again",
    log,
  });
}
