/** The participant's own page: their contributions by project, what is theirs to take, and who may credit them. */
import type { EventStore } from '../events/store.ts';
import type { GrantStore } from '../grants/store.ts';
import type { AuthorizedSite } from '../../src/contract/authorize-page.ts';
import type { ProjectHead } from '../../src/contract/pages.ts';
import { id } from '../../src/contract/fields.ts';
import type { PageHandlers, Visit } from '../http/pages.ts';
import { Refusal } from '../http/refusal.ts';
import { isOpen } from '../db/standing.ts';
import type { Database } from '../db/store.ts';
import { mustSignIn } from './pages.ts';
import { participationOf } from './participation.ts';
import type { AccountStore } from './store.ts';

export type MePages = {
  db: Database;
  accounts: AccountStore;
  events: EventStore;
  grants: GrantStore;
  headOf: (projectId: number, name: string) => ProjectHead;
  /** The sites that the person authorized by OAuth. */
  sitesOf: (accountId: number) => Promise<AuthorizedSite[]>;
};

const projectId = id('the project');

export function mePages({ db, accounts, events, grants, headOf, sitesOf }: MePages): PageHandlers {
  const profilesOf = async (accountId: number) => {
    const rows = await db
      .selectFrom('profiles')
      .select('profile_id')
      .where('account_id', '=', accountId)
      .execute();
    return rows.map((row) => row.profile_id);
  };

  /** A form of this page: does its act for each of the person's profiles and shows the page again. */
  const act =
    (change: (profileId: number, project: number, now: number) => Promise<unknown>) =>
    async (visit: Visit) => {
      const { visitor, fields, now } = visit;
      if (!visitor) return { to: '/sign-in?next=/me' };
      const project = projectId.safeParse(fields['project_id']);
      if (!project.success) throw new Refusal('invalid', 'This form is not complete; open the page again.');
      for (const profileId of await profilesOf(visitor.accountId)) await change(profileId, project.data, now);
      return { to: '/me' };
    };

  /** A project that is withheld, or not published any more, is not named here either; the history is the person's. */
  const headFor = ({ project_id: of, name }: { project_id: number; name: string }, mayName: boolean) =>
    mayName ? headOf(of, name) : { id: of, title: `A project that is not shown at present (number ${of})` };

  return {
    'GET /me': async (visit) => {
      const away = mustSignIn(visit);
      if (away || !visit.visitor) return away ?? { to: '/sign-in' };
      const { accountId, name } = visit.visitor;
      const profiles = await profilesOf(accountId);
      const addresses = await accounts.addresses(accountId);
      const [projects, granted] =
        profiles.length === 0
          ? [[], []]
          : await Promise.all([participationOf(db, profiles), grants.ofProfiles(profiles, visit.now)]);
      return {
        name: 'me',
        title: 'Your contributions',
        data: {
          name,
          addresses: addresses.map(({ address, is_main }) => ({ address, main: is_main === 1 })),
          projects: projects.map(({ events: count, duration, last_at, ...row }) => ({
            project: headFor(row, row.isOpen),
            events: count,
            hours: Math.round(duration / 36) / 100,
            last: last_at === null ? '' : new Date(last_at).toISOString(),
            optedOut: row.isOptedOut,
            unclaimed: row.isUnclaimed,
          })),
          grants: granted.map((row) => ({
            id: row.grant_id,
            project: headFor(row, isOpen(row)),
            origin: row.origin,
            how: row.how,
            used: new Date(row.used_at).toISOString(),
            expires: new Date(row.expires_at).toISOString(),
          })),
          sites: await sitesOf(accountId),
        },
      };
    },

    'POST /me/claim': act((profileId, project, now) => events.claim(project, profileId, now)),
    'POST /me/disclaim': act((profileId, project, now) => events.disclaim(project, profileId, now)),
    // The participant's own word: the whole history of this project goes, and only its totals stay.
    'POST /me/opt-out': act(async (profileId, project, now) => {
      await events.optOut(project, profileId, now, now);
      await events.forget(project, profileId);
    }),
    'POST /me/opt-in': act((profileId, project) => events.optIn(project, profileId)),

    'POST /me/grants/revoke': async ({ visitor, fields, now }) => {
      if (!visitor) return { to: '/sign-in?next=/me' };
      const profiles = await profilesOf(visitor.accountId);
      const theirs = await grants.ofProfiles(profiles, now);
      const grant = theirs.find((row) => String(row.grant_id) === fields['id']);
      if (grant) await grants.revoke(grant.grant_id, now);
      return { to: '/me' };
    },
  };
}
