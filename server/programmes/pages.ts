/** The public pages of programmes; people join, leave, and choose there what the partner sees of them. */
import { calendarDateOf } from '../../src/contract/fields/calendar-date.ts';
import { id as idField } from '../../src/contract/fields/kinds.ts';
import type { ProjectCardData } from '../../src/contract/pages/finder.ts';
import { programmesPath, type ProgrammePage } from '../../src/contract/pages/programmes.ts';
import { shownName } from '../accounts/shown-name.ts';
import type { AwardStatement } from '../certificates/statement.ts';
import { badField, Refusal } from '../http/refusal.ts';
import type { PageAnswer, PageHandlers, Visit } from '../http/pages.ts';
import { type OwnVisit, signedIn } from '../http/signed-in.ts';
import { qrCode } from '../text/qr-code.ts';
import { endOfDay, isWithinYear, utc } from '../text/zone.ts';
import { maxJoined, type MemberStore } from './members.ts';
import { headOf, saidIn } from './said.ts';
import type { Programme, ProgrammeStore } from './store.ts';

export type ProgrammePages = {
  programmes: ProgrammeStore;
  members: MemberStore;
  /** The cards of the projects that a programme lists. */
  cardsOf: (programme: Programme, lang: string) => Promise<ProjectCardData[]>;
  /** Nothing of a person with a guardian is shown by name. */
  hasGuardian: (accountId: number) => Promise<boolean>;
  /** Puts a name on an award, or takes it off. */
  nameAward: (accountId: number, award: AwardStatement, certificateId: number) => Promise<unknown>;
  pathOfAward: (certificateId: number) => Promise<string | undefined>;
  baseUrl: string;
};

const numberField = idField('the number at the start of the address');
const deeds = ['joined', 'left', 'shown', 'hidden', 'mailed', 'unmailed', 'sent', 'saved', 'waits'] as const;

export const noProgramme = () => new Refusal('not_found', 'There is no such programme.');

/** The programme of an address, for somebody who may see it. */
export const programmeAt =
  (programmes: ProgrammeStore) =>
  async ({ params, visitor }: Pick<Visit, 'params' | 'visitor'>) => {
    const read = numberField.safeParse(/^\d+/.exec(params['programme'] ?? '')?.[0]);
    const programme = read.success ? await programmes.find(read.data) : undefined;
    if (!programme) throw noProgramme();
    const manages =
      visitor !== undefined && (await programmes.manages(programme.programme_id, visitor.accountId));
    if (programme.state !== 'open' && !manages && visitor?.role !== 'operator') throw noProgramme();
    return { programme, manages };
  };

export function programmePages(deps: ProgrammePages): PageHandlers {
  const { programmes, members, cardsOf, hasGuardian, nameAward, pathOfAward, baseUrl } = deps;
  const at = programmeAt(programmes);
  const open = async (visit: OwnVisit) => {
    const { programme } = await at(visit);
    if (programme.state !== 'open') throw noProgramme();
    return programme;
  };
  const nameIn = async ({ fields, visitor }: OwnVisit) =>
    shownName(fields, await hasGuardian(visitor.accountId));
  const back = (programme: Programme, done: ProgrammePage['done']) => ({
    to: `${headOf(programme).path}?done=${done}`,
  });

  return {
    [`GET ${programmesPath}`]: async ({ visitor, lang }): Promise<PageAnswer> => ({
      name: 'programmes',
      title: 'Programmes',
      data: {
        programmes: (await programmes.open()).map((one) => saidIn(one, lang)),
        managed: visitor
          ? (await programmes.managedBy(visitor.accountId)).map((one) => ({
              ...headOf(one),
              state: one.state,
              ...(one.reason !== null && { reason: one.reason }),
            }))
          : [],
      },
    }),

    'GET /programme/:programme': async (visit): Promise<PageAnswer> => {
      const { programme, manages } = await at(visit);
      const { visitor, lang, now, query } = visit;
      const said = saidIn(programme, lang);
      const part = visitor && (await members.part(programme, visitor.accountId, now));
      const address = `${baseUrl}/programme/${programme.programme_id}`;
      const done = deeds.find((deed) => deed === query['done']);
      return {
        name: 'programme',
        title: said.name,
        description: said.text.slice(0, 200),
        data: {
          programme: said,
          state: programme.state,
          projects: await cardsOf(programme, lang),
          search: `/finder?programme=${programme.programme_id}`,
          ...(part && { own: part }),
          isMember: part !== undefined,
          manages,
          ...(manages && programme.pending && { isWaiting: true as const }),
          qr: qrCode(address),
          address,
          ...(done && { done }),
        },
      };
    },

    'GET /programme/:programme/colours.css': async (visit) => {
      const { colours } = (await at(visit)).programme;
      const content = colours
        ? `.programme-head { background: ${colours.ground}; color: ${colours.ink}; }`
        : '';
      return { content, type: 'text/css; charset=utf-8' };
    },

    'POST /programme/:programme/join': async (visit) => {
      const { visitor } = visit;
      const { programme } = await at(visit);
      const { path } = headOf(programme);
      if (!visitor) return { to: `/sign-in?next=${encodeURIComponent(path)}` };
      if (programme.state !== 'open') throw noProgramme();
      if (!(await members.join(programme.programme_id, visitor.accountId, visit.now)))
        throw new Refusal(
          'invalid',
          `You are in ${maxJoined} programmes, which is the most. Leave one first.`,
        );
      return back(programme, 'joined');
    },

    'POST /programme/:programme/leave': signedIn(async (visit) => {
      const { programme } = await at(visit);
      await members.leave(programme.programme_id, visit.visitor.accountId, visit.now);
      return back(programme, 'left');
    }, programmesPath),

    'POST /programme/:programme/mail': signedIn(async (visit) => {
      const programme = await open(visit);
      const isMailed = visit.fields['act'] === 'mail';
      await members.chooseMail(programme.programme_id, visit.visitor.accountId, isMailed);
      return back(programme, isMailed ? 'mailed' : 'unmailed');
    }, programmesPath),

    'POST /programme/:programme/name': signedIn(async (visit) => {
      const programme = await open(visit);
      const { accountId } = visit.visitor;
      const id = await members.award(programme.programme_id, accountId);
      const path = id === undefined ? undefined : await pathOfAward(id);
      if (id === undefined || path === undefined) return { to: headOf(programme).path };
      const holder = visit.fields['act'] === 'remove' ? '' : await nameIn(visit);
      await nameAward(accountId, { holder, programme: programme.programme_id }, id);
      return { to: path };
    }, programmesPath),

    'POST /programme/:programme/show': signedIn(async (visit) => {
      const programme = await open(visit);
      const { visitor, fields, now } = visit;
      const { accountId, zone = utc } = visitor;
      if (fields['act'] === 'hide') {
        await members.show(programme.programme_id, accountId, undefined);
        return back(programme, 'hidden');
      }
      const name = await nameIn(visit);
      const until = calendarDateOf(fields['until']);
      if (until === undefined || !isWithinYear(zone, until, now))
        throw badField('until', 'must be a day from today to in a year');
      await members.show(programme.programme_id, accountId, { name, until: endOfDay(zone, until) });
      return back(programme, 'shown');
    }, programmesPath),
  };
}
