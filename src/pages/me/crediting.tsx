import type { PageData } from '../../contract/pages.ts';
import { Pager } from '../../ui/pager.tsx';
import { PostButton } from '../../ui/post-button.tsx';
import { useWords } from '../../ui/words/use-words.tsx';
import { ProjectName } from './project-name.tsx';
import { useTitle } from './use-title.ts';

type Props = { project: PageData['me']['projects']['items'][number]; page: number };

/** For each project two separate choices: nothing more from now on, and the removal of what there is. */
export function Crediting({ projects }: Pick<PageData['me'], 'projects'>) {
  const { words } = useWords();
  if (projects.total === 0) return null;
  return (
    <section aria-labelledby="crediting">
      <h3 id="crediting">{words.manage.crediting}</h3>
      <p>{words.manage.creditingSays}</p>
      <ul class="cards one">
        {projects.items.map((project) => (
          <li class="card split" id={`credit-${project.project.id}`}>
            <Choices project={project} page={projects.page} />
          </li>
        ))}
      </ul>
      <Pager path="/me" list={projects} name="projects" anchor="crediting" label={words.pager.choices} />
    </section>
  );
}

function Choices({ project: { project, events, optedOut }, page }: Props) {
  const { words, say, count } = useWords();
  const w = words.manage;
  const title = useTitle(project);
  const choice = optedOut ? w.optIn : w.optOut;
  const past = count('pastContribution', events);
  return (
    <>
      <h4>
        <ProjectName project={project} />
      </h4>
      <div class="answers">
        <PostButton
          action={optedOut ? '/me/opt-in' : '/me/opt-out'}
          fields={{ project_id: project.id, ...(page > 1 && { projects: page }) }}
          label={say(w.forProject, { choice, project: title })}
        >
          {choice}
        </PostButton>
        {events > 0 && (
          <a
            class="button danger"
            href={`/me/remove?project_id=${project.id}`}
            aria-label={say(w.removePastLabel, { all: past, project: title })}
          >
            {say(w.removePast, { all: past })}
          </a>
        )}
      </div>
    </>
  );
}
