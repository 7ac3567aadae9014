import type { PageData } from '../../contract/pages.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { useWords } from '../../ui/words/use-words.tsx';

type Props = { data: PageData['project']; heading?: 'h1' | 'h3' };

/** The organisation of a project, and its status. */
export function Byline({ data: { organisation, status, outdoors, indoors } }: Pick<Props, 'data'>) {
  const w = useWords().words.project;
  const place = outdoors && indoors ? w.inAndOut : outdoors ? w.outdoors : indoors ? w.indoors : undefined;
  return (
    <p class="byline">
      <StatusBadge status={status} />
      {place !== undefined && <span class="badge">{place}</span>}
      <span>
        <bdi>{organisation}</bdi>
      </span>
    </p>
  );
}

/** The top of a project's page for everybody. */
export const ProjectHeader = ({ data, heading: Heading = 'h1' }: Props) => (
  <header class="project-head">
    <Byline data={data} />
    <Heading dir="auto" lang={data.reading?.parts.name}>
      {data.title}
    </Heading>
  </header>
);
