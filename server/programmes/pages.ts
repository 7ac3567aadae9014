/** The public pages of programmes; people join, leave, and choose there what the partner sees of them. */
import { calendarDateOf } from '../../src/contract/fields/calendar-date.ts';
import { programmesPath, type ProgrammePage } from '../../src/contract/pages/programmes.ts';
import { shownName } from '../accounts/shown-name.ts';
import { foundAt } from '../http/found-by-number.ts';
import { paged } from '../http/paged.ts';
import { badField, Refusal } from '../http/refusal.ts';
import { doneIn, type PageAnswer, type PageHandlers, type Visit } from '../http/pages.ts';
import { type OwnVisit, signedIn } from '../http/signed-in.ts';
import { qrCode } from '../text/qr-code.ts';
import { endOfDay, isWithinYear, utc } from '../text/zone.ts';
import type { ProgrammeDeps } from './deps.ts';
import { maxJoined } from './members.ts';
import { headOf, saidIn } from './said.ts';
import type { Programme } from './store.ts';

const deeds = ['joined', 'left', 'shown', 'hidden', 'mailed', 'unmailed', 'sent', 'saved', 'waits'] as const;

export const noProgramme = () => new Refusal('not_found', 'There is no such programme.');

/** The programme of an address, for somebody who may see it. */
const programmeAt =
  ({ programmes, managing }: Pick<ProgrammeDeps, 'programmes' | 'managing'>) =>
  async ({ params, visitor }: Pick<Visit, 'params' | 'visitor'>) => {
    const programme = await foundAt(params['programme'], programmes.find);
    if (!programme) throw noProgramme();
    const thing = { kind: 'programme', id: programme.programme_id } as const;
    const manages = visitor !== undefined && (await managing.manages(thing, visitor.accountId));
    if (programme.state !== 'open' && !manages && visitor?.role !== 'operator') throw noProgramme();
    return { programme, manages };
  };

/** A page or form of signed-in people about a programme; there is none where they may not use it. */
export const forProgramme =
  (deps: ProgrammeDeps, may: (found: { programme: Programme; manages: boolean }) => boolean) =>
  (act: (programme: Programme, visit: OwnVisit) => PageAnswer | Promise<PageAnswer>, next?: string) =>
    signedIn(async (visit) => {
      const found = await programmeAt(deps)(visit);
      if (!may(found)) throw noProgramme();
      return act(found.programme, visit);
    }, next);

/** The projects that its page shows. */
const maxCards = 24;

export function programmePages(deps: ProgrammeDeps): PageHandlers {
  const { programmes, members, accounts, certificates, cardsOf, baseUrl } = deps;
  const at = programmeAt(deps);
  const inOpen = forProgramme(deps, ({ programme }) => programme.state === 'open');
  const nameIn = async ({ fields, visitor }: OwnVisit) =>
    shownName(fields, await accounts.names(visitor.accountId));
  const back = (programme: Programme, done: ProgrammePage['done']) => ({
    to: `${headOf(programme).path}?done=${done}`,
  });

  return {
    [`GET ${programmesPath}`]: async ({ visitor, lang, query }): Promise<PageAnswer> => ({
      name: 'programmes',
      title: 'Programmes',
      data: {
        programmes: paged(
          (await programmes.open()).map((one) => saidIn(one, lang)),
          query['page'],
          maxCards,
        ),
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
      const { visitor, lang, now } = visit;
      const said = saidIn(programme, lang);
      const part = visitor && (await members.part(programme, visitor.accountId, now));
      const address = `${baseUrl}/programme/${programme.programme_id}`;
      const listed = (await programmes.listings(programme.programme_id)).filter(
        ({ state }) => state === 'listed',
      );
      const shown = listed.slice(0, maxCards).map(({ project_id }) => project_id);
      return {
        name: 'programme',
        title: said.name,
        description: said.text.slice(0, 200),
        data: {
          programme: said,
          state: programme.state,
          projects: await cardsOf(shown, lang),
          search: `/finder?programme=${programme.programme_id}`,
          ...(part && { own: part }),
          isMember: part !== undefined,
          manages,
          ...(manages && programme.pending && { isWaiting: true as const }),
          qr: qrCode(address),
          address,
          ...doneIn(visit, deeds),
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

    'POST /programme/:programme/mail': inOpen(async (programme, { visitor, fields }) => {
      const isMailed = fields['act'] === 'mail';
      await members.chooseMail(programme.programme_id, visitor.accountId, isMailed);
      return back(programme, isMailed ? 'mailed' : 'unmailed');
    }, programmesPath),

    'POST /programme/:programme/name': inOpen(async (programme, visit) => {
      const { accountId } = visit.visitor;
      const award = await members.award(programme.programme_id, accountId);
      if (!award) return { to: headOf(programme).path };
      const holder = visit.fields['act'] === 'remove' ? '' : await nameIn(visit);
      await certificates.name(accountId, { holder, programme: programme.programme_id }, award.id);
      return { to: award.path };
    }, programmesPath),

    'POST /programme/:programme/show': inOpen(async (programme, visit) => {
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
