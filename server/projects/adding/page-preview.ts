/** The preview of a project's page, as what is typed into a form would make it. */
import type { PagePreview } from '../../../src/contract/pages/add.ts';
import type { ProjectField } from '../../../src/contract/pages/project-form.ts';
import { webUrl } from '../../../src/contract/fields/web-url.ts';
import type { PageAnswer } from '../../http/pages.ts';
import { type FindSimilar, pageToBe } from '../project-page.ts';
import type { Project } from '../reading/read-project.ts';
import type { Pictures } from './pictures.ts';
import type { ReadTyped } from './typed-form.ts';

/** Fields that the page shows, and that most projects have. */
const usual = [
  ...(['goal', 'task', 'how_to_join', 'time_commitment', 'audience'] as const),
  ...(['regions', 'topics', 'activities', 'image'] as const),
] satisfies ProjectField[];

type PreviewedDraft = {
  /** 0 for a draft. */
  id: number;
  project: Project;
  read: ReadTyped;
  /** A picture that was fetched from this address before. */
  fetched?: { image: string | undefined; picture: string };
};

export type Previewing = {
  pictures: Pick<Pictures, 'pictureAt' | 'pictureSize'>;
  similar: FindSimilar;
};

export async function pagePreview(
  { id, project, read, fetched }: PreviewedDraft,
  { pictures: { pictureAt, pictureSize }, similar }: Previewing,
): Promise<PagePreview> {
  const { image } = project;
  const name = image === undefined ? undefined : (pictureAt(image) ?? pictureOf(fetched, image));
  const size = name === undefined ? undefined : await pictureSize(name);
  const needed = 'project' in read ? [] : [...new Set(read.faults.map(({ field }) => field))];
  const { name: title, tags, topics } = project;
  const page = {
    ...pageToBe(id, project, name !== undefined && size ? { name, ...size } : undefined),
    similar: await similar({ id, title, tags, topics }),
  };
  // A named country is read with the rest of the project only, but its name is on the page before.
  const hasPlace = page.place !== '' || page.isFromHome || page.map !== undefined;
  const isEmpty = (field: ProjectField) => (field === 'regions' ? !hasPlace : isNothing(project[field]));
  return {
    page,
    needed,
    empty: usual.filter((field) => isEmpty(field) && !needed.includes(field)),
    ...(image !== undefined && !size && { pictureFrom: webUrl(image)?.host ?? image }),
  };
}

const pictureOf = (fetched: PreviewedDraft['fetched'], image: string): string | undefined =>
  fetched?.image === image && fetched.picture !== '' ? fetched.picture : undefined;

const isNothing = (value: unknown): boolean =>
  value === undefined || (Array.isArray(value) && value.length === 0);

/** The preview as a page of its own; `back` leads to the form. */
export const wholePreview = (preview: PagePreview, back?: string): PageAnswer => ({
  name: 'page-preview',
  title: `Preview: ${preview.page.title || 'a project without a name'}`,
  data: { preview, ...(back !== undefined && { back }) },
});
