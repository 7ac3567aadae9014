/** A project's page: About for everybody, Tools and Stats for its managers. */
import { id as idField } from '../../src/contract/fields/kinds.ts';
import type { OutcomeSaid, ToldOutcome } from '../../src/contract/pages/outcomes.ts';
import type { PageData } from '../../src/contract/pages.ts';
import type { ImageState, ShownOn, Tools } from '../../src/contract/pages/project-tools.ts';
import { isOpen, isPublished, isShown } from './visibility.ts';
import { foundAt } from '../http/found-by-number.ts';
import type { PageAnswer, PageHandlers, Visit, Visitor } from '../http/pages.ts';
import { Refusal } from '../http/refusal.ts';
import { signInFirst } from '../http/signed-in.ts';
import { programPages } from './exports/program-pages.ts';
import { type FindSimilar, projectPage } from './project-page.ts';
import { projectPath } from './derived/project-text.ts';
import { projectOf, type ProjectRow } from './rows.ts';
import { toolsPages, typeIn } from './tools-pages.ts';
import type { ProjectStore } from './store.ts';

type Tab = PageData['project']['tab'];

/** Data about a project that other features provide. */
export type Figures = {
  stats: (
    projectId: number,
    now: number,
    query: Visit['query'],
  ) => Promise<NonNullable<PageData['project']['stats']>>;
  dropTests: (projectId: number) => Promise<unknown>;
  pictureSize: (picture: string) => Promise<{ width: number; height: number } | undefined>;
  imageState: (projectId: number, named: string) => Promise<ImageState>;
  startNotice: (
    projectId: number,
    visitor: Visitor | undefined,
  ) => Promise<PageData['project']['startNotice']>;
  follow: (projectId: number, visitor: Visitor | undefined) => Promise<PageData['project']['follow']>;
  waiting: (projectId: number) => Promise<Tools['waiting']>;
  authorized: (projectId: number) => Promise<Tools['authorized']>;
  shownOn: (projectId: number, now: number) => Promise<ShownOn[]>;
  /** Puts back what a retraction took back. */
  putBack: (projectId: number, retractionId: number, now: number) => Promise<void>;
  /** The parts of the Tools tab that say how the integration stands. */
  integration: (
    projectId: number,
    known: { isPublished: boolean; authorized: Tools['authorized'] },
    now: number,
  ) => Promise<Pick<Tools, 'seen' | 'refused' | 'tests' | 'retractions'>>;
  outcomes: (projectId: number, lang?: string) => Promise<OutcomeSaid[]>;
  /** The programmes that list a project. */
  countsFor: (projectId: number, lang?: string) => Promise<PageData['project']['programmes']>;
  told: (projectId: number) => Promise<ToldOutcome[]>;
  programmes: (projectId: number, now: number) => Promise<Tools['programmes']>;
  similar: FindSimilar;
};
export type PageSettings = { baseUrl: string; SERVICE_SLUG: string; SERVICE_NAME: string };

const projectId = idField('the number at the start of the address');

const nothingHere = () => new Refusal('no_project', 'There is no published project at this address.');

/** The project as structured data for search engines (schema.org). */
const structuredData = (data: PageData['project'], baseUrl: string) => ({
  '@context': 'https://schema.org',
  '@type': 'Project',
  name: data.title,
  description: data.description,
  identifier: String(data.id),
  url: `${baseUrl}${data.path}`,
  sameAs: data.website,
  parentOrganization: { '@type': 'Organization', name: data.organisation },
  ...(data.topics.length + data.tags.length > 0 && { keywords: [...data.topics, ...data.tags] }),
  ...(data.place !== '' && { areaServed: data.place }),
  ...(data.image && {
    image: {
      '@type': 'ImageObject',
      contentUrl: `${baseUrl}${data.image.src}`,
      ...(data.image.credit !== undefined && { creditText: data.image.credit }),
    },
  }),
});

/** A tab of a project's page, for a visitor who may see it. */
async function tabPage(
  { projects, figures, settings }: { projects: ProjectStore; figures: Figures; settings: PageSettings },
  { row, tab, manages }: { row: ProjectRow; tab: Tab; manages: boolean },
  visit: Visit,
): Promise<PageAnswer> {
  const embedding = {
    baseUrl: settings.baseUrl,
    slug: settings.SERVICE_SLUG,
    serviceName: settings.SERVICE_NAME,
  };
  const { now, visitor } = visit;
  const id = row.project_id;
  const { image, tags, topics } = projectOf(row);
  const isPreviewable =
    tab === 'about' && visitor !== undefined && visitor.role !== 'none' && !isPublished(row);
  const imageState =
    image !== undefined && (tab === 'tools' || isPreviewable)
      ? await figures.imageState(id, image)
      : undefined;
  const data = projectPage(
    {
      row,
      manages,
      tab,
      now,
      ...(tab === 'tools' && {
        origins: await projects.origins(id),
        lastSaid: await projects.lastSaid(id),
        imageState,
        waiting: await figures.waiting(id),
        ...(await integrationOf({ projects, figures }, row, now)),
        type: typeIn(visit),
        shown: isOpen(row) ? await figures.shownOn(id, now) : undefined,
        told: await figures.told(id),
        programmes: await figures.programmes(id, now),
      }),
      ...(tab === 'about' && {
        pictureSize: row.picture === '' ? undefined : await figures.pictureSize(row.picture),
        startNotice: await figures.startNotice(id, visitor),
        follow: await figures.follow(id, visitor),
        imageState,
        outcomes: await figures.outcomes(id, visit.query['lang'] ?? visit.lang),
        countsFor: await figures.countsFor(id, visit.query['lang'] ?? visit.lang),
        similar: await figures.similar({ id, title: row.name, tags, topics }, visit.lang),
        wanted: [visit.query['lang'], visit.lang],
      }),
      ...(tab === 'stats' && { stats: await figures.stats(id, now, visit.query) }),
    },
    embedding,
  );
  return {
    name: 'project',
    title: data.title,
    description: data.description.replace(/^(.{200}).+/su, '$1'),
    data,
    jsonLd: structuredData(data, settings.baseUrl),
    ...(isShown(row) && {
      // Another address after each change, for programs that keep a picture for ever.
      forPrograms: { picture: `${data.path}/card.png?v=${row.updated_at}`, ppsr: `${data.path}/ppsr.json` },
    }),
  };
}

async function integrationOf(
  { projects, figures: { authorized: clientsOf, integration } }: { projects: ProjectStore; figures: Figures },
  row: ProjectRow,
  now: number,
) {
  const { project_id: id } = row;
  const authorized = await clientsOf(id);
  const history = await projects.saidOfHashed(id);
  return {
    authorized,
    hashedAsked: history?.act === 'hashed_asked' ? Number(history.at) : undefined,
    integration: await integration(id, { isPublished: isPublished(row), authorized }, now),
  };
}

export function projectPages(projects: ProjectStore, figures: Figures, settings: PageSettings): PageHandlers {
  const page =
    (tab: Tab) =>
    async (visit: Visit): Promise<PageAnswer> => {
      const row = await foundAt(visit.params['project'], projects.row);
      if (!row) throw nothingHere();
      const manages =
        visit.visitor !== undefined && (await projects.manages(row.project_id, visit.visitor.accountId));
      if (!isShownTo(row, manages, visit.visitor)) throw nothingHere();
      if (tab !== 'about' && !visit.visitor) return signInFirst(visit);
      if (tab !== 'about' && !manages)
        throw new Refusal(
          'not_manager',
          'Only those who manage this project see this; ask its owner to add you.',
        );
      // The number identifies the project; an address with an earlier name redirects to the current one.
      const path = projectPath(row.project_id, row.name);
      if (path !== `/project/${visit.params['project']}`)
        return { to: tab === 'about' ? path : `${path}/${tab}` };
      return tabPage({ projects, figures, settings }, { row, tab, manages }, visit);
    };

  return {
    ...toolsPages(projects, figures),
    ...programPages(projects.row, { baseUrl: settings.baseUrl, serviceName: settings.SERVICE_NAME }),
    'GET /project/:project': page('about'),
    'GET /project/:project/tools': page('tools'),
    'GET /project/:project/stats': page('stats'),

    'POST /project/:project/drop-tests': async ({ params, visitor, fields }) => {
      const read = projectId.safeParse(/^\d+/.exec(params['project'] ?? '')?.[0]);
      if (!read.success || !visitor || !(await projects.manages(read.data, visitor.accountId)))
        throw nothingHere();
      await figures.dropTests(read.data);
      return {
        to: `/project/${params['project']}/${fields['from'] === 'tools' ? 'tools?done=tests#tests' : 'stats'}`,
      };
    },
  };
}

/** Before publication, and while it is hidden or withheld, only its managers and the editors see a project. */
const isShownTo = (row: ProjectRow, manages: boolean, visitor: Visitor | undefined): boolean =>
  isShown(row) || manages || (visitor !== undefined && visitor.role !== 'none');
