/** The pages of groups: their leaders open and watch them, and people with an account join by the code. */
import { calendarDateOf } from '../../src/contract/fields/calendar-date.ts';
import { id as idField } from '../../src/contract/fields/kinds.ts';
import { nameText } from '../../src/contract/fields/name-text.ts';
import { type GroupHead, groupsPath, type GroupPage } from '../../src/contract/pages/groups.ts';
import type { ProgrammeHead } from '../../src/contract/pages/programmes.ts';
import type { ProjectHead } from '../../src/contract/pages.ts';
import { shownName } from '../accounts/shown-name.ts';
import type { DailyShare } from '../certificates/statement.ts';
import type { PageAnswer, PageHandlers, Visit } from '../http/pages.ts';
import { formIn } from '../http/bodies/form-fields.ts';
import { Refusal } from '../http/refusal.ts';
import { type OwnVisit, signedIn } from '../http/signed-in.ts';
import { keepsText } from '../http/signed-out.ts';
import { newToken } from '../secrets/secrets.ts';
import { qrCode } from '../text/qr-code.ts';
import { endOfDay, isWithinYear, utc } from '../text/zone.ts';
import { codeIn, printedCode } from './codes.ts';
import { byProject, byWeek, totalOf } from './figures.ts';
import { type GroupRow, type GroupStore, maxGroups } from './store.ts';

export type GroupPages = {
  groups: GroupStore;
  /** The contributions that are credited to an account since a moment. */
  sharesOf: (accountId: number, since: number) => Promise<DailyShare[]>;
  headOfProject: (projectId: number) => Promise<ProjectHead>;
  /** Sums of members with an account: rounded, and hidden where they are few. */
  rounded: (groupId: number, members: { accounts: number[]; contributions: number }) => GroupPage['members'];
  programmes: {
    open: () => Promise<ProgrammeHead[]>;
    /** Lets the account of a group take part in a programme. */
    join: (programmeId: number, accountId: number, now: number) => Promise<void>;
    /** The part of a group's account in the programme that it joined. */
    part: (accountId: number, lang: string, now: number) => Promise<GroupPage['programme']>;
  };
  /** Makes a certificate of a group, and returns its path; undefined if there is nothing in it. */
  certificate: (
    accountId: number,
    about: { holder: string; from: number; zone: string },
    now: number,
  ) => Promise<string | undefined>;
  /** Nothing of a person with a guardian is shown by name. */
  hasGuardian: (accountId: number) => Promise<boolean>;
  baseUrl: string;
};

const number = idField('the group');
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

/** The group of an address, for a leader; to everybody else there is none. */
const ledBy =
  ({ groups }: Pick<GroupPages, 'groups'>) =>
  async ({ params, visitor }: OwnVisit): Promise<GroupRow> => {
    const read = number.safeParse(params['group']);
    const row = read.success ? await groups.find(read.data) : undefined;
    if (!row || !(await groups.leads(row.group_id, visitor.accountId))) throw noGroup();
    return row;
  };

function listPages({ groups, programmes }: GroupPages): PageHandlers {
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
      programmes: await programmes.open(),
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
        const made = { name: name.data, endsAt: endOfDay(zone, ends), by: visitor.accountId, form };
        const opened = await groups.open(made, now);
        if (!opened)
          return list(visit, given, {
            name: `comes after ${maxGroups} other groups of yours, which is the most`,
          });
        const programme = number.safeParse(fields['programme']);
        if (programme.success) await programmes.join(programme.data, opened.accountId, now);
        return { to: `/group/${opened.groupId}?done=opened` };
      }, groupsPath),
    ),
    'POST /groups/leave': signedIn(async ({ visitor, fields }) => {
      const read = number.safeParse(fields['group_id']);
      if (read.success) await groups.leave(read.data, visitor.accountId);
      return { to: groupsPath };
    }, groupsPath),
  };
}

function leaderPages(deps: GroupPages): PageHandlers {
  const { groups, sharesOf, headOfProject, rounded, programmes, certificate, baseUrl } = deps;
  const led = ledBy(deps);
  const addressOf = (code: string) => `${baseUrl}/join/${code}`;

  const show = async (visit: OwnVisit, row: GroupRow, fault?: GroupPage['fault']): Promise<PageAnswer> => {
    const { now, lang, query } = visit;
    const shares = await sharesOf(row.account_id, 0);
    const members = await Promise.all(
      (await groups.members(row.group_id)).map(async ({ account_id, joined_at, shown_name }) => ({
        account: account_id,
        name: shown_name,
        ...totalOf(await sharesOf(account_id, joined_at)),
      })),
    );
    const hidden = members.filter(({ name }) => name === null);
    const programme = await programmes.part(row.account_id, lang, now);
    const done = (['opened', 'renewed', 'ended'] as const).find((deed) => deed === query['done']);
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
        members: rounded(row.group_id, {
          accounts: hidden.map(({ account }) => account),
          contributions: hidden.reduce((sum, one) => sum + one.contributions, 0),
        }),
        named: members.flatMap(({ name, contributions, hours }) =>
          name === null ? [] : [{ name, contributions, hours }],
        ),
        ...(programme && { programme }),
        ...(done && { done }),
        ...(fault && { fault }),
      },
    };
  };

  return {
    'GET /group/:group': signedIn(async (visit) => show(visit, await led(visit))),
    'POST /group/:group/renew': signedIn(async (visit) => {
      const row = await led(visit);
      await groups.renew(row.group_id);
      return { to: `${headOfGroup(row).path}?done=renewed` };
    }, groupsPath),
    'POST /group/:group/end': signedIn(async (visit) => {
      const row = await led(visit);
      await groups.end(row.group_id, visit.now);
      return { to: `${headOfGroup(row).path}?done=ended` };
    }, groupsPath),
    'POST /group/:group/certificate': signedIn(async (visit) => {
      const row = await led(visit);
      const { zone = utc } = visit.visitor;
      const path = await certificate(
        row.account_id,
        { holder: row.name, from: row.created_at, zone },
        visit.now,
      );
      return path === undefined ? show(visit, row, 'nothing') : { to: path };
    }, groupsPath),
    'GET /group/:group/sheet': signedIn(async (visit) => {
      const row = await led(visit);
      if (isOver(row, visit.now)) return { to: headOfGroup(row).path };
      const code = groups.codeOf(row);
      const data = {
        of: headOfGroup(row),
        code: printedCode(code),
        address: addressOf(code),
        qr: qrCode(addressOf(code)),
        ends: lastDay(row),
      };
      return { name: 'group-sheet', title: row.name, data };
    }),
  };
}

/** The page that a code leads to: it explains, and people with an account join there. */
function codePages({ groups, hasGuardian }: GroupPages): PageHandlers {
  const find = async ({ params, ip, now }: Visit) => {
    const code = codeIn(params['code']);
    const row = code === undefined ? undefined : await groups.byCode(code, ip, now);
    return row && code !== undefined ? { row, code } : undefined;
  };
  return {
    'GET /join/:code': async (visit): Promise<PageAnswer> => {
      const found = await find(visit);
      const { visitor, now, query } = visit;
      const title = 'Take part with your group';
      if (!found) return { name: 'group-code', title, status: 404, data: { state: 'unknown' } };
      const { row, code } = found;
      if (isOver(row, now)) return { name: 'group-code', title, status: 410, data: { state: 'over' } };
      const own = visitor
        ? (await groups.members(row.group_id)).find(({ account_id }) => account_id === visitor.accountId)
        : undefined;
      const done = (['joined', 'left'] as const).find((deed) => deed === query['done']);
      return {
        name: 'group-code',
        title,
        data: {
          state: 'open',
          name: row.name,
          code: printedCode(code),
          isSignedIn: visitor !== undefined,
          ...(own && { member: own.shown_name === null ? {} : { shownName: own.shown_name } }),
          ...(done && { done }),
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
      const name = isNamed ? shownName(fields, { hasGuardian: await hasGuardian(visitor.accountId) }) : null;
      if (!(await groups.join(row.group_id, visitor.accountId, name, now)))
        throw new Refusal('invalid', 'This group has as many members as it may have.');
      return { to: `/join/${code}?done=joined` };
    }, '/me'),
  };
}
