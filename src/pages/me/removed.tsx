import type { PageData } from '../../contract/pages.ts';
import { PostButton } from '../../ui/forms/post-button.tsx';
import { Time } from '../../ui/time.tsx';
import { Said, useWords } from '../../ui/words/use-words.tsx';
import { ProjectHeading } from './project-name.tsx';
import { useTitle } from './use-title.ts';
import { Section } from '../../ui/section.tsx';

/** Removals that can still be taken back. */
export function Removed({ removed }: Pick<PageData['me'], 'removed'>) {
  const { words } = useWords();
  if (removed.length === 0) return null;
  return (
    <Section id="removed" title={words.removed.title} class="unclaimed">
      <ul class="cards one">
        {removed.map((removal) => (
          <Removal removal={removal} />
        ))}
      </ul>
    </Section>
  );
}

function Removal({ removal }: { removal: PageData['me']['removed'][number] }) {
  const { words, say, count } = useWords();
  const { project, events, at, until } = removal;
  const w = words.removed;
  const all = count('contribution', events);
  const title = useTitle(project);
  return (
    <li class="card split">
      <div>
        <ProjectHeading project={project} heading="h3">
          <Said text={w.until} of={{ all, date: <Time value={until} /> }} />
        </ProjectHeading>
      </div>
      <PostButton
        action="/me/restore"
        fields={{ project_id: project.id, removed_at: at }}
        label={say(w.backLabel, { all, project: title })}
      >
        {w.back}
      </PostButton>
    </li>
  );
}
