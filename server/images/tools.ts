/** The state of a project's image, for its owner and for editors, and the buttons to have it fetched. */
import { id } from '../../src/contract/fields/kinds.ts';
import type { ImageState } from '../../src/contract/pages/project-tools.ts';
import type { PageHandlers, Visit } from '../http/pages.ts';
import { notPublished, Refusal } from '../http/refusal.ts';
import type { ImageStore } from './store.ts';

/** The state of the image that a project names; `planned`: nobody has requested it. */
export const imageState =
  (images: ImageStore, pictureAt: (url: string) => string | undefined) =>
  async (projectId: number, named: string): Promise<ImageState> => {
    const uploaded = pictureAt(named);
    if (uploaded !== undefined && (await images.size(uploaded))) return { state: 'uploaded', url: named };
    const job = await images.job(projectId);
    if (!job) return { state: 'planned', url: named };
    const { url, next_at, fault } = job;
    if (next_at === null && fault === null) return { state: 'shown', url };
    return { state: next_at === null ? 'failed' : 'waiting', url, ...(fault !== null && { why: fault }) };
  };

const projectId = id('the project');

const nothingHere = () => new Refusal('no_project', 'There is no published project at this address.');

export type ImagePages = {
  manages: (projectId: number, accountId: number) => Promise<boolean>;
  /** The image that a project names while it awaits review. */
  unpublishedImage: (projectId: number) => Promise<string | undefined>;
};

export function imagePages(images: ImageStore, { manages, unpublishedImage }: ImagePages): PageHandlers {
  const projectIn = ({ params }: Visit): number => {
    const read = projectId.safeParse(/^\d+/.exec(params['project'] ?? '')?.[0]);
    if (!read.success) throw nothingHere();
    return read.data;
  };

  return {
    'POST /project/:project/fetch-image': async (visit) => {
      const project = projectIn(visit);
      if (!visit.visitor || !(await manages(project, visit.visitor.accountId))) throw nothingHere();
      const answer = await images.again(project, visit.now);
      if (answer === 'not_open') throw notPublished();
      if (answer === 'too_many')
        throw new Refusal('too_many', 'This image was tried often enough for today; try again tomorrow.');
      return { to: `/project/${visit.params['project']}/tools` };
    },

    // For editors only: before publication, nobody can make us fetch an image that no editor has approved.
    'POST /project/:project/preview-image': async (visit) => {
      const project = projectIn(visit);
      if (!visit.visitor || visit.visitor.role === 'none') throw nothingHere();
      const image = await unpublishedImage(project);
      if (image === undefined)
        throw new Refusal('no_project', 'There is no project here that awaits review and names an image.');
      await images.preview(project, image, visit.now);
      return { to: `/project/${visit.params['project']}` };
    },
  };
}
