/** The pages of certificates, and what verifiers of badges read. */
import { sharesOf } from '../accounts/contributions/shares.ts';
import { participationOf } from '../accounts/contributions/participation.ts';
import { badgeRoutes } from '../certificates/badge-routes.ts';
import { checkPage } from '../certificates/check-page.ts';
import { credentialSigner } from '../certificates/data-integrity.ts';
import { certificatePages } from '../certificates/pages.ts';
import type { PageHandlers } from '../http/pages.ts';
import { awardedBy } from './programmes.ts';
import type { Surfaces } from './surfaces.ts';

export function pagesOfCertificates({ features, naming, heads }: Surfaces): PageHandlers {
  const { accounts, certificates, credentialKeys, outcomes, store } = features;
  const said = { ...heads, told: outcomes.told, awarded: awardedBy(features) };
  const { baseUrl, serviceName } = naming;
  return {
    ...certificatePages({
      certificates,
      said,
      sharesOf: async (accountId, period) =>
        sharesOf(store.searching, await accounts.profiles(accountId), period),
      outcomesOf: async (accountId, projects, { from, to }) =>
        (await outcomes.about(await accounts.profiles(accountId), projects))
          .filter(({ row: { from_day, to_day } }) => (from_day ?? from) <= to && (to_day ?? to) >= from)
          .map(({ row }) => row.outcome_id),
      projectsOf: async (accountId) => {
        const profiles = await accounts.profiles(accountId);
        const all = await participationOf(store.db, profiles);
        return all
          .filter(({ events, isUnclaimed, isOpen }) => events > 0 && !isUnclaimed && isOpen)
          .map((row) => heads.headOf(row.project_id, row.name));
      },
      nameOf: async (accountId) => {
        const names = await accounts.names(accountId);
        if (names?.hasGuardian === true) return undefined;
        // Not the handle: it begins as a part of the address.
        return `${names?.firstName ?? ''} ${names?.lastName ?? ''}`.trim();
      },
    }),
    ...checkPage({ baseUrl, certificates, said }),
    ...badgeRoutes({
      issuer: { baseUrl, serviceName },
      certificates,
      said,
      keys: credentialKeys,
      sign: credentialSigner(),
    }),
  };
}
