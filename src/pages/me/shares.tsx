import type { PageData } from '../../contract/pages.ts';
import { Pager } from '../../ui/pager.tsx';
import { useWords } from '../../ui/words/use-words.tsx';
import { ProjectName } from './project-name.tsx';
import { Share } from './share.tsx';
import { Section } from '../../ui/section.tsx';

/** Totals for each project, with opt-outs. */
export function Shares({ projects }: Pick<PageData['me'], 'projects'>) {
  const { words } = useWords();
  if (projects.total === 0) return null;
  return (
    <Section id="credited" title={words.me.byProject}>
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
                  <span class="badge">{words.me.notCredited}</span> {words.me.optedOut}
                </span>
              )}
            </p>
          </li>
        ))}
      </ul>
      <Pager
        path="/me"
        list={projects}
        name="projects"
        anchor="credited"
        what="project"
        label={words.pager.projects}
      />
    </Section>
  );
}
