import { Notice } from '../ui/notice.tsx';
import { useWords } from '../ui/words/use-words.tsx';
import type { PageProps } from './page.ts';
import { Section } from '../ui/section.tsx';

/** For the reader of a mail they may not have asked for: no account and no signing in needed. */
export function MailChoicesPage({ data, frame }: PageProps<'mail-choices'>) {
  const { token, grants = 0, projects = [], done, isIncomplete } = data;
  const { words, say, count } = useWords();
  const w = words.mailChoices;
  const action = `/mail/${encodeURIComponent(token)}`;
  if (isIncomplete)
    return (
      <div class="narrow">
        <h1>{w.title}</h1>
        <Notice kind="fault">
          <p>{w.incomplete}</p>
        </Notice>
        <p>
          <a href="/">{w.home}</a>
        </p>
      </div>
    );
  if (done !== undefined) {
    const outcome = {
      ended: [w.ended, w.endedSays],
      never: [w.stopped, w.stoppedSays],
      again: [w.allowed, w.allowedSays],
      project: [w.projectEnded, w.projectEndedSays],
    }[done];
    return (
      <div class="narrow">
        <h1>{outcome[0]}</h1>
        <p role="status">{outcome[1]}</p>
        {done === 'never' && (
          <form method="post" action={action} class="stack">
            <button class="button plain" name="choice" value="again">
              {w.allow}
            </button>
          </form>
        )}
        <p>
          <a href="/">{say(w.about, { service: frame.serviceName })}</a>
        </p>
      </div>
    );
  }
  return (
    <div class="narrow">
      <h1>{w.title}</h1>
      <p>{w.why}</p>
      <form method="post" action={action} class="alternatives">
        <div class="card">
          <h2>{w.endTitle}</h2>
          <p>{grants === 0 ? w.endNone : say(w.endSites, { sites: count('site', grants) })}</p>
          <button class="button primary" name="choice" value="end">
            {w.end}
          </button>
        </div>
        <div class="card">
          <h2>{w.neverTitle}</h2>
          <p>{w.neverText}</p>
          <button class="button danger" name="choice" value="never">
            {w.never}
          </button>
        </div>
      </form>
      {projects.length > 0 && <Projects projects={projects} action={action} />}
    </div>
  );
}

type Projects = NonNullable<PageProps<'mail-choices'>['data']['projects']>;

function Projects({ projects, action }: { projects: Projects; action: string }) {
  const { words, say } = useWords();
  const w = words.mailChoices;
  return (
    <Section id="projects" title={w.projects}>
      <p>{w.projectsText}</p>
      <ul class="cards one">
        {projects.map(({ id, title }) => (
          <li class="card split">
            <h3>
              <bdi>{title}</bdi>
            </h3>
            <form method="post" action={action} class="post-button">
              <input type="hidden" name="project_id" value={id} />
              <button
                class="button plain waking"
                name="choice"
                value="project"
                aria-label={say(w.projectEndOf, { project: title })}
              >
                {w.projectEnd}
              </button>
            </form>
          </li>
        ))}
      </ul>
    </Section>
  );
}
