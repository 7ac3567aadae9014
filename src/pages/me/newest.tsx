import type { ParticipantsContribution } from '../../contract/pages/me.ts';
import { useWords } from '../../ui/words/use-words.tsx';
import { Deed } from './contribution.tsx';
import { ProjectName } from './project-name.tsx';

/** The contribution that was credited last: embeds lead here right after it. */
export function Newest({ contribution }: { contribution: ParticipantsContribution }) {
  const { project } = contribution;
  const w = useWords().words.me;
  return (
    <section aria-labelledby="newest" class="newest">
      <h2 id="newest">{w.newest}</h2>
      <p class="newest-project">
        <ProjectName project={project} />
      </p>
      <Deed contribution={contribution} />
      <p class="answers">
        {project.path !== undefined && (
          <a class="button primary" href={project.path}>
            {w.again}
          </a>
        )}
        <a class="button plain" href="/finder">
          {w.findAnother}
        </a>
      </p>
    </section>
  );
}

export function NothingYet({ hasUnclaimed }: { hasUnclaimed: boolean }) {
  const w = useWords().words.me;
  return (
    <section aria-labelledby="nothing" class="empty">
      <h2 id="nothing">{w.nothing}</h2>
      <p>{hasUnclaimed ? w.nothingTake : w.nothingStart}</p>
      <p>
        <a class="button primary" href="/finder">
          {w.find}
        </a>
      </p>
    </section>
  );
}
