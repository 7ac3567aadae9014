import { ButtonLink } from '../../ui/button-link.tsx';
import { PostButton } from '../../ui/forms/post-button.tsx';
import { useWords } from '../../ui/words/use-words.tsx';
import type { PageProps } from '../page.ts';
import { Deed } from './contribution.tsx';
import { ProjectName } from './project-name.tsx';

/** Asks before one contribution is left out, with the way to get it back. */
export function LeaveOutPage({ data: { contribution } }: PageProps<'me-leave-out'>) {
  const { project, id } = contribution;
  const { words } = useWords();
  const w = words.remove;
  return (
    <div class="narrow">
      <h1>{w.oneTitle}</h1>
      <div class="card">
        <h2>
          <ProjectName project={project} />
        </h2>
        <Deed contribution={contribution} />
      </div>
      <ul class="remove-says">
        <li>{w.profile}</li>
        <li>{w.back}</li>
      </ul>
      <div class="answers">
        <PostButton action="/me/leave-out" fields={{ project_id: project.id, event_id: id }} look="danger">
          {w.oneButton}
        </PostButton>
        <ButtonLink href="/me#all" text={w.oneKeep} />
      </div>
    </div>
  );
}
