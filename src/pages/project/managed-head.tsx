import type { ProjectWithTabs } from '../../contract/pages.ts';
import { ProjectTabs, type ProjectTab } from './tabs.tsx';

type Props = {
  project: Pick<ProjectWithTabs, 'path' | 'title' | 'tabs'>;
  current: ProjectTab;
  title: string;
};

/** The head of a page about one project: the tabs of its managers, or the way back for a reader who has none. */
export const ManagedHead = ({ project: { path, title: name, tabs }, current, title }: Props) => (
  <>
    {!tabs && (
      <p class="back">
        <a href={path}>← {name}</a>
      </p>
    )}
    <header class="project-head">
      <h1>{title}</h1>
    </header>
    {tabs && <ProjectTabs path={path} current={current} isOpen={tabs.isOpen} />}
  </>
);
