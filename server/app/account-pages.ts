/** The pages of a person's account: names, addresses, sessions and keys. */
import { accountPages } from '../accounts/account-pages.ts';
import { addressPages } from '../accounts/address-pages.ts';
import { accountNotices } from '../accounts/notices.ts';
import type { PageHandlers } from '../http/pages.ts';
import { keyPages } from '../keys/key-pages.ts';
import type { Surfaces } from './surfaces.ts';

export function pagesOfAccounts({ features, naming, heads }: Surfaces): PageHandlers {
  const { accounts, sessions, membership, keys, ownKeys, mail, mailLimit } = features;
  const { baseUrl, serviceName } = naming;
  const notices = accountNotices({ accounts, mail, mailLimit, serviceName, baseUrl });
  const { pages, again } = accountPages({ accounts, sessions });
  return {
    ...pages,
    ...addressPages({
      ...{ accounts, membership, mail, mailLimit, notices, serviceName, again },
      mailBlocks: features.mailBlocks,
      mailChoices: features.mailChoices,
      links: features.addressLinks,
    }),
    ...keyPages({ keys, ownKeys, managedBy: heads.managedBy, baseUrl }),
  };
}
