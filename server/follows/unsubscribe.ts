/**
 * Ending the mail about a followed project by the link in each such mail: on a page, or with the one click of a mail
 * program (RFC 8058), which sends a form without cookies from anywhere. No session is needed, and the account still
 * follows the project.
 */
import type { Page, PageData } from '../../src/contract/pages.ts';
import type { PageHandlers, Visit } from '../http/pages.ts';
import type { SubscriptionLinks } from '../mail/subscription-links.ts';
import type { FollowStore, SeenProject } from './store.ts';

export type StatusUnsubscribePages = {
  links: Pick<SubscriptionLinks, 'open'>;
  follows: FollowStore;
  /** Finds a publicly visible project. */
  findShown: (projectId: number) => Promise<(SeenProject & { title: string }) | undefined>;
};

export function statusUnsubscribePages({ links, follows, findShown }: StatusUnsubscribePages): PageHandlers {
  const page = (data: Omit<PageData['unsubscribe'], 'about'>): Page => ({
    name: 'unsubscribe',
    title: 'Mail about a project',
    ...(data.state === 'broken' && { status: 404 }),
    data: { about: 'status', ...data },
  });

  const answer = async (visit: Visit, choice?: 'off' | 'on'): Promise<Page> => {
    const token = visit.params['token'] ?? '';
    const subscription = await links.open(token);
    if (!subscription) return page({ token, state: 'broken' });
    const { accountId, id: projectId } = subscription;
    const project = await findShown(projectId);
    const data = { token, ...(project && { title: project.title }) };
    if (accountId === undefined) return page({ ...data, state: 'gone' });
    if (choice === 'off') await follows.endMail(accountId, projectId);
    if (choice === 'on' && project) await follows.wantMail(accountId, project);
    // The link never starts following again. It only turns on the mail about a project that is still followed.
    const follow = await follows.state(accountId, projectId);
    if (!follow) return page({ ...data, state: 'gone' });
    if (!follow.byMail) return page({ ...data, state: 'off' });
    return page({ ...data, state: choice === undefined ? 'ask' : 'on' });
  };

  return {
    // Opening the link changes nothing: mail scanners do that.
    'GET /unsubscribe/status/:token': (visit) => answer(visit),

    // A mail program's form has `List-Unsubscribe=One-Click` only.
    'POST /unsubscribe/status/:token': {
      oneClick: true,
      answer: (visit) => answer(visit, visit.fields['choice'] === 'on' ? 'on' : 'off'),
    },
  };
}
