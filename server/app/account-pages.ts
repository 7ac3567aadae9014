/** The pages of a person's account: names, addresses, passkeys, sessions and keys. */
import { saidOf } from '../outcomes/said.ts';
import { accountPages } from '../accounts/account-pages.ts';
import { addressPages } from '../accounts/address-pages.ts';
import { deletionPages } from '../accounts/deletion/deletion-pages.ts';
import { exportPages } from '../accounts/export-pages.ts';
import { guardianPages } from '../accounts/guardians/guardian-pages.ts';
import { accountJoining } from '../accounts/join-accounts.ts';
import { participationOf } from '../accounts/contributions/participation.ts';
import { accountNotices } from '../accounts/notices.ts';
import { passkeyPages } from '../accounts/passkeys/passkey-pages.ts';
import type { PageHandlers } from '../http/pages.ts';
import { keyPages } from '../keys/key-pages.ts';
import { mailAddress } from '../text/mail-address.ts';
import { clientMail } from '../oauth/client-mails.ts';
import { clientPages, type HeadOf, ownClients } from '../oauth/client-pages.ts';
import { operatorClientPages } from '../oauth/operator-pages.ts';
import { authorizedSites } from '../oauth/my-sites.ts';
import type { Surfaces } from './surfaces.ts';

export function pagesOfAccounts({ features, naming, heads }: Surfaces): PageHandlers {
  const { accounts, sessions, membership, passkeys, keys, ownKeys, keyed, mail, mailLimit } = features;
  const { baseUrl, serviceName } = naming;
  const notices = accountNotices({ accounts, mail, mailLimit, serviceName, baseUrl });
  const { pages, again } = accountPages({
    accounts,
    sessions,
    passkeysOf: passkeys.ofAccount,
    decisions: {
      db: features.store.db,
      accounts,
      events: features.events,
      grants: features.grants,
      mailBlocks: features.mailBlocks,
      headOf: heads.headOf,
      namedIn: heads.namedIn,
      sitesOf: authorizedSites(features.oauth),
      shownOf: features.volunteers.choices.shownOf,
    },
  });
  const headOf: HeadOf = async (projectId) => {
    const row = projectId === null ? undefined : await features.projects.row(projectId);
    return row && heads.headOf(row.project_id, row.name);
  };
  const clientsOf = ownClients({ ...features.oauth, headOf, keyed: features.keyed });
  const contributionsOf = async (accountId: number) => {
    const profiles = await accounts.profiles(accountId);
    const all = await participationOf(features.store.db, profiles);
    return all.reduce((sum, { events }) => sum + events, 0);
  };
  const takes = async (accountId: number) => ({
    contributions: await contributionsOf(accountId),
    certificates: (await features.certificates.ofAccount(accountId)).length,
    projects: (await heads.managedBy(accountId)).length,
    keys: (await keys.ofAccount(accountId)).length,
  });
  return {
    ...pages,
    ...addressPages({
      accounts,
      membership,
      mail,
      mailLimit,
      notices,
      serviceName,
      again,
      takes,
      mailChoices: features.mailChoices,
      links: features.addressLinks,
      joining: accountJoining({ store: features.store, forgetKeys: keys.forget }),
    }),
    ...exportPages({
      db: features.store.searching,
      profilesOf: accounts.profiles,
      serviceName,
      outcomesOf: async (profiles) => {
        const all = profiles.length === 0 ? [] : await participationOf(features.store.db, profiles);
        const projects = all.filter(({ isUnclaimed }) => !isUnclaimed).map((row) => row.project_id);
        const about = await features.outcomes.about(profiles, projects);
        return about.map(({ row, events }) => ({
          project_id: row.project_id,
          ...saidOf(row, undefined),
          contributions: events,
        }));
      },
      draftsOf: (accountId) => features.drafts.list({ accountId, holder: undefined }),
      byAddress: async (address) => {
        const blockedAt = await features.mailBlocks.since(address);
        return {
          waiting: await features.startNotices.ofAddress(address),
          ...(blockedAt !== undefined && { blockedAt }),
        };
      },
    }),
    ...deletionPages({
      deletion: features.deletion,
      sessions,
      notices,
      takes,
      isOnlyOperator: features.operating.isOnlyOperator,
    }),
    ...guardianPages({
      accounts,
      membership,
      mail,
      mailLimit,
      serviceName,
      baseUrl,
      contributionsOf,
      links: features.links,
      guardians: features.guardians,
      mailChoices: features.mailChoices,
      end: (accountId, now) => features.deletion.now(accountId, false, now),
    }),
    ...passkeyPages({
      accounts,
      sessions,
      passkeys,
      notices,
      again,
      // Loading the library takes a sixth of a second: nobody waits for it at the start.
      webauthn: async () => {
        const { webauthn } = await import('../accounts/passkeys/webauthn.ts');
        return webauthn({ store: passkeys, keyed, baseUrl, serviceName });
      },
    }),
    ...keyPages({ keys, ownKeys, managedBy: heads.managedBy, clientsOf, baseUrl }),
    ...clientPages({ ...features.oauth, managedBy: heads.managedBy }),
    ...operatorClientPages({
      ...features.oauth,
      headOf,
      manages: features.projects.manages,
      addressOf: async (accountId) => (await accounts.mainProfile(accountId))?.address,
      audit: accounts.audit,
      accountOf: async (address) => {
        const member = mailAddress(address);
        return member && membership.accountOf(member);
      },
      tell: async (accountId, news) => {
        const to = (await accounts.mainProfile(accountId))?.address;
        if (!to) return;
        const lang = await mail.languageFor(to);
        await mail.sendLater({ kind: 'notice', mail: clientMail(news, { to, serviceName, baseUrl, lang }) });
      },
    }),
  };
}
