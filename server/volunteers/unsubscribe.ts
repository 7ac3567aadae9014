/**
 * Ending the mails of one project by the link in each of them: on a page, or with the one click of a mail program
 * (RFC 8058), which sends a form without cookies from anywhere. The link alone decides.
 */
import type { Page, PageData } from '../../src/contract/pages.ts';
import type { PageHandlers, Visit } from '../http/pages.ts';
import type { Sealer } from '../secrets.ts';
import type { ChoiceStore } from './choices.ts';

type Subscription = { accountId: number; projectId: number };
export type Unsubscribing = ReturnType<typeof unsubscribing>;

export function unsubscribing(sealed: Sealer, baseUrl: string) {
  return {
    /** `lang`: of the mail, for the page. */
    link: ({ accountId, projectId }: Subscription, lang?: string) =>
      `${baseUrl}/unsubscribe/${sealed.seal([accountId, projectId])}${lang === undefined ? '' : `?lang=${lang}`}`,

    open(token: string): Subscription | undefined {
      const read = sealed.open(token);
      if (!Array.isArray(read)) return undefined;
      const [accountId, projectId] = read as unknown[];
      return typeof accountId === 'number' && typeof projectId === 'number'
        ? { accountId, projectId }
        : undefined;
    },
  };
}

export type UnsubscribePages = {
  unsubscribing: Unsubscribing;
  choices: ChoiceStore;
  /** The title of an open project. */
  titleOf: (projectId: number) => Promise<string | undefined>;
};

export function unsubscribePages({ unsubscribing: links, choices, titleOf }: UnsubscribePages): PageHandlers {
  const page = (data: Omit<PageData['unsubscribe'], 'about'>): Page => ({
    name: 'unsubscribe',
    title: 'Mail from a project',
    ...(data.state === 'broken' && { status: 404 }),
    data: { about: 'letters', ...data },
  });

  const answer = async (visit: Visit, choose?: 'off' | 'on'): Promise<Page> => {
    const token = visit.params['token'] ?? '';
    const found = links.open(token);
    if (!found) return page({ token, state: 'broken' });
    const { accountId, projectId } = found;
    if (choose) await choices.choose(accountId, projectId, { is_mailed: choose === 'on' ? 1 : 0 }, visit.now);
    const title = await titleOf(projectId);
    return page({ token, state: choose ?? 'ask', ...(title !== undefined && { title }) });
  };

  return {
    // Opening the link changes nothing: mail scanners do that.
    'GET /unsubscribe/:token': (visit) => answer(visit),

    // A mail program's form has `List-Unsubscribe=One-Click` only.
    'POST /unsubscribe/:token': (visit) => answer(visit, visit.fields['choice'] === 'on' ? 'on' : 'off'),
  };
}
