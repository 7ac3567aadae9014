/** Groups that take part together, with the features that they need. */
import { sharesOf } from '../accounts/contributions/contributed-days.ts';
import { pathOf } from '../certificates/check-page.ts';
import { statementOf } from '../certificates/statement.ts';
import { addWho, whoOf } from '../db/who.ts';
import { groupPages } from '../groups/pages.ts';
import type { PageHandlers } from '../http/pages.ts';
import { headOf, saidIn } from '../programmes/said.ts';
import { peopleRounding, sumRounding } from '../stats/disclosure.ts';
import { dayLong } from '../text/day.ts';
import { dayAt, endOfDay, startOfDay, utc } from '../text/zone.ts';
import type { Surfaces } from './surfaces.ts';

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
