import type { PageProps } from '../page.ts';
import { Entries } from './entries.tsx';

/** Draws the history of a project, for its managers. */
export const HistoryPage = ({ data: { project, entries } }: PageProps<'history'>) => (
  <>
    <p class="back">
      <a href={project.path}>← {project.title}</a>
    </p>
    <h1>History</h1>
    <Entries entries={entries} />
  </>
);
