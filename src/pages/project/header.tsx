import type { PageData } from '../../contract/pages.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { useWords } from '../../ui/words/use-words.tsx';

type Props = { data: PageData['project']; heading?: 'h1' | 'h3' };

/** The top of a project's page: its title, whose it is, and how it stands. */
export function ProjectHeader({ data, heading: Heading = 'h1' }: Props) {
  const { title, organisation, status, outdoors, indoors } = data;
  const w = useWords().words.project;
  const place = outdoors && indoors ? w.inAndOut : outdoors ? w.outdoors : indoors ? w.indoors : undefined;
  return (
    <header class="project-head">
      <p class="byline">
        <StatusBadge status={status} />
        {place !== undefined && <span class="badge">{place}</span>}
        <span>
          <bdi>{organisation}</bdi>
        </span>
      </p>
      <Heading dir="auto">{title}</Heading>
    </header>
  );
}
