import type { PageData } from '../../contract/pages.ts';
import { Pager } from '../../ui/pager.tsx';
import { ProjectName } from './project-name.tsx';
import { Share } from './share.tsx';

/** Totals for each project, with opt-outs. */
export function Shares({ projects }: Pick<PageData['me'], 'projects'>) {
  if (projects.total === 0) return null;
  return (
    <section aria-labelledby="credited">
      <h2 id="credited">By project</h2>
      <ul class="cards one">
        {projects.items.map(({ project, optedOut, ...share }) => (
          <li class="card">
            <h3>
              <ProjectName project={project} />
            </h3>
            <p class="byline">
              {share.events > 0 && (
                <span>
                  <Share {...share} />
                </span>
              )}
              {optedOut && (
                <span>
                  <span class="badge">Not credited</span> You opted out: what you do there is tied to nobody.
                </span>
              )}
            </p>
          </li>
        ))}
      </ul>
      <Pager path="/me" list={projects} name="projects" anchor="credited" label="projects" />
    </section>
  );
}
