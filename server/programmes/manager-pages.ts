/** The pages of a programme's managers: its description, its projects, and the figures of its members. */
import { id as idField } from '../../src/contract/fields/kinds.ts';
import {
  type FigureRow,
  type ListedProject,
  programmesPath,
  type ProgrammeWorkPage,
} from '../../src/contract/pages/programmes.ts';
import type { SeenFact } from '../../src/contract/pages/tiers.ts';
import type { ProjectHead } from '../../src/contract/pages.ts';
import { formIn } from '../http/bodies/form-fields.ts';
import { badField, Refusal } from '../http/refusal.ts';
import type { PageAnswer, PageHandlers, Visit } from '../http/pages.ts';
import { type OwnVisit, signedIn } from '../http/signed-in.ts';
import { keepsText } from '../http/signed-out.ts';
import { newToken } from '../secrets/secrets.ts';
import { csvFile } from '../text/csv.ts';
import { dayOf } from '../text/day.ts';
import { readProgramme, typedProgramme } from './form.ts';
import { noProgramme, programmeAt, type ProgrammePages } from './pages.ts';
import { headOf } from './said.ts';
import { maxListed, maxProgrammes, type Programme } from './store.ts';

/** A change between a project and a programme, for the mail to the other side. */
export type ListingNews = 'invited' | 'asked' | 'listed' | 'refused' | 'removed' | 'left';

export type ProgrammeWork = Pick<ProgrammePages, 'programmes' | 'members'> & {
  /** The conditions that an open project lacks before it can count; undefined if it is not open. */
  missing: (projectId: number, now: number) => Promise<SeenFact[] | undefined>;
  headOfProject: (projectId: number, name: string) => ProjectHead;
  /** Mails the managers of the project, or of the programme. */
  tell: (
    news: ListingNews,
    programme: Programme,
    projectId: number,
    visit: Pick<Visit, 'ip' | 'now'>,
  ) => Promise<void>;
  /** The figures of the last count. */
  figures: (
    id: number,
  ) => Promise<{ people: FigureRow['people']; awards: FigureRow['people']; rows: FigureRow[] }>;
  /** Takes the picture of a form, and returns its name. */
  takeLogo: (
    file: Buffer,
    id: number,
    visit: Pick<Visit, 'ip' | 'now'>,
  ) => Promise<{ logo: string } | { fault: string }>;
};

const projectId = idField('the project');

/** The number of a project, typed, or in the address of its page. */
function projectIn(typed: string | undefined): number {
  const [, number] = /(?:^|\/project\/)(\d{1,15})(?=$|[-/?#])/.exec((typed ?? '').trim()) ?? [];
  const read = projectId.safeParse(number);
  if (!read.success)
    throw badField('project_id', 'must be the number of a project, or the address of its page here');
  return read.data;
}

export function programmeManagerPages(deps: ProgrammeWork): PageHandlers {
  const { programmes, members, missing, headOfProject, tell, figures, takeLogo } = deps;
  const at = programmeAt(programmes);
  const managed = async (visit: OwnVisit): Promise<Programme> => {
    const { programme, manages } = await at(visit);
    if (!manages) throw noProgramme();
    return programme;
  };
  const form = (
    given: Record<string, string>,
    faults: Record<string, string>,
    programme?: Programme,
  ): PageAnswer => ({
    name: 'programme-form',
    title: programme ? `Change ${programme.name}` : 'Request a programme',
    ...(Object.keys(faults).length > 0 && { status: 400 }),
    data: {
      given,
      faults,
      form: newToken(),
      ...(programme && {
        of: {
          ...headOf(programme),
          ...(programme.logo !== undefined && { logo: `/images/${programme.logo}.webp` }),
        },
      }),
    },
  });

  return {
    'GET /programmes/new': signedIn(() => form({}, {})),
    'POST /programmes/new': keepsText(
      signedIn(async ({ visitor, fields, now }) => {
        const { given, faults, read } = readProgramme(fields);
        if (!read) return form(given, faults);
        const id = await programmes.request(visitor.accountId, read, formIn({ fields }), now);
        if (id === undefined)
          throw new Refusal('invalid', `You have requested ${maxProgrammes} programmes, which is the most.`);
        return { to: `/programme/${id}?done=sent` };
      }, '/programmes/new'),
    ),

    'GET /programme/:programme/edit': signedIn(async (visit) => {
      const programme = await managed(visit);
      return form(typedProgramme(programme.pending ?? programme), {}, programme);
    }),
    'POST /programme/:programme/edit': {
      fileField: 'logo',
      answer: keepsText(
        signedIn(async (visit) => {
          const programme = await managed(visit);
          const { given, faults, read } = readProgramme(visit.fields);
          const taken = visit.file && (await takeLogo(visit.file, programme.programme_id, visit));
          const all = { ...faults, ...(taken && 'fault' in taken && { logo: taken.fault }) };
          if (!read || Object.keys(all).length > 0) return form(given, all, programme);
          const before = programme.pending?.logo ?? programme.logo ?? null;
          const kept = visit.fields['no-logo'] === undefined ? before : null;
          const logo = taken && 'logo' in taken ? taken.logo : kept;
          await programmes.change(programme, { ...read, logo });
          const isWaiting = programme.state !== 'requested';
          return { to: `${headOf(programme).path}?done=${isWaiting ? 'waits' : 'saved'}` };
        }, programmesPath),
      ),
    },

    'GET /programme/:programme/work': signedIn(async (visit) => {
      const programme = await managed(visit);
      const id = programme.programme_id;
      const { query, now } = visit;
      const rows = (await programmes.listings(id)).filter(({ state }) => state !== 'left');
      const { people, awards, rows: counted } = await figures(id);
      const shown = await members.shown(id, now);
      const data: ProgrammeWorkPage = {
        of: headOf(programme),
        isOpen: programme.state === 'open',
        projects: await Promise.all(
          rows.map(async ({ project_id, name, state }) => ({
            project: headOfProject(project_id, name),
            state: state as ListedProject['state'],
            missing: state === 'listed' ? [] : ((await missing(project_id, now)) ?? ['published']),
          })),
        ),
        people,
        awards,
        figures: counted,
        shown: await Promise.all(
          shown.map(async ({ shown_name, shown_until, account_id }) => {
            const part = await members.part(programme, account_id, now);
            return {
              name: shown_name ?? '',
              until: new Date((shown_until ?? 1) - 1).toISOString(),
              ...(part?.award && { award: part.award.path }),
            };
          }),
        ),
        ...(['listed', 'invited', 'removed'].includes(query['done'] ?? '') && {
          done: query['done'] as 'listed',
        }),
      };
      return { name: 'programme-work', title: `Manage ${programme.name}`, data };
    }),

    'POST /programme/:programme/work': signedIn(async (visit) => {
      const programme = await managed(visit);
      const id = programme.programme_id;
      const { fields, now } = visit;
      const project = projectIn(fields['project_id']);
      const to = (done: string) => ({ to: `${headOf(programme).path}/work?done=${done}#projects` });
      if (programme.state !== 'open')
        throw new Refusal('invalid', 'An operator must approve the programme first.');
      if (fields['act'] === 'remove') {
        const isChanged = await programmes.list(id, project, { from: ['listed'], to: 'left' }, now);
        const isUnasked =
          !isChanged && (await programmes.list(id, project, { from: ['asked', 'invited'], to: 'none' }, now));
        if (isChanged || isUnasked) await tell(isChanged ? 'removed' : 'refused', programme, project, visit);
        return to('removed');
      }
      const lacks = await missing(project, now);
      if (!lacks) throw badField('project_id', 'is not the number of a published project');
      const isAccepted = fields['act'] === 'accept';
      if (isAccepted) mustBeEligible(lacks);
      const isListed =
        lacks.length === 0 && (await programmes.list(id, project, { from: ['asked'], to: 'listed' }, now));
      if (isListed) await tell('listed', programme, project, visit);
      if (isListed || isAccepted) return to('listed');
      const isInvited = await programmes.list(id, project, { from: ['none', 'left'], to: 'invited' }, now);
      if (isInvited) await tell('invited', programme, project, visit);
      else if ((await programmes.listings(id)).length >= maxListed)
        throw badField('project_id', `comes after ${maxListed} others, which is the most`);
      return to('invited');
    }, programmesPath),

    'GET /programme/:programme/figures.csv': signedIn(async (visit) => {
      const programme = await managed(visit);
      const { rows } = await figures(programme.programme_id);
      const columns = ['month', 'project_id', 'project', 'people', 'contributions', 'hours'] as const;
      return csvFile(
        `programme-${programme.programme_id}-${dayOf(visit.now)}`,
        visit.query,
        columns,
        (async function* () {
          yield rows.map(({ month, project, people, contributions, hours }) => [
            month,
            project?.id ?? null,
            project?.title ?? null,
            people,
            contributions,
            hours,
          ]);
        })(),
      );
    }),
  };
}

/** Refuses a project that does not meet the specification's conditions for curated programming, with what it lacks. */
export function mustBeEligible(missing: SeenFact[]): void {
  if (missing.length > 0)
    throw new Refusal(
      'invalid',
      `This project cannot count yet. It lacks: ${missing.map((fact) => lacking[fact]).join('; ')}. Its Tools tab says how.`,
    );
}

const lacking: Record<SeenFact, string> = {
  published: 'publication by an editor',
  api: 'contributions that the project reports with the API',
  message: 'the confirmation message, shown on its site',
  key: 'an API key',
  browser: 'contributions that browsers report',
  client: 'an OAuth client',
  authorized: 'people who authorized its site',
};
