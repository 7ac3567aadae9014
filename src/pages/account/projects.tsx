import { accountPath, type AccountPage, type CreditedProject } from '../../contract/pages/account.ts';
import { Fold } from '../../ui/fold.tsx';
import { Pager } from '../../ui/pager.tsx';
import { PostButton } from '../../ui/forms/post-button.tsx';
import { Said, useWords } from '../../ui/words/use-words.tsx';
import { ProjectName } from '../me/project-name.tsx';
import { useTitle } from '../me/use-title.ts';

type Props = Pick<AccountPage, 'projects'> & { isOpen: boolean };

/** For each project: whether it credits the person, what its managers see of them, and the ways to end either. */
export function Projects({ projects, isOpen }: Props) {
  const { words, number } = useWords();
  const w = words.manage;
  if (!projects)
    return (
      <Fold id="projects" heading="h2" title={w.projects} isOpen={isOpen}>
        <p>{w.projectsAway}</p>
      </Fold>
    );
  if (projects.total === 0) return null;
  return (
    <Fold id="projects" heading="h2" title={w.projects} state={number(projects.total)} isOpen={isOpen}>
      <p>{w.creditingSays}</p>
      <ul class="cards one">
        {projects.items.map((project) => (
          <li class="card split" id={`credit-${project.project.id}`}>
            <Project project={project} page={projects.page} />
          </li>
        ))}
      </ul>
      <Pager
        path={accountPath}
        list={projects}
        name="projects"
        anchor="projects"
        what="project"
        label={words.pager.choices}
      />
    </Fold>
  );
}

function Project({ project: row, page }: { project: CreditedProject; page: number }) {
  const { words, say, count } = useWords();
  const { project, events, optedOut, seenAs } = row;
  const w = words.manage;
  const title = useTitle(project);
  const choice = optedOut ? w.optIn : w.optOut;
  const past = count('pastContribution', events);
  const seen =
    seenAs === undefined
      ? w.notSeen
      : seenAs === ''
        ? words.volunteer.tomorrow
        : say(w.seenAs, { name: seenAs });
  return (
    <>
      <div>
        <h3>
          <ProjectName project={project} />
        </h3>
        <p class="byline">
          {optedOut ? words.me.notCredited : w.credits} ·{' '}
          <a
            href={`/me/volunteer#project-${project.id}`}
            aria-label={say(w.forProject, { choice: seen, project: title })}
          >
            {seenAs ? <Said text={w.seenAs} of={{ name: <bdi>{seenAs}</bdi> }} /> : seen}
          </a>
        </p>
      </div>
      <div class="answers">
        <PostButton
          action={optedOut ? '/me/opt-in' : '/me/opt-out'}
          fields={{ project_id: project.id, projects: page }}
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
