import type { ParticipantsContribution } from '../../contract/pages/me.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { useWords } from '../../ui/words/use-words.tsx';
import { Deed } from './contribution.tsx';
import { ProjectName } from './project-name.tsx';
import { Section } from '../../ui/section.tsx';

/** The contribution that was credited last: embeds lead here right after it. */
export function Newest({ contribution }: { contribution: ParticipantsContribution }) {
  const { project } = contribution;
  const w = useWords().words.me;
  return (
    <Section id="newest" title={w.newest} class="newest">
      <p class="newest-project">
        <ProjectName project={project} />
      </p>
      <Deed contribution={contribution} />
      <p class="answers">
        {project.path !== undefined && <ButtonLink href={project.path} text={w.again} look="primary" />}
        <ButtonLink href="/finder" text={w.findAnother} />
      </p>
    </Section>
  );
}

export function NothingYet({ hasUnclaimed }: { hasUnclaimed: boolean }) {
  const w = useWords().words.me;
  return (
    <Section id="nothing" title={w.nothing} class="empty">
      <p>{hasUnclaimed ? w.nothingTake : w.nothingStart}</p>
      <p>
        <ButtonLink href="/finder" text={w.find} look="primary" />
      </p>
    </Section>
  );
}
