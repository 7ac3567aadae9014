/**
 * Ending the mails of one project by the link in each of them: on a page, or with the one click of a mail program
 * (RFC 8058), which sends a form without cookies from anywhere. The link alone decides.
 */
import type { Page, PageData } from '../../src/contract/pages.ts';
import type { PageHandlers, Visit } from '../http/pages.ts';
import type { SubscriptionLinks } from '../mail/subscription-links.ts';
import type { ChoiceStore } from './choices.ts';

export type UnsubscribePages = {
  unsubscribing: Pick<SubscriptionLinks, 'open'>;
  choices: ChoiceStore;
  /** The title of an open project. */
  titleOf: (projectId: number) => Promise<string | undefined>;
};

export function unsubscribePages({ unsubscribing: links, choices, titleOf }: UnsubscribePages): PageHandlers {
  const page = (data: Omit<PageData['unsubscribe'], 'about'>): Page => ({
    name: 'unsubscribe',
    title: 'Emails from a project',
    ...(data.state === 'broken' && { status: 404 }),
    data: { about: 'letters', ...data },
  });

  const answer = async (visit: Visit, choose?: 'off' | 'on'): Promise<Page> => {
    const token = visit.params['token'] ?? '';
    const subscription = await links.open(token);
    if (!subscription) return page({ token, state: 'broken' });
    const { accountId, projectId } = subscription;
    if (choose && accountId !== undefined)
      await choices.choose(accountId, projectId, { is_mailed: choose === 'on' ? 1 : 0 }, visit.now);
    const title = await titleOf(projectId);
    const state = accountId === undefined ? 'gone' : (choose ?? 'ask');
    return page({ token, state, ...(title !== undefined && { title }) });
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
