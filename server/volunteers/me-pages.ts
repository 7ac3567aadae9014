/** `/me/volunteer`: the data that managers of projects see about a person, and that person's decisions about it. */
import { id as idField } from '../../src/contract/fields/kinds.ts';
import type { ProjectHead } from '../../src/contract/pages.ts';
import type { ShownTo } from '../../src/contract/pages/volunteers.ts';
import { paged } from '../http/paged.ts';
import type { PageHandlers } from '../http/pages.ts';
import { Refusal } from '../http/refusal.ts';
import { signedIn } from '../http/signed-in.ts';
import type { NamedIn } from '../projects/named-in.ts';
import type { ChoiceStore, ShownRow } from './choices.ts';
import { figuresIn } from './figures-in.ts';

export type OwnChoices = {
  choices: ChoiceStore;
  headOf: (projectId: number, name: string) => ProjectHead;
  namedIn: NamedIn;
};

const perPage = 20;
const projectId = idField('the project');

/** The change that each button makes. */
const acts = {
  list: { is_listed: 1 },
  unlist: { is_listed: 0 },
  'show-name': { shows_name: 1 },
  'hide-name': { shows_name: 0 },
  mail: { is_mailed: 1 },
  'no-mail': { is_mailed: 0 },
} as const;

export function ownChoicePages({ choices, headOf, namedIn }: OwnChoices): PageHandlers {
  const shownTo = ([first, ...others]: [ShownRow, ...ShownRow[]]): ShownTo => ({
    project: headOf(first.project_id, first.title),
    isListed: [first, ...others].some((row) => row.is_listed === 1),
    isOptedOut: [first, ...others].every((row) => row.is_opted_out === 1),
    showsName: first.shows_name === 1,
    isMailed: first.is_mailed === 1,
    figures: [first, ...others].flatMap(({ pseudonym, is_listed, ...row }) =>
      pseudonym === null || is_listed !== 1 ? [] : [figuresIn({ ...row, pseudonym })],
    ),
  });

  return {
    'GET /me/volunteer': signedIn(async ({ visitor, query, now, lang }) => {
      const rows = await choices.shownOf(visitor.accountId, now);
      const byProject = [...Map.groupBy(rows, ({ project_id }) => project_id).values()];
      const projects = byProject.map((some) => shownTo(some as [ShownRow, ...ShownRow[]]));
      return {
        name: 'me-volunteer',
        title: 'What project managers can see about you',
        data: await namedIn({ name: visitor.name, projects: paged(projects, query['page'], perPage) }, lang),
      };
    }),

    'POST /me/volunteer': signedIn(async ({ visitor, fields, now }) => {
      const project = projectId.safeParse(fields['project_id']);
      const act = fields['act'] ?? '';
      if (!project.success || !Object.hasOwn(acts, act))
        throw new Refusal('invalid', 'This form is not complete; open the page again.');
      const rows = await choices.shownOf(visitor.accountId, now);
      if (rows.some(({ project_id }) => project_id === project.data))
        await choices.choose(visitor.accountId, project.data, acts[act as keyof typeof acts], now);
      const page = /^\d{1,6}$/.exec(fields['page'] ?? '')?.[0];
      return { to: `/me/volunteer${page === undefined ? '' : `?page=${page}`}#project-${project.data}` };
    }, '/me/volunteer'),
  };
}
