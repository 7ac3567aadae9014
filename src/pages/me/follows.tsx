import type { FollowedProject, Paged } from '../../contract/pages/me.ts';
import { Pager } from '../../ui/pager.tsx';
import { PostButton } from '../../ui/forms/post-button.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { useWords } from '../../ui/words/use-words.tsx';
import { ProjectName } from './project-name.tsx';
import { Section } from '../../ui/section.tsx';

/** The projects that this person follows; mail only for those where they ask for it. */
export function Follows({ follows }: { follows: Paged<FollowedProject> | undefined }) {
  const { words } = useWords();
  const w = words.follows;
  if (!follows) return null;
  return (
    <Section id="follows" title={w.title}>
      <p class="quiet">{w.says}</p>
      <ul class="cards one">
        {follows.items.map((followed) => (
          <Followed {...followed} />
        ))}
      </ul>
      <Pager
        path="/me"
        list={follows}
        name="follows"
        anchor="follows"
        what="project"
        label={words.pager.follows}
      />
    </Section>
  );
}

function Followed({ project, status, byMail, isShown }: FollowedProject) {
  const { words, say } = useWords();
  const w = words.follows;
  const named = { project: project.title };
  return (
    <li class="card split">
      <div>
        <h3>
          <ProjectName project={project} />
        </h3>
        <p class="byline">
          {status !== undefined && <StatusBadge status={status} />}
          {byMail && <span> {w.mailOn}</span>}
        </p>
      </div>
      <div class="answers">
        {(byMail || isShown) && (
          <PostButton
            action="/me/follows/mail"
            fields={{ project_id: project.id, mail: byMail ? 'no' : 'yes' }}
            label={say(byMail ? w.noMailLabel : w.mailLabel, named)}
          >
            {byMail ? w.noMail : w.mail}
          </PostButton>
        )}
        <PostButton
          action="/me/follows/end"
          fields={{ project_id: project.id }}
          label={say(w.stopLabel, named)}
        >
          {w.stop}
        </PostButton>
      </div>
    </li>
  );
}
