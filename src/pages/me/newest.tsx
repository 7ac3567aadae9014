import type { ParticipantsContribution } from '../../contract/me-page.ts';
import type { PageData } from '../../contract/pages.ts';
import { formatNumber } from '../../ui/format.ts';
import { Deed } from './contribution.tsx';
import { ProjectName } from './project-name.tsx';

/** The contribution that was credited last: embeds lead here right after it. */
export function Newest({ contribution }: { contribution: ParticipantsContribution }) {
  const { project } = contribution;
  return (
    <section aria-labelledby="newest" class="newest">
      <h2 id="newest">Your newest contribution</h2>
      <p class="newest-project">
        <ProjectName project={project} />
      </p>
      <Deed contribution={contribution} />
      <p class="answers">
        {project.path !== undefined && (
          <a class="button primary" href={project.path}>
            Take part again
          </a>
        )}
        <a class="button plain" href="/finder">
          Find another project
        </a>
      </p>
    </section>
  );
}

/** Hours only where projects reported any. */
export function Totals({ totals }: Pick<PageData['me'], 'totals'>) {
  const { events, projects, hours } = totals;
  return (
    <ul class="tiles" aria-label="Totals">
      <li>
        <strong>{formatNumber(events)}</strong> {events === 1 ? 'contribution' : 'contributions'}
      </li>
      <li>
        <strong>{formatNumber(projects)}</strong> {projects === 1 ? 'project' : 'projects'}
      </li>
      {hours > 0 && (
        <li>
          <strong>{formatNumber(hours)}</strong> {hours === 1 ? 'hour' : 'hours'}
        </li>
      )}
    </ul>
  );
}

export const NothingYet = ({ hasUnclaimed }: { hasUnclaimed: boolean }) => (
  <section aria-labelledby="nothing" class="empty">
    <h2 id="nothing">Nothing credited yet</h2>
    <p>
      {hasUnclaimed
        ? 'Take the contributions above that are yours, or take part in another project.'
        : 'Take part in a project and use the address you signed in with, or press “Credit me” where a project offers it. It shows up here.'}
    </p>
    <p>
      <a class="button primary" href="/finder">
        Find a project
      </a>
    </p>
  </section>
);
