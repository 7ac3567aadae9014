/** The data of a project's page, made from its stored row. */
import type { OutcomeSaid, ToldOutcome } from '../../src/contract/pages/outcomes.ts';
import type { Signatory } from '../../src/contract/pages/certificates.ts';
import { type PartLanguages, partNames } from '../../src/contract/fields/translated-fields.ts';
import type { EventType } from '../../src/contract/api/event-types.ts';
import type { PageData } from '../../src/contract/pages.ts';
import { projectFacts, type ProjectField } from '../../src/contract/pages/project-form.ts';
import type { ImageState, ShownOn, Tools } from '../../src/contract/pages/project-tools.ts';
import { isPublished, isTurnedDown } from './visibility.ts';
import { endYearOf } from './derived/end-year.ts';
import { organisationOf, whereOf } from './derived/glance.ts';
import { managedHead } from './managed.ts';
import { shownPins } from './derived/pins.ts';
import { coverageMap } from '../places/draw-map.ts';
import { languagesOf, projectIn, translationFor } from './translated.ts';
import { picturePath, projectHead, writtenLanguage } from './derived/project-text.ts';
import { type Embedding, snippetFor } from './snippets.ts';
import type { Project } from './reading/read-project.ts';
import { projectOf, type ProjectRow } from './rows.ts';
import type { ProjectStore } from './store.ts';
import { mayWaitFor } from './summaries.ts';
import { nearestTier } from './tools-pages.ts';

type ProjectPage = PageData['project'];

/** Finds projects like a stored one, or, with the id 0, like one that is still being written. */
export type FindSimilar = (
  project: {
    id: number;
    title: string;
    tags: string[];
    topics: string[];
  },
  lang?: string,
) => Promise<ProjectPage['similar']>;

export type Seen = {
  row: ProjectRow;
  manages: boolean;
  tab: ProjectPage['tab'];
  now: number;
  /** For the tab that shows them. */
  origins?: { origin: string; how: string }[];
  lastSaid?: LastSaid | undefined;
  stats?: ProjectPage['stats'];
  pictureSize?: PictureSize | undefined;
  imageState?: ImageState | undefined;
  startNotice?: ProjectPage['startNotice'];
  follow?: ProjectPage['follow'];
  waiting?: Tools['waiting'];
  authorized?: Tools['authorized'];
  /** When a manager asked to send hashes, while no editor has decided. */
  hashedAsked?: number | undefined;
  outcomes?: OutcomeSaid[];
  countsFor?: ProjectPage['programmes'];
  told?: ToldOutcome[];
  programmes?: Tools['programmes'];
  integration?: Pick<Tools, 'seen' | 'refused' | 'tests' | 'retractions'>;
  type?: EventType | undefined;
  shown?: ShownOn[] | undefined;
  similar?: ProjectPage['similar'];
  /** The languages of the reader, the most wanted first. */
  wanted?: readonly (string | undefined)[];
};

export function projectPage(
  {
    row,
    manages,
    tab,
    now,
    origins = [],
    lastSaid,
    stats,
    pictureSize,
    imageState,
    startNotice,
    follow,
    waiting = null,
    authorized,
    integration,
    hashedAsked,
    type = 'collection',
    shown,
    told = [],
    programmes = { own: [], open: [], missing: [] },
    outcomes = [],
    countsFor = [],
    similar = [],
    wanted = [],
  }: Seen,
  embedding: Embedding,
): ProjectPage {
  const written = projectOf(row);
  const project = projectIn(written, wanted);
  const { project_id: id } = row;
  return {
    ...(manages ? managedHead(row) : projectHead(id, written.name)),
    ...readingOf(written, wanted),
    tab,
    ...visibilityOf(row),
    ...(pictureSize && { image: imageOf(project, row.picture, pictureSize) }),
    ...(startNotice && { startNotice }),
    ...(follow && { follow }),
    ...(tab === 'about' && imageState && { preview: imageState }),
    ...factsOf(project),
    ...endOf(project, now),
    ...(wasUpdated(row) && { updated: new Date(row.updated_at).toISOString() }),
    ...(tab === 'about' && mapOf(project)),
    outcomes,
    programmes: countsFor,
    similar,
    ...(tab === 'tools' &&
      integration && {
        tools: {
          projectId: id,
          ...integration,
          hashed: hashedOf(row, hashedAsked),
          mayOverlap: row.may_overlap === 1,
          ...(row.signatory !== null && { signatory: JSON.parse(row.signatory) as Signatory }),
          origins,
          ...reviewOf(row, lastSaid),
          ...(imageState && { image: imageState }),
          ...(authorized && { authorized }),
          ...((waiting !== null || project.preregistration) && { waiting }),
          type,
          snippet: snippetFor(row.tier ?? nearestTier(integration.seen), id, embedding, type),
          ...(shown && { shown }),
          programmes,
          outcomes: { all: told, languages: Object.keys(written.translations ?? {}) },
        },
      }),
    ...(tab === 'stats' && stats && { stats }),
  };
}

/** The title in the language of its reader, the language of the texts, and all that there are of a translated one. */
function readingOf(project: Project, wanted: readonly (string | undefined)[]) {
  const languages = languagesOf(project).filter((code) => code !== '');
  const translation = translationFor(project, wanted);
  const own = writtenLanguage(project);
  const shown = translation?.lang ?? own;
  return {
    title: translation?.texts.name ?? project.name,
    reading: {
      ...(shown !== undefined && { lang: shown }),
      parts: partsIn(own, translation),
      languages: project.translations ? languages : [],
    },
  };
}

/** The language of each text: that of the translation, if it has the text, or else that it was written in. */
const partsIn = (own: string | undefined, translation?: ReturnType<typeof translationFor>): PartLanguages =>
  present(
    Object.fromEntries(
      partNames.map((name) => [
        name,
        name !== 'special_skills' && translation?.texts[name] !== undefined ? translation.lang : own,
      ]),
    ),
  );

/** How much of it the public sees, and why. */
const visibilityOf = (row: ProjectRow) => ({
  published: isPublished(row),
  ...(isTurnedDown(row) && { turnedDown: true as const }),
  ...(row.is_withheld === 1 && { withheld: true as const }),
});

type PictureSize = { width: number; height: number };

const imageOf = ({ image_credit }: Project, picture: string, { width, height }: PictureSize) => ({
  src: picturePath(picture),
  width,
  height,
  ...present({ credit: image_credit }),
});

const mapOf = ({ regions }: Project): Pick<ProjectPage, 'map'> =>
  regions?.kind === 'area' ? { map: coverageMap(regions.geometry) } : {};

/** The facts on the page of a project, stored or still being written. */
const factsOf = (project: Project) => ({
  website: project.url,
  description: project.description,
  organisation: organisationOf(project),
  origin: project.origin,
  status: project.status,
  ...detailsOf(project),
  facts: listedFacts(project),
  audience: project.audience ?? [],
  languages: project.languages ?? [],
  topics: project.topics,
  activities: project.activities,
  tags: project.tags,
  place: whereOf(project),
  ...shownPins(project.regions),
  unRegions: project.UN_regions.map(({ name }) => name),
  outdoors: project.outdoors,
  indoors: project.indoors,
  isFromHome: project.regions !== undefined && project.regions.kind !== 'area',
});

/** The page that everybody would see if the project were published as it is; `picture`: a picture of ours. */
export const pageToBe = (
  id: number,
  project: Project,
  picture?: PictureSize & { name: string },
): ProjectPage => ({
  ...projectHead(id, project.name),
  tab: 'about',
  published: true,
  ...(picture && { image: imageOf(project, picture.name, picture) }),
  // Links to translations would leave what is still being written.
  reading: {
    ...present({ lang: writtenLanguage(project) }),
    parts: partsIn(writtenLanguage(project)),
    languages: [],
  },
  ...factsOf(project),
  ...mapOf(project),
  outcomes: [],
  programmes: [],
  similar: [],
  follow: 'no',
  ...(mayWaitFor(project) && { startNotice: { state: 'offer' as const } }),
  isPreview: true,
});

const hashedOf = ({ may_send_hashed }: ProjectRow, since: number | undefined): Tools['hashed'] => ({
  isAllowed: may_send_hashed === 1,
  ...(since !== undefined && { asked: new Date(since).toISOString() }),
});

const endOf = ({ status, project_duration = '' }: Project, now: number) =>
  present({
    endYear: status === 'complete' ? endYearOf(project_duration, new Date(now).getUTCFullYear()) : undefined,
  });

const listedFacts = (project: Project): ProjectPage['facts'] =>
  projectFacts
    .map((field) => ({ field, values: [project[field] ?? []].flat().map(String) }))
    .filter(({ values }) => values.length > 0);

/** The optional texts of a project. */
const detailsOf = (project: Project) =>
  present({
    goal: project.goal,
    task: project.task,
    howToJoin: project.how_to_join,
    gear: project.gear,
    specialSkills: project.special_skills,
    timeCommitment: project.time_commitment,
    startDate: project.start_date,
    publicEmail: project.public_email,
  });

/** Milliseconds in which what follows a publication, such as the fetched image, is still part of it. */
const settling = 3_600_000;

const wasUpdated = ({ updated_at, created_at, published_at }: ProjectRow): boolean =>
  updated_at > Math.max(created_at, published_at ?? 0) + settling;

type LastSaid = Awaited<ReturnType<ProjectStore['lastSaid']>>;

/** The review status for the managers of a project; for a new project, the fields are not listed. */
function reviewOf(row: ProjectRow, review: LastSaid) {
  if (review?.state !== 'awaiting_review' && review?.state !== 'rejected') return {};
  // The head of the page says that a new project awaits its first review.
  if (review.state === 'awaiting_review' && !isPublished(row)) return {};
  const fields = isPublished(row) ? (Object.keys(JSON.parse(review.fields) as object) as ProjectField[]) : [];
  const at = new Date(review.decided_at ?? review.created_at).toISOString();
  return { review: { state: review.state, at, fields, ...(review.why !== null && { why: review.why }) } };
}

/** Removes absent values. */
const present = <T extends Record<string, string | undefined>>(texts: T) =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined)) as {
    [Name in keyof T]?: string;
  };
