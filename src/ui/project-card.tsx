import type { ProjectCardData } from '../contract/pages/finder.ts';
import { agesText } from './ages.ts';
import { ExternalLink } from './external-link.tsx';
import { StatusBadge } from './status-badge.tsx';
import { tellingTopic, TopicDrawing } from './drawings/topic-drawing.tsx';
import { useWords } from './words/use-words.tsx';

// By characters: half of one is nothing that can be shown.
const longestExcerpt = /^.{0,120}/su;

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

/** A picture says which project it is, or a drawing which topic; the title next to it says so in words. */
function Picture({ image, topics }: Pick<ProjectCardData, 'image' | 'topics'>) {
  const small = smallOf(image);
  return small === undefined ? (
    <TopicDrawing name={tellingTopic(topics)} />
  ) : (
    <img class="project-image" src={small} alt="" loading="lazy" decoding="async" />
  );
}

type Props = { project: ProjectCardData; heading: 'h2' | 'h3'; isByPlace?: boolean };

/** One project in a list; the title is its link, and its place in the page's outline is given. */
export function ProjectCard({ project, heading: Heading, isByPlace = false }: Props) {
  const { id, title, url, status, image, description, topics, activities, distance_km: km, glance } = project;
  const { programmes = [] } = project;
  const language = useWords();
  const { say, distance, nameOf, region, list } = language;
  const w = language.words.project;
  const where = glance.isFromHome ? w.fromAnywhere : region(glance.place);
  const ages = agesText(glance.ages, language);
  const setting = glance.setting && w[glance.setting];
  const lang = glance.lang === language.tag ? undefined : glance.lang;
  const kinds = [
    ...(programmes.length > 0
      ? [say(w.countsFor, { programmes: list(programmes.map(({ name }) => name)) })]
      : []),
    ...topics.slice(0, 2).map((name) => nameOf('topics', name)),
    ...activities.slice(0, 1).map((name) => nameOf('activities', name)),
  ];
  const facts = [
    isByPlace && km !== undefined && (
      <li>
        <span class="badge">{km === 0 ? w.coversThis : say(w.away, { distance: distance(km) })}</span>
      </li>
    ),
    where !== '' && <li class={glance.isFromHome ? 'from-home' : 'place'}>{where}</li>,
    glance.effort !== undefined && <li class="effort">{glance.effort}</li>,
    ages !== '' && <li class="ages">{ages}</li>,
    setting !== undefined && <li class="setting">{setting}</li>,
  ].filter(Boolean);
  return (
    <article class="card project-card" id={`p${id}`}>
      <Picture image={image} topics={topics} />
      <div class="card-head">
        <Heading>
          <ExternalLink href={url}>
            <bdi lang={lang}>{title}</bdi>
          </ExternalLink>
        </Heading>
        <p class="byline">
          <span>
            <bdi>{glance.organisation}</bdi>
          </span>
          {/* Most are active: only what is not so is worth a word in a list. */}
          {status !== 'active' && <StatusBadge status={status} />}
        </p>
      </div>
      <div class="card-body">
        {facts.length > 0 && <ul class="card-facts">{facts}</ul>}
        <p class="excerpt" dir="auto" lang={lang}>
          {excerpt(description)}
        </p>
        {kinds.length > 0 && <p class="kinds">{kinds.join(' · ')}</p>}
      </div>
    </article>
  );
}

/** Some projects in a section of a page. */
export const ProjectCards = ({ projects }: { projects: ProjectCardData[] }) => (
  <ul class="cards">
    {projects.map((project) => (
      <li>
        <ProjectCard project={project} heading="h3" />
      </li>
    ))}
  </ul>
);
