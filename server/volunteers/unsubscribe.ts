/**
 * Ending the mails of one sender by the link in each of them: on a page, or with the one click of a mail program
 * (RFC 8058), which sends a form without cookies from anywhere. The link alone decides.
 */
import type { Page, PageData } from '../../src/contract/pages.ts';
import type { Sender } from '../../src/contract/pages/volunteers.ts';
import type { PageHandlers, Visit } from '../http/pages.ts';
import type { SubscriptionLinks } from '../mail/subscription-links.ts';
import type { OpenSender } from './sending.ts';

/** Ends the mails of a sender to an account, or allows them. Returns false if the person left: then nothing is sent. */
export type ChooseMail = (
  sender: Sender,
  accountId: number,
  isMailed: boolean | undefined,
  now: number,
) => Promise<boolean>;

export type UnsubscribePages = {
  unsubscribing: Pick<SubscriptionLinks, 'open'>;
  chooseMail: ChooseMail;
  openSender: OpenSender;
};

export function unsubscribePages({
  unsubscribing: links,
  chooseMail,
  openSender,
}: UnsubscribePages): PageHandlers {
  const page = (data: PageData['unsubscribe']): Page => ({
    name: 'unsubscribe',
    title: 'Emails from a project',
    ...(data.state === 'broken' && { status: 404 }),
    data,
  });

  const answer = async (visit: Visit, choose?: 'off' | 'on'): Promise<Page> => {
    const token = visit.params['token'] ?? '';
    const subscription = await links.open(token);
    if (!subscription) return page({ about: 'project', token, state: 'broken' });
    const { accountId, ...sender } = subscription;
    const isMailed = choose && choose === 'on';
    const isReader = accountId !== undefined && (await chooseMail(sender, accountId, isMailed, visit.now));
    const title = (await openSender(sender))?.title;
    const state = isReader ? (choose ?? 'ask') : 'gone';
    return page({ about: sender.kind, token, state, ...(title !== undefined && { title }) });
  };

  return {
    // Opening the link changes nothing: mail scanners do that.
    'GET /unsubscribe/:token': (visit) => answer(visit),

    // A mail program's form has `List-Unsubscribe=One-Click` only.
    'POST /unsubscribe/:token': {
      oneClick: true,
      answer: (visit) => answer(visit, visit.fields['choice'] === 'on' ? 'on' : 'off'),
    },
  };
}
