import type { PageProps } from '../page.ts';
import { ManagedHead } from '../project/managed-head.tsx';
import { Entries } from './entries.tsx';

/** Draws the history of a project, for its managers and for editors. */
export const HistoryPage = ({ data: { project, entries } }: PageProps<'history'>) => (
  <>
    <ManagedHead project={project} current="history" title={`History of ${project.title}`} />
    <Entries entries={entries} />
  </>
);
