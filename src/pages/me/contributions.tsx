import type { PageData } from '../../contract/pages.ts';
import { counted, formatNumber } from '../../ui/format.ts';
import { PostButton } from '../../ui/post-button.tsx';
import { Time } from '../../ui/time.tsx';
import { ProjectName } from './project-name.tsx';

type Projects = PageData['me']['projects'];

const sum = (projects: Projects, count: 'events' | 'hours') =>
  projects.reduce((total, project) => total + project[count], 0);

/** What counts: per project, with the choice to stop and to start again. */
export function Contributions({ projects }: { projects: Projects }) {
  if (projects.length === 0)
    return (
      <section aria-labelledby="credited" class="empty">
        <h2 id="credited">Nothing credited yet</h2>
        <p>
          Take part in a project and use the address you signed in with, or press “Credit me” where a project
          offers it. It shows up here.
        </p>
        <p>
          <a class="button primary" href="/finder">
            Find a project
          </a>
        </p>
      </section>
    );
  const credited = projects.filter(({ events }) => events > 0).length;
  return (
    <section aria-labelledby="credited">
      <h2 id="credited">By project</h2>
      <ul class="tiles">
        <li>
          <strong>{formatNumber(sum(projects, 'events'))}</strong>{' '}
          {sum(projects, 'events') === 1 ? 'contribution' : 'contributions'}
        </li>
        <li>
          <strong>{formatNumber(sum(projects, 'hours'))}</strong> hours
        </li>
        <li>
          <strong>{formatNumber(credited)}</strong> {credited === 1 ? 'project' : 'projects'}
        </li>
      </ul>
      <ul class="cards one">
        {projects.map(({ project, events, hours, last, optedOut }) => (
          <li class="card split">
            <div>
              <h3>
                <ProjectName project={project} />
              </h3>
              <p class="byline">
                {optedOut ? (
                  <>
                    <span class="badge">Not credited</span> You opted out: what you do there is tied to
                    nobody.
                  </>
                ) : last === '' ? (
                  'Nothing credited yet'
                ) : (
                  <>
                    {counted(events, 'contribution')} · {counted(hours, 'hour')} · last <Time value={last} />
                  </>
                )}
              </p>
            </div>
            <PostButton
              action={optedOut ? '/me/opt-in' : '/me/opt-out'}
              fields={{ project_id: project.id }}
              label={`${optedOut ? 'Credit me again' : 'Stop crediting me'} for ${project.title}`}
            >
              {optedOut ? 'Credit me again' : 'Stop crediting me'}
            </PostButton>
          </li>
        ))}
      </ul>
      <p class="quiet">
        If you stop, what was credited for that project is taken off your profile too; the project’s totals
        stay.
      </p>
    </section>
  );
}
