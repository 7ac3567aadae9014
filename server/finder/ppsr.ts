/** A result in the names and the vocabulary of PPSR Core 2020 (project metadata model 2.0). */
import type { FinderResult, PpsrResult } from '../../src/contract/finder.ts';

const statuses: Record<string, string> = {
  starting: 'Not yet started',
  active: 'Active',
  hiatus: 'On hold',
  complete: 'Completed',
};

/** Activities that are written otherwise there; all others are written alike, and it has no `Other`. */
const processes: Record<string, string> = {
  'Distributed computing': 'Download software for distributed computing',
  'Making and building': 'DIY hacking/making',
  'Site selection or description': 'Site selection and/or description',
  'Specimen or sample collection': 'Specimen/sample collection',
};

export const ppsrOf = ({ id, ...card }: FinderResult): PpsrResult => ({
  projectId: String(id),
  projectName: card.title,
  projectDescription: card.description,
  projectUrl: card.website ?? card.url,
  projectStatus: statuses[card.status] ?? 'Active',
  projectLastUpdatedDate: card.updated,
  projectOriginalRepository: card.origin,
  projectResponsiblePartyName: card.origin,
  // Its fields of science are another list than our topics, so that these are keywords there.
  keyword: [...new Set([...card.topics, ...card.tags])],
  scientificProcessInvolved: card.activities
    .filter((name) => name !== 'Other')
    .map((name) => processes[name] ?? name),
  unRegions: card.UN_regions.map(({ code, name }) => `${name} (${code})`),
  projectExternalLinks: [card.url],
  ...(card.image !== undefined && {
    projectMedia: [{ projectMediaType: 'Image', projectMediaFile: card.image }],
  }),
  ...(card.distance_km !== undefined && { distance_km: card.distance_km }),
});
