import type { ProjectCardData } from '../../contract/pages/finder.ts';
import { ProjectCards } from '../../ui/project-card.tsx';
import { useWords } from '../../ui/words/use-words.tsx';
import { Section } from '../../ui/section.tsx';

/** Where to go on from a project, above all from one that has ended. */
export function Similar({ projects }: { projects: ProjectCardData[] }) {
  const w = useWords().words.project;
  return projects.length === 0 ? null : (
    <Section id="similar" title={w.similar}>
      <ProjectCards projects={projects} />
    </Section>
  );
}
