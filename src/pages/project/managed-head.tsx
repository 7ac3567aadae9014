import type { ProjectWithTabs } from '../../contract/pages.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { ProjectTabs, type ProjectTab } from './tabs.tsx';

type Props = {
  project: Pick<ProjectWithTabs, 'path' | 'title' | 'tabs'>;
  /** The language of the project's name, if it is known. */
  lang?: string | undefined;
  current: ProjectTab;
  /** The heading for readers without tabs, such as an editor, which a tab says for the others. */
  title: string;
};

/** The head of every page about one project: its name and the tabs of its managers, at the same place on all of them. */
export const ManagedHead = ({ project: { path, title: name, tabs }, lang, current, title }: Props) => (
  <>
    {!tabs && <BackLink href={path}>← {name}</BackLink>}
    <header class="project-head">
      <h1 dir="auto" lang={lang}>
        {tabs ? name : title}
      </h1>
    </header>
    {tabs && <ProjectTabs path={path} current={current} isOpen={tabs.isOpen} />}
  </>
);
