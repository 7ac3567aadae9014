/** The pages by which a person deletes their account, or changes their mind. */
import { type AccountCounts, deletePath } from '../../../src/contract/pages/account.ts';
import type { PageHandlers } from '../../http/pages.ts';
import { signedIn } from '../../http/signed-in.ts';
import { formatInstant } from '../../text/languages.ts';
import type { Deletion } from './deletion.ts';
import { type Notices, participantNotice } from '../notices.ts';
import type { Sessions } from '../sessions.ts';

export type DeletionPages = {
  deletion: Deletion;
  sessions: Pick<Sessions, 'close'>;
  notices: Notices;
  /** How much the deletion takes. */
  takes: (accountId: number) => Promise<AccountCounts>;
  isOnlyOperator: (accountId: number) => Promise<boolean>;
};

export const deletionPages = ({
  deletion,
  sessions,
  notices,
  takes,
  isOnlyOperator,
}: DeletionPages): PageHandlers => ({
  [`GET ${deletePath}`]: signedIn(async ({ visitor }) => ({
    name: 'delete-account',
    title: 'Delete your account?',
    data: {
      ...(await takes(visitor.accountId)),
      isOnlyOperator: await isOnlyOperator(visitor.accountId),
    },
  })),

  'POST /account/delete': signedIn(async (visit) => {
    const { visitor, fields, now, lang } = visit;
    const { accountId } = visitor;
    const keepsObjection = fields['objection'] !== undefined;
    if (fields['when'] === 'now') {
      const headers = await sessions.close(visitor.session);
      await deletion.now(accountId, keepsObjection, now);
      return { to: `/account/deleted${keepsObjection ? '?objection=yes' : ''}`, headers };
    }
    const endsAt = await deletion.later(accountId, keepsObjection, now);
    if (endsAt !== undefined)
      await notices.send(
        accountId,
        participantNotice(lang, 'deletion', { date: formatInstant(endsAt, lang) }),
        visit,
      );
    return { to: '/me' };
  }, deletePath),

  'POST /account/keep': signedIn(async ({ visitor }) => {
    await deletion.keep(visitor.accountId);
    return { to: '/me' };
  }, '/me'),

  'GET /account/deleted': ({ query }) => ({
    name: 'deleted-account',
    title: 'Your account is deleted',
    data: { hasObjection: query['objection'] === 'yes' },
  }),
});
