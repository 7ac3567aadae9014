import type { FinderResult } from '../contract/finder.ts';
import { ExternalLink } from './external-link.tsx';
import { formatDistance } from './format.ts';
import { StatusBadge } from './status-badge.tsx';
import { TopicDot } from './topic-dot.tsx';

// By characters: half of one is nothing that can be shown.
const longestExcerpt = /^.{0,180}/su;

/** The beginning of a text, cut between two words. */
function excerpt(text: string): string {
  const [cut = ''] = longestExcerpt.exec(text) ?? [];
  if (cut === text) return text;
  const words = cut.slice(0, cut.lastIndexOf(' ') + 1 || cut.length);
  return `${/^.*[^\s.,;:(]/su.exec(words)?.[0] ?? ''}…`;
}

/** The path of the size for lists of one of our pictures; our other host names would be other sites to the browser. */
function smallOf(image: string | undefined): string | undefined {
  const picture = /\/images\/([0-9a-f]{32})\.webp$/.exec(image ?? '')?.[1];
  return picture && `/images/${picture}-640.webp`;
}

/** How far a project is from the place that was asked for. */
const distanceText = (km: number | undefined) =>
  km === undefined ? 'From anywhere' : km === 0 ? 'Covers this place' : `${formatDistance(km)} away`;

type Props = { project: FinderResult; heading: 'h2' | 'h3'; isByPlace?: boolean };

/** One project in a list; the title is its link, and its place in the page's outline is given. */
export function ProjectCard({ project, heading: Heading, isByPlace = false }: Props) {
  const { title, url, origin, status, image, description, topics, activities } = project;
  const small = smallOf(image);
  const [topic] = topics;
  const kinds = [...topics.slice(0, 2), ...activities.slice(0, 1)];
  return (
    <article class="card project-card">
      {small !== undefined && (
        // The title beside it says what it is of.
        <img class="project-image" src={small} alt="" loading="lazy" decoding="async" />
      )}
      <Heading>
        <ExternalLink href={url}>{title}</ExternalLink>
      </Heading>
      <p class="byline">
        <span>{origin}</span>
        {/* Most are active: only what is not so is worth a word in a list. */}
        {status !== 'active' && <StatusBadge status={status} />}
        {isByPlace && <span class="badge">{distanceText(project.distance_km)}</span>}
      </p>
      <p>{excerpt(description)}</p>
      {kinds.length > 0 && (
        <p class="kinds">
          {topic !== undefined && <TopicDot name={topic} />}
          {kinds.join(' · ')}
        </p>
      )}
    </article>
  );
}
