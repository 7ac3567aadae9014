/** A stored project as a document of PPSR Core 2020, which project add reads back as the same project. */
import { ourFields, type PpsrResult } from '../../../src/contract/ppsr/result.ts';
import {
  ageWords,
  aimOf,
  anyScience,
  processWords,
  scienceWords,
  statusWords,
  targetedGroup,
  written,
} from '../../../src/contract/ppsr/vocabulary.ts';
import { isPins, positionsOf } from '../../geometry/area.ts';
import { picturePath, projectPath } from '../derived/project-text.ts';
import type { Project } from '../reading/read-project.ts';
import { projectOf, type ProjectRow } from '../rows.ts';

/**
 * How each field is exported that is not exported under our name (`ourFields`): under PPSR's, or not at all. A new field
 * does not compile before it is in one of the two.
 */
type Elsewhere = Exclude<keyof Project, Exclude<keyof typeof ourFields, 'regions'>>;
const elsewhere: Record<Elsewhere, 'ppsr' | 'nobody'> = {
  name: 'ppsr',
  description: 'ppsr',
  url: 'ppsr',
  contact_name: 'nobody',
  contact_email: 'nobody',
  contact_phone: 'nobody',
  contact_address: 'nobody',
  status: 'ppsr',
  goal: 'ppsr',
  task: 'ppsr',
  image: 'ppsr',
  image_credit: 'ppsr',
  how_to_join: 'ppsr',
  gear: 'ppsr',
  regions: 'ppsr',
  region_label: 'ppsr',
  UN_regions: 'ppsr',
  start_date: 'ppsr',
  project_duration: 'ppsr',
  public_contact_type: 'ppsr',
  external_id: 'ppsr',
};
const ourNames = (Object.keys(ourFields) as (keyof Project)[]).filter(
  (name) => !Object.hasOwn(elsewhere, name),
);

const [statuses, ages, processes, sciences] = [
  written(statusWords),
  written(ageWords),
  written(processWords),
  written(scienceWords),
];

export type DocumentRow = Pick<ProjectRow, 'project_id' | 'fields' | 'picture' | 'created_at' | 'updated_at'>;

/** `baseUrl`: the address of this installation, for its page and picture. */
export function ppsrDocument(row: DocumentRow, baseUrl: string): PpsrResult {
  const project = projectOf(row);
  const party = project.presenting_org ?? project.contact_affiliation ?? project.origin;
  const links = [project.blog_url, project.facebook_page, project.twitter_name];
  const document: Omit<PpsrResult, keyof Project> = {
    projectId: String(row.project_id),
    ...present({ projectExternalId: project.external_id }),
    projectDateCreated: new Date(row.created_at).toISOString(),
    projectLastUpdatedDate: new Date(row.updated_at).toISOString(),
    projectName: project.name,
    projectAim: project.goal ?? aimOf(project.description),
    projectDescription: project.description,
    keyword: [...new Set([...project.topics, ...project.tags])],
    projectStatus: statuses.get(project.status) ?? 'Active',
    ...present({
      projectStartDate: project.start_date && `${project.start_date}T00:00:00Z`,
      projectDuration: project.project_duration,
    }),
    projectScienceType: sciencesOf(project.topics),
    projectUrl: project.url,
    unRegions: project.UN_regions.map(({ code, name }) => `${name} (${code})`),
    ...present({
      language: project.languages?.length ? project.languages.join(', ') : undefined,
      projectLocality: project.region_label,
    }),
    projectResponsiblePartyName: party,
    ...present({ projectResponsiblePartyContactEmail: project.public_email }),
    contactPoint: [contactPointOf(project, party)],
    ...mediaOf(project, row.picture, baseUrl),
    projectGeographicLocation: locationsOf(project.regions),
    ...present({ projectHowToParticipate: project.how_to_join, projectTask: project.task }),
    scientificProcessInvolved: project.activities
      .filter((name) => name !== 'Other')
      .map((name) => processes.get(name) ?? name),
    ...present({ projectEquipment: project.gear }),
    projectExternalLinks: [
      `${baseUrl}${projectPath(row.project_id, project.name)}`,
      ...links.filter((link) => link !== undefined && /^https?:/i.test(link)),
    ] as string[],
    ...(project.audience && { projectParticipants: { projectParticipantAge: agesOf(project.audience) } }),
  };
  return { ...document, ...oursOf(project) } as PpsrResult;
}

function oursOf(project: Project): object {
  const { regions } = project;
  return {
    ...Object.fromEntries(ourNames.flatMap((name) => (name in project ? [[name, project[name]]] : []))),
    ...(regions && regions.kind !== 'area' && { regions: regions.kind }),
  };
}

/** The contact that the owner published, or else the project's site: never the contact for editors. */
function contactPointOf(project: Project, contactName: string): PpsrResult['contactPoint'][number] {
  const way =
    project.public_email === undefined
      ? { meansOfContact: 'Website', contactDetails: project.url }
      : { meansOfContact: 'Email', contactDetails: project.public_email };
  return { contactName, ...way, ...present({ contactPointType: project.public_contact_type }) };
}

const sciencesOf = (topics: string[]): string[] => {
  const all = new Set(topics.flatMap((topic) => sciences.get(topic) ?? []));
  return all.size > 0 ? [...all] : [anyScience];
};

const agesOf = (audience: string[]): string[] => [
  ...new Set(audience.map((name) => ages.get(name) ?? targetedGroup)),
];

/** A location without members means that there is no geometry: PPSR Core requires one. */
function locationsOf(regions: Project['regions']): PpsrResult['projectGeographicLocation'] {
  if (regions?.kind !== 'area') return [{}];
  const { geometry } = regions;
  if (!isPins(geometry)) return [{ projectGeographicCoverage: { ...geometry } }];
  return positionsOf(geometry).map(([longitude, latitude]) => ({
    projectPinLatitude: latitude,
    projectPinLongitude: longitude,
  }));
}

/** The picture that is served here and was reviewed, not the address that the owner gave for it. */
function mediaOf(project: Project, picture: string, baseUrl: string): Pick<PpsrResult, 'projectMedia'> {
  const item = (projectMediaType: string, projectMediaFile: string, projectMediaCredit = '') => [
    { projectMediaType, projectMediaFile, projectMediaCredit },
  ];
  const media = [
    ...(picture === '' ? [] : item('Image URL', `${baseUrl}${picturePath(picture)}`, project.image_credit)),
    ...(project.video_url === undefined ? [] : item('Video URL', project.video_url)),
  ];
  return media.length === 0 ? {} : { projectMedia: media };
}

/** Removes absent values. */
const present = <T extends Record<string, string | undefined>>(texts: T) =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined)) as {
    [Name in keyof T]?: string;
  };
