import type { ParticipantsShare } from '../../contract/me-page.ts';
import { counted } from '../../ui/format.ts';
import { PostButton } from '../../ui/post-button.tsx';
import { ProjectName } from './project-name.tsx';
import { Share } from './share.tsx';

/** Contributions that projects reported before this person joined, to take or to remove for each project. */
export function Unclaimed({ shares }: { shares: ParticipantsShare[] }) {
  if (shares.length === 0) return null;
  return (
    <section aria-labelledby="unclaimed" class="unclaimed">
      <h2 id="unclaimed">Are these yours?</h2>
      <p>
        Reported under your address before you joined. Take what you did; remove what somebody else did under
        it.
      </p>
      <ul class="cards one">
        {shares.map(({ project, ...share }) => (
          <li class="card split">
            <div>
              <h3>
                <ProjectName project={project} />
              </h3>
              <p class="byline">
                <Share {...share} />
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
              <a
                class="button danger"
                href={`/me/disclaim?project_id=${project.id}`}
                aria-label={`Remove ${counted(share.events, 'contribution')} to ${project.title}…`}
              >
                Remove {share.events}…
              </a>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
