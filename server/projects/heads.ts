/** A project as others name it: for the embeds, the popup and the participant's page. */
import type { ProjectHead } from '../../src/contract/pages.ts';
import { projectHead } from './project-text.ts';
import type { ProjectStore } from './store.ts';

export function projectHeads(projects: ProjectStore, baseUrl: string) {
  const headOf = (id: number, title: string): ProjectHead => projectHead(id, title);

  /** Only of a published project. One that is hidden from the directory goes on counting. */
  const publishedHead = async (id: number): Promise<ProjectHead | undefined> => {
    const name = await projects.publishedName(id);
    return name === undefined ? undefined : headOf(id, name);
  };

  return {
    headOf,
    publishedHead,
    publishedProject: async (id: number) => {
      const head = await publishedHead(id);
      return head && { projectId: id, title: head.title, page: `${baseUrl}${head.path}` };
    },
  };
}
