import type { PageData } from '../../contract/pages.ts';
import { counted } from '../../ui/format.ts';
import { Pager } from '../../ui/pager.tsx';
import { PostButton } from '../../ui/post-button.tsx';
import { ProjectName } from './project-name.tsx';

type Props = { project: PageData['me']['projects']['items'][number]; page: number };

/** For each project two separate choices: nothing more from now on, and the removal of what there is. */
export function Crediting({ projects }: Pick<PageData['me'], 'projects'>) {
  if (projects.total === 0) return null;
  return (
    <section aria-labelledby="crediting">
      <h3 id="crediting">Credit for each project</h3>
      <p>
        “Credit nothing more” keeps what you have, and you can change your mind at any time. What you
        contribute meanwhile counts for the project only, and cannot be credited to you later.
      </p>
      <ul class="cards one">
        {projects.items.map((project) => (
          <li class="card split" id={`credit-${project.project.id}`}>
            <Choices project={project} page={projects.page} />
          </li>
        ))}
      </ul>
      <Pager path="/me" list={projects} name="projects" anchor="crediting" label="projects with choices" />
    </section>
  );
}

function Choices({ project: { project, events, optedOut }, page }: Props) {
  const choice = optedOut ? 'Credit me again' : 'Credit nothing more from now';
  return (
    <>
      <h4>
        <ProjectName project={project} />
      </h4>
      <div class="answers">
        <PostButton
          action={optedOut ? '/me/opt-in' : '/me/opt-out'}
          fields={{ project_id: project.id, ...(page > 1 && { projects: page }) }}
          label={`${choice} for ${project.title}`}
        >
          {choice}
        </PostButton>
        {events > 0 && (
          <a
            class="button danger"
            href={`/me/remove?project_id=${project.id}`}
            aria-label={`Remove ${counted(events, 'past contribution')} to ${project.title}…`}
          >
            Remove {counted(events, 'past contribution')}…
          </a>
        )}
      </div>
    </>
  );
}
