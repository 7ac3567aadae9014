import { certificatesPath } from '../../contract/pages/certificates.ts';
import type { ParticipantsContribution } from '../../contract/pages/me.ts';
import type { PageData } from '../../contract/pages.ts';
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

/** Hours only where projects reported any. */
export function Totals({ totals }: Pick<PageData['me'], 'totals'>) {
  const { words, number, count, duration } = useWords();
  const { events, projects, hours } = totals;
  return (
    <>
      <ul class="tiles" aria-label={words.me.totals}>
        <li>
          <strong>{number(events)}</strong> {count('contributionWord', events)}
        </li>
        <li>
          <strong>{number(projects)}</strong> {count('projectWord', projects)}
        </li>
        {hours > 0 && (
          <li>
            <strong>{duration(hours)}</strong> {words.time.spent}
          </li>
        )}
      </ul>
      <p>
        <a class="button plain" href={certificatesPath}>
          {words.certificates.title}
        </a>
      </p>
    </>
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
