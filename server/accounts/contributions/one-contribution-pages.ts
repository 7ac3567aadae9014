/** The acts on a single contribution of a person: leaving it out, and saying that its many hours are right. */
import { id } from '../../../src/contract/fields/kinds.ts';
import type { ParticipantsContribution } from '../../../src/contract/pages/me.ts';
import type { Store } from '../../db/store.ts';
import type { EventStore } from '../../events/store.ts';
import type { PageHandlers, Visit } from '../../http/pages.ts';
import { incomplete } from '../../http/bodies/form-fields.ts';
import { signedIn } from '../../http/signed-in.ts';
import { type Contributed, contributionWith } from './contributed.ts';
import type { AccountStore } from '../store.ts';

type Deps = {
  store: Pick<Store, 'db'>;
  accounts: Pick<AccountStore, 'profiles'>;
  events: Pick<EventStore, 'removeOne' | 'confirmHours'>;
};

const number = id('the number in a form or a link of the page');

function numberIn(value: unknown): number {
  const read = number.safeParse(value);
  if (!read.success) throw incomplete();
  return read.data;
}

const contributionIn = ({ project_id, event_id }: Visit['fields']) =>
  [numberIn(project_id), numberIn(event_id)] as const;

export function oneContributionPages(
  { store, accounts, events }: Deps,
  contributionOf: (row: Contributed) => ParticipantsContribution,
): PageHandlers {
  return {
    'GET /me/leave-out': signedIn(async ({ visitor, query }) => {
      const [projectId, eventId] = contributionIn(query);
      const profiles = await accounts.profiles(visitor.accountId);
      const one = await contributionWith(store.db, profiles, projectId, eventId);
      if (!one) return { to: '/me' };
      const contribution = contributionOf(one);
      return { name: 'me-leave-out', title: 'Leave out a contribution', data: { contribution } };
    }),

    'POST /me/leave-out': signedIn(async ({ visitor: { accountId }, fields, now }) => {
      const [projectId, eventId] = contributionIn(fields);
      for (const profileId of await accounts.profiles(accountId))
        await events.removeOne({ accountId, profileId }, projectId, eventId, now);
      return { to: '/me' };
    }, '/me'),

    'POST /me/confirm-hours': signedIn(async ({ visitor: { accountId }, fields, now }) => {
      const [projectId, eventId] = contributionIn(fields);
      for (const profileId of await accounts.profiles(accountId))
        await events.confirmHours(projectId, profileId, eventId, now);
      return { to: '/me#all' };
    }, '/me'),
  };
}
