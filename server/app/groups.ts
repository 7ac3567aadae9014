/** Groups that take part together, with the features that they need. */
import { sharesOf, sharesSince } from '../accounts/contributions/shares.ts';
import type { Database } from '../db/store.ts';
import { groupCounting, type GroupCountingDeps } from '../events/group-counting.ts';
import { groupGrants } from '../groups/group-grants.ts';
import { groupPages } from '../groups/pages.ts';
import { groupStore } from '../groups/store.ts';
import type { StoredBytes } from '../limits/stored-bytes.ts';
import type { Peppers } from '../pepper/live.ts';
import { type Keyed, sealer, signer } from '../secrets/secrets.ts';
import type { PageHandlers } from '../http/pages.ts';
import type { Surfaces } from './surfaces.ts';

type Around = {
  keyed: Keyed;
  ring: Peppers['ring'];
  storing: StoredBytes;
} & Pick<GroupCountingDeps, 'events' | 'recording' | 'profilesOf'>;

/** Groups, and how contributions are counted for them. */
export function groupsOn(db: Database, { keyed, ring, storing, ...around }: Around) {
  const groups = groupStore(db, keyed, sealer(ring, 'group'), storing);
  const grants = groupGrants(signer(ring, 'group-grant'), groups.find);
  return { groups, counting: groupCounting({ groups, grants, ...around }) };
}

export const pagesOfGroups = ({ features, heads, naming }: Surfaces): PageHandlers =>
  groupPages({
    ...features,
    ...features.programming,
    sharesOf: async (accountId, period) =>
      sharesOf(features.store.searching, await features.accounts.profiles(accountId), period),
    sharesSince: async (accountId, from) => {
      const profiles = await features.accounts.profiles(accountId);
      return (await sharesSince(features.store.searching, profiles, from)).shares;
    },
    headOfProject: async (id) => (await heads.openHead(id)) ?? heads.headOf(id, ''),
    baseUrl: naming.baseUrl,
  });
