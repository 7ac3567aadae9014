import type { FinderResult } from '../contract/finder.ts';
import { ExternalLink } from './external-link.tsx';
import { StatusBadge } from './status-badge.tsx';

const longestExcerpt = 220;

/** The beginning of a text, cut between two words. */
function excerpt(text: string): string {
  if (text.length <= longestExcerpt) return text;
  const cut = text.slice(0, longestExcerpt);
  return `${cut.slice(0, cut.lastIndexOf(' ') + 1 || longestExcerpt).trimEnd()}…`;
}

/** One project in a list; the title is its link, and its place in the page's outline is given. */
export function ProjectCard({ project, heading: Heading }: { project: FinderResult; heading: 'h2' | 'h3' }) {
  const { title, url, origin, status, description, topics, activities } = project;
  const kinds = [...topics.slice(0, 3), ...activities.slice(0, 2)];
  return (
    <article class="card project-card">
      <Heading>
        <ExternalLink href={url}>{title}</ExternalLink>
      </Heading>
      <p class="byline">
        <StatusBadge status={status} /> <span>{origin}</span>
      </p>
      <p>{excerpt(description)}</p>
      {kinds.length > 0 && <p class="kinds">{kinds.join(' · ')}</p>}
    </article>
  );
}
