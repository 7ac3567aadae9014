/** Groups that take part together, with the features that they need. */
import { sharesOf } from '../accounts/contributions/contributed-days.ts';
import { pathOf } from '../certificates/certified.ts';
import { statementOf } from '../certificates/statement.ts';
import { addWho, whoOf } from '../db/who.ts';
import type { AccountStore } from '../accounts/store.ts';
import type { Database } from '../db/store.ts';
import { groupCounting, type GroupCountingDeps } from '../events/group-counting.ts';
import { groupGrants } from '../groups/group-grants.ts';
import { groupPages } from '../groups/pages.ts';
import { groupStore } from '../groups/store.ts';
import type { StoredBytes } from '../limits/stored-bytes.ts';
import type { Peppers } from '../pepper/live.ts';
import { type Keyed, sealer, signer } from '../secrets/secrets.ts';
import type { PageHandlers } from '../http/pages.ts';
import { headOf, saidIn } from '../programmes/said.ts';
import { peopleRounding, sumRounding } from '../stats/disclosure.ts';
import { dayLong } from '../text/day.ts';
import { dayAt, endOfDay, startOfDay, utc } from '../text/zone.ts';
import type { Surfaces } from './surfaces.ts';

/** In the budget of bytes: a contribution of a group has a type, a number, a time and two amounts. */
const contributionBytes = 200;

type Around = {
  keyed: Keyed;
  ring: Peppers['ring'];
  storing: StoredBytes;
  accounts: Pick<AccountStore, 'profiles'>;
} & Pick<GroupCountingDeps, 'events' | 'recording'>;

/** Groups, and how contributions are counted for them. */
export function groupsOn(db: Database, { keyed, ring, storing, accounts, events, recording }: Around) {
  const groups = groupStore(db, keyed, sealer(ring, 'group'));
  const counting = groupCounting({
    groups: {
      byCode: groups.byCode,
      countContribution: (group, ip, now) => {
        // A code is no key: anybody who reads it may send it.
        storing.store('contributions', ip, contributionBytes, now);
        return groups.countContribution(group, now);
      },
      profileOf: async (accountId) => (await accounts.profiles(accountId))[0],
    },
    grants: groupGrants(signer(ring, 'group-grant'), groups.find),
    events,
    recording,
  });
  return { groups, counting };
}

export function pagesOfGroups({ features, heads, naming }: Surfaces): PageHandlers {
  const { accounts, certificates, groups, keyed, programming, store } = features;
  const { programmes, members } = programming;
  const shares = async (accountId: number, period: { zone: string; from: number; to: number }) =>
    sharesOf(store.searching, await accounts.profiles(accountId), period);
  return groupPages({
    groups,
    sharesOf: (accountId, since) => shares(accountId, { zone: utc, from: since, to: Date.now() + dayLong }),
    headOfProject: async (id) => (await heads.openHead(id)) ?? heads.headOf(id, ''),
    rounded: (groupId, { accounts: ids, contributions }) => {
      const scope = `group ${groupId}`;
      const who = ids.reduce((sum, id) => addWho(sum, whoOf(id)), 0);
      const group = { people: ids.length, who: String(who) };
      return {
        people: peopleRounding(keyed, scope)(group),
        contributions: sumRounding(keyed, scope)(group, contributions),
      };
    },
    programmes: {
      open: async () => (await programmes.open()).map(headOf),
      join: async (id, accountId, now) => {
        const programme = await programmes.find(id);
        if (programme?.state === 'open') await members.join(id, accountId, now);
      },
      part: async (accountId, lang, now) => {
        const [id] = await members.joined(accountId);
        const programme = id === undefined ? undefined : await programmes.find(id);
        const part = programme?.state === 'open' ? await members.part(programme, accountId, now) : undefined;
        if (!programme || !part) return undefined;
        return {
          programme: saidIn(programme, lang),
          progress: part.progress,
          ...(part.award && { award: part.award.path }),
        };
      },
    },
    certificate: async (accountId, { holder, from, zone }, now) => {
      const days = { from: dayAt(zone, from), to: dayAt(zone, now) };
      const period = { zone, from: startOfDay(zone, days.from), to: endOfDay(zone, days.to) };
      const about = { holder, ...days, ...(zone !== utc && { zone }) };
      const statement = statementOf(about, await shares(accountId, period));
      if (statement.total.reported.events + statement.total.own.events === 0) return undefined;
      const token = await certificates.make(accountId, statement, null, now);
      return token && pathOf(token);
    },
    hasGuardian: async (accountId) => (await accounts.names(accountId))?.hasGuardian === true,
    baseUrl: naming.baseUrl,
  });
}
