import type { FollowedProject, Paged } from '../../contract/me-page.ts';
import { Pager } from '../../ui/pager.tsx';
import { PostButton } from '../../ui/post-button.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { ProjectName } from './project-name.tsx';

/** The projects that this person follows; mail only for those where they ask for it. */
export const Follows = ({ follows }: { follows: Paged<FollowedProject> | undefined }) =>
  follows && (
    <section aria-labelledby="follows">
      <h2 id="follows">Projects you follow</h2>
      <p class="quiet">
        We mail you only where you ask for it: when the status of the project changes. Stopping takes a
        project off this list; you can follow it again on its page.
      </p>
      <ul class="cards one">
        {follows.items.map((followed) => (
          <Followed {...followed} />
        ))}
      </ul>
      <Pager path="/me" list={follows} name="follows" anchor="follows" label="projects that you follow" />
    </section>
  );

const Followed = ({ project, status, byMail }: FollowedProject) => (
  <li class="card split">
    <div>
      <h3>
        <ProjectName project={project} />
      </h3>
      <p class="byline">
        {status !== undefined && <StatusBadge status={status} />}
        {byMail && <span> You get mail when this changes</span>}
      </p>
    </div>
    <div class="answers">
      {status !== undefined && (
        <PostButton
          action="/me/follows/mail"
          fields={{ project_id: project.id, mail: byMail ? 'no' : 'yes' }}
          label={`${byMail ? 'No more mail about' : 'Mail me when the status changes of'} ${project.title}`}
        >
          {byMail ? 'No more mail' : 'Mail me when it changes'}
        </PostButton>
      )}
      <PostButton
        action="/me/follows/end"
        fields={{ project_id: project.id }}
        label={`Stop following ${project.title}`}
      >
        Stop following
      </PostButton>
    </div>
  </li>
);
