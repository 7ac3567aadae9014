import type { PageData } from '../../contract/pages.ts';
import { counted } from '../../ui/format.ts';
import { PostButton } from '../../ui/post-button.tsx';
import { Time } from '../../ui/time.tsx';
import { ProjectName } from './project-name.tsx';

/** What projects reported before this person joined: theirs to take or to delete, project by project. */
export function Unclaimed({ projects }: { projects: PageData['me']['projects'] }) {
  if (projects.length === 0) return null;
  return (
    <section aria-labelledby="unclaimed" class="unclaimed">
      <h2 id="unclaimed">Are these yours?</h2>
      <p>
        Reported under your address before you joined. Take what you did; delete what somebody else did under
        it. Deleting cannot be undone.
      </p>
      <ul class="cards one">
        {projects.map(({ project, events, hours, last }) => (
          <li class="card split">
            <div>
              <h3>
                <ProjectName project={project} />
              </h3>
              <p class="byline">
                {counted(events, 'contribution')} · {counted(hours, 'hour')} · last <Time value={last} />
              </p>
            </div>
            <div class="answers">
              <PostButton
                action="/me/claim"
                fields={{ project_id: project.id }}
                look="primary"
                label={`Take the contributions to ${project.title}`}
              >
                Take
              </PostButton>
              <PostButton
                action="/me/disclaim"
                fields={{ project_id: project.id }}
                look="danger"
                label={`Delete the contributions to ${project.title}`}
              >
                Delete
              </PostButton>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
