import type { PageData } from '../../contract/pages.ts';
import { counted } from '../../ui/format.ts';
import { PostButton } from '../../ui/post-button.tsx';
import { Time } from '../../ui/time.tsx';
import { ProjectName } from './project-name.tsx';

/** Removals that can still be taken back. */
export function Removed({ removed }: Pick<PageData['me'], 'removed'>) {
  if (removed.length === 0) return null;
  return (
    <section aria-labelledby="removed" class="unclaimed">
      <h2 id="removed">Removed</h2>
      <ul class="cards one">
        {removed.map(({ project, events, at, until }) => (
          <li class="card split">
            <div>
              <h3>
                <ProjectName project={project} />
              </h3>
              <p class="byline">
                {counted(events, 'contribution')}, deleted for good on <Time value={until} />
              </p>
            </div>
            <PostButton
              action="/me/restore"
              fields={{ project_id: project.id, removed_at: at }}
              label={`Take back: put ${counted(events, 'contribution')} to ${project.title} on your profile again`}
            >
              Take back
            </PostButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
