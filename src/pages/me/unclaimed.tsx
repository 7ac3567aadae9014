import type { ParticipantsShare } from '../../contract/pages/me.ts';
import { PostButton } from '../../ui/forms/post-button.tsx';
import { useWords } from '../../ui/words/use-words.tsx';
import { ProjectHeading } from './project-name.tsx';
import { Share } from './share.tsx';
import { useTitle } from './use-title.ts';
import { Section } from '../../ui/section.tsx';

/** Contributions that projects reported before this person joined, to take or to remove for each project. */
export function Unclaimed({ shares }: { shares: ParticipantsShare[] }) {
  const w = useWords().words.unclaimed;
  if (shares.length === 0) return null;
  return (
    <Section id="unclaimed" title={w.title} class="unclaimed">
      <p>{w.says}</p>
      <ul class="cards one">
        {shares.map((share) => (
          <Choice share={share} />
        ))}
      </ul>
    </Section>
  );
}

function Choice({ share: { project, ...share } }: { share: ParticipantsShare }) {
  const { words, say, number } = useWords();
  const w = words.unclaimed;
  const title = useTitle(project);
  return (
    <li class="card split">
      <div>
        <ProjectHeading project={project} heading="h3">
          <Share {...share} />
        </ProjectHeading>
      </div>
      <div class="answers">
        <PostButton
          action="/me/claim"
          fields={{ project_id: project.id }}
          look="primary"
          label={say(w.takeLabel, { project: title })}
        >
          {w.take}
        </PostButton>
        <a
          class="button danger"
          href={`/me/disclaim?project_id=${project.id}`}
          aria-label={say(w.removeLabel, { n: number(share.events), project: title })}
        >
          {say(w.remove, { n: number(share.events) })}
        </a>
      </div>
    </li>
  );
}
