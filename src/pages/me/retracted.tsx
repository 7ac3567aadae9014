import type { PageData } from '../../contract/pages.ts';
import { PostButton } from '../../ui/forms/post-button.tsx';
import { Section } from '../../ui/section.tsx';
import { Said, useWords } from '../../ui/words/use-words.tsx';
import { ProjectHeading } from './project-name.tsx';
import { useTitle } from './use-title.ts';

/** Retractions with their reasons; each until the person has read it. */
export function Retracted({ retracted }: Pick<PageData['me'], 'retracted'>) {
  const { words } = useWords();
  if (retracted.length === 0) return null;
  return (
    <Section id="retracted" title={words.retractions.title} class="unclaimed">
      <ul class="cards one">
        {retracted.map((one) => (
          <Retraction retraction={one} />
        ))}
      </ul>
    </Section>
  );
}

function Retraction({ retraction }: { retraction: PageData['me']['retracted'][number] }) {
  const { words, say, count, date } = useWords();
  const { id, project, reason, events, first, last } = retraction;
  const w = words.retractions;
  const [from, to] = [date(first), date(last)];
  const of = { all: count('contribution', events), date: to, from, to };
  return (
    <li class="card split">
      <div>
        <ProjectHeading project={project} heading="h3">
          <Said text={from === to ? w.on : w.between} of={of} />
        </ProjectHeading>
        <p>{w.reasons[reason]}</p>
      </div>
      <PostButton
        action="/me/retracted"
        fields={{ project_id: project.id, retraction_id: id }}
        label={say(w.seenLabel, { project: useTitle(project) })}
      >
        {w.seen}
      </PostButton>
    </li>
  );
}
