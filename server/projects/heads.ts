/** A project as others name it: for the embeds, the popup and the participant's page. */
import type { ProjectHead } from '../../src/contract/pages.ts';
import { projectPath } from './project-text.ts';
import type { ProjectStore } from './store.ts';

export function projectHeads(projects: ProjectStore, baseUrl: string) {
  const headOf = (id: number, title: string): ProjectHead => ({ id, title, path: projectPath(id, title) });

  /** Only of a published project. One that is hidden from the directory goes on counting. */
  const publishedHead = async (id: number): Promise<ProjectHead | undefined> => {
    const row = await projects.row(id);
    return row?.state === 'published' ? headOf(id, row.name) : undefined;
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
