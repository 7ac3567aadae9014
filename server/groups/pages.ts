/** The pages of groups: their leaders open and watch them, and people with an account join by the code. */
import { calendarDateOf } from '../../src/contract/fields/calendar-date.ts';
import { nameText } from '../../src/contract/fields/name-text.ts';
import { type GroupHead, groupsPath, type GroupPage } from '../../src/contract/pages/groups.ts';
import type { ProjectHead } from '../../src/contract/pages.ts';
import { shownName } from '../accounts/shown-name.ts';
import type { AccountStore } from '../accounts/store.ts';
import { pathOf } from '../certificates/certified.ts';
import { type DailyShare, statementOf } from '../certificates/statement.ts';
import type { CertificateStore } from '../certificates/store.ts';
import { foundBy } from '../http/found-by-number.ts';
import { doneIn, type PageAnswer, type PageHandlers, type Visit } from '../http/pages.ts';
import { formIn } from '../http/bodies/form-fields.ts';
import { Refusal } from '../http/refusal.ts';
import { type OwnVisit, signedIn } from '../http/signed-in.ts';
import { keepsText } from '../http/signed-out.ts';
import type { Managers } from '../managing/managers.ts';
import type { MemberStore } from '../programmes/members.ts';
import { headOf, saidIn } from '../programmes/said.ts';
import type { ProgrammeStore } from '../programmes/store.ts';
import { type Keyed, newToken } from '../secrets/secrets.ts';
import { qrCode } from '../text/qr-code.ts';
import { dayAt, endOfDay, isWithinYear, startOfDay, utc } from '../text/zone.ts';
import { codeIn, printedCode } from './codes.ts';
import { byProject, byWeek, roundedMembers, totalOf } from './figures.ts';
import type { GroupRow } from './schema.ts';
import { type GroupStore, maxGroups } from './store.ts';

export type GroupPages = {
  groups: GroupStore;
  managing: Pick<Managers, 'manages'>;
  programmes: ProgrammeStore;
  members: MemberStore;
  certificates: Pick<CertificateStore, 'make'>;
  accounts: Pick<AccountStore, 'names'>;
  keyed: Keyed;
  /** The contributions that are credited to an account in a period. */
  sharesOf: (accountId: number, period: { zone: string; from: number; to: number }) => Promise<DailyShare[]>;
  /** The same since a moment, at each visit. */
  sharesSince: (accountId: number, from: number) => Promise<DailyShare[]>;
  headOfProject: (projectId: number) => Promise<ProjectHead>;
  baseUrl: string;
};

const groupName = nameText('the name', 80);
const noGroup = () => new Refusal('not_found', 'There is no such group.');

export const headOfGroup = ({ group_id: id, name }: Pick<GroupRow, 'group_id' | 'name'>): GroupHead => ({
  id,
  name,
  path: `/group/${id}`,
});
const isOver = (row: GroupRow, now: number) => row.ends_at <= now;
const lastDay = (row: GroupRow) => new Date(row.ends_at - 1).toISOString();

export function groupPages(deps: GroupPages): PageHandlers {
  return { ...listPages(deps), ...leaderPages(deps), ...codePages(deps) };
}

/** A page or form of a group for its leaders; to everybody else there is none. */
const forLeaders =
  ({ groups, managing }: Pick<GroupPages, 'groups' | 'managing'>) =>
  (act: (row: GroupRow, visit: OwnVisit) => PageAnswer | Promise<PageAnswer>, next?: string) =>
    signedIn(async (visit) => {
      const { params, visitor } = visit;
      const row = await foundBy(params['group'], groups.find);
      const leads = row && (await managing.manages({ kind: 'group', id: row.group_id }, visitor.accountId));
      if (!leads) throw noGroup();
      return act(row, visit);
    }, next);

function listPages({ groups, programmes, members }: GroupPages): PageHandlers {
  const list = async (
    { visitor, now }: OwnVisit,
    given: Record<string, string> = {},
    faults: Record<string, string> = {},
  ): Promise<PageAnswer> => ({
    name: 'groups',
    title: 'Groups',
    ...(Object.keys(faults).length > 0 && { status: 400 }),
    data: {
      led: (await groups.led(visitor.accountId)).map((row) => ({
        ...headOfGroup(row),
        ends: lastDay(row),
        isOver: isOver(row, now),
      })),
      joined: (await groups.joined(visitor.accountId)).map(({ shown_name, ...row }) => ({
        ...headOfGroup(row),
        ...(shown_name !== null && { shownName: shown_name }),
      })),
      programmes: (await programmes.open()).map(headOf),
      form: newToken(),
      given,
      faults,
    },
  });

  return {
    'GET /groups': signedIn((visit) => list(visit)),
    'POST /groups': keepsText(
      signedIn(async (visit) => {
        const { visitor, fields, now } = visit;
        const { zone = utc } = visitor;
        const name = groupName.safeParse(fields['name']);
        const ends = calendarDateOf(fields['ends']);
        const isGood = ends !== undefined && isWithinYear(zone, ends, now);
        const faults = {
          ...(!name.success && { name: name.error.issues[0]?.message ?? 'must be text' }),
          ...(!isGood && { ends: 'must be a day from today to in a year' }),
        };
        const given = { name: (fields['name'] ?? '').slice(0, 160), ends: ends ?? '' };
        if (!name.success || !isGood) return list(visit, given, faults);
        const form = formIn(visit);
        const made = { name: name.data, ends_at: endOfDay(zone, ends), made_by: visitor.accountId, form };
        const opened = await groups.open(made, now);
        if (!opened)
          return list(visit, given, {
            name: `comes after ${maxGroups} other groups of yours, which is the most`,
          });
        const programme = await foundBy(fields['programme'], programmes.find);
        if (programme?.state === 'open') await members.join(programme.programme_id, opened.accountId, now);
        return { to: `/group/${opened.groupId}?done=opened` };
      }, groupsPath),
    ),
    'POST /groups/leave': signedIn(async ({ visitor, fields }) => {
      const row = await foundBy(fields['group_id'], groups.find);
      if (row) await groups.leave(row.group_id, visitor.accountId);
      return { to: groupsPath };
    }, groupsPath),
  };
}

function leaderPages(deps: GroupPages): PageHandlers {
  const { groups, members, certificates, keyed, sharesOf, sharesSince, headOfProject, baseUrl } = deps;
  const forLeader = forLeaders(deps);

  /** The part of a group's account in the programme that it joined. */
  const programmeOf = async (accountId: number, { lang, now }: OwnVisit): Promise<GroupPage['programme']> => {
    const [part] = (await members.joined(accountId, now)).parts;
    if (!part) return undefined;
    const { progress, award } = part.own;
    return { programme: saidIn(part.programme, lang), progress, ...(award && { award: award.path }) };
  };

  const show = async (row: GroupRow, visit: OwnVisit, fault?: GroupPage['fault']): Promise<PageAnswer> => {
    const { now } = visit;
    const shares = await sharesSince(row.account_id, 0);
    const joined = await Promise.all(
      (await groups.members(row.group_id)).map(async ({ account_id, joined_at, shown_name }) => ({
        account: account_id,
        name: shown_name,
        ...totalOf(await sharesSince(account_id, joined_at)),
      })),
    );
    const hidden = joined.filter(({ name }) => name === null);
    const programme = await programmeOf(row.account_id, visit);
    return {
      name: 'group',
      title: row.name,
      ...(fault && { status: 400 }),
      data: {
        of: headOfGroup(row),
        ...(!isOver(row, now) && { code: printedCode(groups.codeOf(row)) }),
        ends: lastDay(row),
        isOver: isOver(row, now),
        projects: await Promise.all(
          byProject(shares).map(async ({ projectId, ...sum }) => ({
            project: await headOfProject(projectId),
            ...sum,
          })),
        ),
        weeks: byWeek(shares).slice(0, 60),
        members: roundedMembers(keyed, row.group_id, hidden),
        named: joined.flatMap(({ name, contributions, hours }) =>
          name === null ? [] : [{ name, contributions, hours }],
        ),
        ...(programme && { programme }),
        ...doneIn(visit, ['opened', 'renewed', 'ended']),
        ...(fault && { fault }),
      },
    };
  };

  return {
    'GET /group/:group': forLeader(show),
    'POST /group/:group/renew': forLeader(async (row) => {
      await groups.renew(row.group_id);
      return { to: `${headOfGroup(row).path}?done=renewed` };
    }, groupsPath),
    'POST /group/:group/end': forLeader(async (row, { now }) => {
      await groups.end(row.group_id, now);
      return { to: `${headOfGroup(row).path}?done=ended` };
    }, groupsPath),
    'POST /group/:group/certificate': forLeader(async (row, visit) => {
      const { zone = utc } = visit.visitor;
      const days = { from: dayAt(zone, row.created_at), to: dayAt(zone, visit.now) };
      const period = { zone, from: startOfDay(zone, days.from), to: endOfDay(zone, days.to) };
      const about = { holder: row.name, ...days, ...(zone !== utc && { zone }) };
      const statement = statementOf(about, await sharesOf(row.account_id, period));
      const { reported, own } = statement.total;
      const isEmpty = reported.events + own.events === 0;
      const token = isEmpty ? undefined : await certificates.make(row.account_id, statement, null, visit.now);
      return token === undefined ? show(row, visit, 'nothing') : { to: pathOf(token) };
    }, groupsPath),
    'GET /group/:group/sheet': forLeader((row, { now }) => {
      if (isOver(row, now)) return { to: headOfGroup(row).path };
      const code = groups.codeOf(row);
      const address = `${baseUrl}/join/${code}`;
      const data = {
        ...{ of: headOfGroup(row), code: printedCode(code), ends: lastDay(row) },
        ...{ address, qr: qrCode(address) },
      };
      return { name: 'group-sheet', title: row.name, data };
    }),
  };
}

/** The page that a code leads to: it explains, and people with an account join there. */
function codePages({ groups, accounts }: GroupPages): PageHandlers {
  const find = async ({ params, ip, now }: Visit) => {
    const code = codeIn(params['code']);
    const row = code === undefined ? undefined : await groups.byCode(code, ip, now);
    return row && code !== undefined ? { row, code } : undefined;
  };
  return {
    'GET /join/:code': async (visit): Promise<PageAnswer> => {
      const found = await find(visit);
      const { visitor, now } = visit;
      const title = 'Take part with your group';
      if (!found) return { name: 'group-code', title, status: 404, data: { state: 'unknown' } };
      const { row, code } = found;
      if (isOver(row, now)) return { name: 'group-code', title, status: 410, data: { state: 'over' } };
      const own = visitor
        ? (await groups.members(row.group_id)).find(({ account_id }) => account_id === visitor.accountId)
        : undefined;
      return {
        name: 'group-code',
        title,
        data: {
          state: 'open',
          name: row.name,
          code: printedCode(code),
          isSignedIn: visitor !== undefined,
          ...(own && { member: own.shown_name === null ? {} : { shownName: own.shown_name } }),
          ...doneIn(visit, ['joined', 'left']),
        },
      };
    },

    'POST /join/:code': signedIn(async (visit) => {
      const found = await find(visit);
      const { visitor, fields, now } = visit;
      if (!found || isOver(found.row, now)) throw noGroup();
      const { row, code } = found;
      if (fields['act'] === 'leave') {
        await groups.leave(row.group_id, visitor.accountId);
        return { to: `/join/${code}?done=left` };
      }
      const isNamed = (fields['name'] ?? '').trim() !== '';
      const name = isNamed ? shownName(fields, await accounts.names(visitor.accountId)) : null;
      if (!(await groups.join(row.group_id, visitor.accountId, name, now)))
        throw new Refusal('invalid', 'This group has as many members as it may have.');
      return { to: `/join/${code}?done=joined` };
    }, '/me'),
  };
}
