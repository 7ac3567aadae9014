/** The pages of a programme's managers: its description, its projects, and the figures of its members. */
import { id as idField } from '../../src/contract/fields/kinds.ts';
import {
  type FigureRow,
  programmesPath,
  type ProgrammeWorkPage,
} from '../../src/contract/pages/programmes.ts';
import type { SeenFact } from '../../src/contract/pages/tiers.ts';
import { formIn } from '../http/bodies/form-fields.ts';
import { badField, Refusal } from '../http/refusal.ts';
import { paged } from '../http/paged.ts';
import { doneIn, type PageAnswer, type PageHandlers } from '../http/pages.ts';
import { signedIn } from '../http/signed-in.ts';
import { keepsText } from '../http/signed-out.ts';
import { projectHead } from '../projects/derived/project-text.ts';
import { newToken } from '../secrets/secrets.ts';
import { csvFile } from '../text/csv.ts';
import { dayOf } from '../text/day.ts';
import type { ProgrammeDeps } from './deps.ts';
import { readProgramme, typedProgramme } from './form.ts';
import { forProgramme } from './pages.ts';
import { headOf } from './said.ts';
import { leaving, maxListed, maxProgrammes, type Programme } from './store.ts';

type Rounded = ReturnType<Awaited<ReturnType<ProgrammeDeps['figures']>>['rounded']>;

/** Rows of the lists of one page. */
const sizes = { projects: 20, figures: 60, people: 50 };

const projectId = idField('the project');

/** The number of a project, typed, or in the address of its page. */
function projectIn(typed: string | undefined): number {
  const [, number] = /(?:^|\/project\/)(\d{1,15})(?=$|[-/?#])/.exec((typed ?? '').trim()) ?? [];
  const read = projectId.safeParse(number);
  if (!read.success)
    throw badField('project_id', 'must be the number of a project, or the address of its page here');
  return read.data;
}

export function programmeManagerPages(deps: ProgrammeDeps): PageHandlers {
  const { programmes, members, missing, openHead, tell, figures, takeLogo } = deps;
  const forManagers = forProgramme(deps, ({ manages }) => manages);
  const figureRows = async (rows: Rounded[]): Promise<FigureRow[]> => {
    const ids = [...new Set(rows.map(({ projectId }) => projectId))].filter((id) => id !== 0);
    const heads = await Promise.all(ids.map(async (id) => (await openHead(id)) ?? projectHead(id, '')));
    const byId = new Map(heads.map((head) => [head.id, head]));
    return rows.map(({ projectId, ...row }) => {
      const project = byId.get(projectId);
      return project ? { ...row, project } : row;
    });
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

    'GET /programme/:programme/edit': forManagers((programme) =>
      form(typedProgramme(programme.pending ?? programme), {}, programme),
    ),
    'POST /programme/:programme/edit': {
      fileField: 'logo',
      answer: keepsText(
        forManagers(async (programme, visit) => {
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

    'GET /programme/:programme/work': forManagers(async (programme, visit) => {
      const { programme_id: id } = programme;
      const { now, query } = visit;
      const rows = await programmes.listings(id);
      const inOrder = (['asked', 'invited', 'listed'] as const).flatMap((state) =>
        rows.filter((row) => row.state === state).map((row) => ({ ...row, state })),
      );
      const listings = paged(inOrder, query['page'], sizes.projects);
      const shown = paged(await members.shown(id, now), query['people'], sizes.people);
      const { people, awards, rows: counted, rounded } = await figures(id);
      const [together = [], apart = []] = [true, false].map((isTogether) =>
        counted.filter(({ project_id }) => (project_id === 0) === isTogether),
      );
      const data: ProgrammeWorkPage = {
        of: headOf(programme),
        isOpen: programme.state === 'open',
        projects: {
          ...listings,
          items: await Promise.all(
            listings.items.map(async ({ project_id, name, state }) => ({
              project: projectHead(project_id, name),
              state,
              missing: state === 'listed' ? [] : ((await missing(project_id, now)) ?? ['published']),
            })),
          ),
        },
        people,
        awards,
        figures: await figureRows([...together, ...apart].slice(0, sizes.figures).map(rounded)),
        ...(counted.length > sizes.figures && { allFigures: counted.length }),
        shown: {
          ...shown,
          items: await Promise.all(
            shown.items.map(async ({ name, until, row }) => {
              const award = await members.awardOf(row);
              return { name, until, ...(award && { award: award.path }) };
            }),
          ),
        },
        ...doneIn(visit, ['listed', 'invited', 'removed']),
      };
      return { name: 'programme-work', title: `Manage ${programme.name}`, data };
    }),

    'POST /programme/:programme/work': forManagers(async (programme, visit) => {
      const { programme_id: id } = programme;
      const { fields, now } = visit;
      const project = projectIn(fields['project_id']);
      const to = (done: string) => ({ to: `${headOf(programme).path}/work?done=${done}#projects` });
      if (programme.state !== 'open')
        throw new Refusal('invalid', 'An operator must approve the programme first.');
      if (fields['act'] === 'remove') {
        if (await programmes.list(id, project, leaving, now))
          await tell('removed', programme, project, visit);
        return to('removed');
      }
      const lacks = await missing(project, now);
      if (!lacks) throw badField('project_id', 'is not the number of a published project');
      const isAccepted = fields['act'] === 'accept';
      if (isAccepted) mustBeEligible(lacks);
      const accepting = lacks.length === 0 ? { asked: 'listed' as const } : {};
      const inviting = isAccepted ? {} : { none: 'invited' as const, left: 'invited' as const };
      const news = await programmes.list(id, project, { ...accepting, ...inviting }, now);
      if (news) await tell(news, programme, project, visit);
      if (isAccepted || news === 'listed') return to('listed');
      if (!news && (await programmes.listings(id)).length >= maxListed)
        throw badField('project_id', `comes after ${maxListed} others, which is the most`);
      return to('invited');
    }, programmesPath),

    'GET /programme/:programme/figures.csv': forManagers(async (programme, { query, now }) => {
      const { rows: counted, rounded } = await figures(programme.programme_id);
      const rows = await figureRows(counted.map(rounded));
      const columns = ['month', 'project_id', 'project', 'people', 'contributions', 'hours'] as const;
      const cells = rows.map(({ month, project, people, contributions, hours }) => {
        const { id = null, title = null } = project ?? {};
        return [month, id, title, people, contributions, hours];
      });
      return csvFile(`programme-${programme.programme_id}-${dayOf(now)}`, query, columns, [cells]);
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
