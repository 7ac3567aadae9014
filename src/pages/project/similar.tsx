import type { ProjectCardData } from '../../contract/finder-page.ts';
import { ProjectCard } from '../../ui/project-card.tsx';

/** Where to go on from a project, above all from one that has ended. */
export const Similar = ({ projects }: { projects: ProjectCardData[] }) =>
  projects.length === 0 ? null : (
    <section aria-labelledby="similar">
      <h2 id="similar">Similar projects</h2>
      <ul class="cards">
        {projects.map((project) => (
          <li>
            <ProjectCard project={project} heading="h3" />
          </li>
        ))}
      </ul>
    </section>
  );
