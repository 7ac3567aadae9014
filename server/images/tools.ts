/** What an owner sees of their project's image on the Tools tab, and the button that tries again. */
import { id } from '../../src/contract/fields.ts';
import type { PageData } from '../../src/contract/pages.ts';
import type { PageHandlers } from '../http/pages.ts';
import { Refusal } from '../http/refusal.ts';
import { imageFault } from './faults.ts';
import type { ImageStore } from './store.ts';

type ImageState = NonNullable<PageData['project']['tools']>['image'];

/** Undefined where the project names no image. */
export const imageState =
  (images: ImageStore) =>
  async (projectId: number): Promise<ImageState> => {
    const job = await images.job(projectId);
    if (!job) return undefined;
    const { url, next_at, fault } = job;
    if (next_at === null && fault === null) return { state: 'shown', url };
    const told = fault === null ? undefined : imageFault(fault);
    return { state: next_at === null ? 'failed' : 'waiting', url, ...told };
  };

const projectId = id('the project');

export function imagePages(
  images: ImageStore,
  manages: (projectId: number, accountId: number) => Promise<boolean>,
): PageHandlers {
  return {
    'POST /project/:project/fetch-image': async ({ params, visitor, now }) => {
      const read = projectId.safeParse(/^\d+/.exec(params['project'] ?? '')?.[0]);
      if (!read.success || !visitor || !(await manages(read.data, visitor.accountId)))
        throw new Refusal('no_project', 'There is no published project at this address.');
      if (!(await images.again(read.data, now)))
        throw new Refusal('too_many', 'This image was tried often enough for today; try again tomorrow.');
      return { to: `/project/${params['project']}/tools` };
    },
  };
}
