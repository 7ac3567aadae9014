import type { PageData } from '../../contract/pages.ts';
import type { OwnOutcome } from '../../contract/pages/outcomes.ts';
import { Outcome } from '../../ui/outcome.tsx';
import { Section } from '../../ui/section.tsx';
import { useWords } from '../../ui/words/use-words.tsx';
import { ProjectHeading } from './project-name.tsx';
import { useTitle } from './use-title.ts';

/** Outcomes of the person's own contributions. */
export function OwnOutcomes({ outcomes }: Pick<PageData['me'], 'outcomes'>) {
  const { words } = useWords();
  if (outcomes.length === 0) return null;
  return (
    <Section id="outcomes" title={words.outcomes.yours}>
      <ul class="cards one">
        {outcomes.map((outcome) => (
          <Own outcome={outcome} />
        ))}
      </ul>
    </Section>
  );
}

function Own({ outcome }: { outcome: OwnOutcome }) {
  const { words, say, count } = useWords();
  const { project, events } = outcome;
  const w = words.outcomes;
  const title = useTitle(project);
  return (
    <li class="card">
      <ProjectHeading project={project} heading="h3">
        {say(w.inIt, { all: count('contribution', events) })}
      </ProjectHeading>
      <Outcome outcome={outcome} isPrivate />
      {project.path !== undefined && (
        <p>
          <a href={`${project.path}#outcomes`} aria-label={say(w.allLabel, { project: title })}>
            {w.all}
          </a>
        </p>
      )}
    </li>
  );
}
