import { feedPath } from '../contract/pages/feed-path.ts';
import { Dots } from '../ui/dots.tsx';
import { ProjectCard } from '../ui/project-card.tsx';
import { Search } from '../ui/search.tsx';
import { TopicDot } from '../ui/topic-dot.tsx';
import { Said, useWords } from '../ui/words/use-words.tsx';
import type { PageProps } from './page.ts';

const tiers = ['bronze', 'silver', 'gold'] as const;
/** The topics with the most projects are shown at once. */
const topicsFirst = 8;

/** The front door: what this is, a way to search, what is new, and what owners get. */
export function HomePage({ data, frame }: PageProps<'home'>) {
  const { words, say, count, number, nameOf } = useWords();
  const w = words.home;
  const chips = (topics: typeof data.topics) => (
    <ul class="chips">
      {topics.map(({ name, projects }) => (
        <li>
          <a class="chip" href={`/finder?topic=${encodeURIComponent(name)}`}>
            <TopicDot name={name} />
            {nameOf('topics', name)} <span class="count">{number(projects)}</span>
            <span class="visually-hidden"> {words.pager.projects}</span>
          </a>
        </li>
      ))}
    </ul>
  );
  return (
    <>
      <section class="hero">
        <div>
          <h1>{w.heading}</h1>
          <p class="lead">
            {say(w.lead, { service: frame.serviceName, projects: count('science', data.total) })}
          </p>
          <Search />
        </div>
        <Dots count={144} class="hero-dots" />
      </section>

      <section aria-labelledby="topics">
        <h2 id="topics">{w.topics}</h2>
        {chips(data.topics.slice(0, topicsFirst))}
        {data.topics.length > topicsFirst && (
          <details class="all-topics">
            <summary>{w.allTopics}</summary>
            {chips(data.topics.slice(topicsFirst))}
          </details>
        )}
      </section>

      {data.newest.length > 0 && (
        <section aria-labelledby="newest">
          <h2 id="newest">{w.newest}</h2>
          <ul class="cards">
            {data.newest.map((project) => (
              <li>
                <ProjectCard project={project} heading="h3" />
              </li>
            ))}
          </ul>
          <p class="quiet">
            <Said text={w.feed} of={{ feed: <a href={feedPath}>{w.feedName}</a> }} />
          </p>
        </section>
      )}

      <section aria-labelledby="owners" class="owners">
        <h2 id="owners">{w.owners}</h2>
        <p>{w.ownersText}</p>
        <ol class="tiers">
          {tiers.map((tier) => (
            <li class={`card tier-${tier}`}>
              <h3>{w[tier].name}</h3>
              <p class="tier-what">{w[tier].what}</p>
              <p>{w[tier].how}</p>
            </li>
          ))}
        </ol>
        <p>
          <a class="button primary" href="/add">
            {words.frame.register}
          </a>
        </p>
        <p>
          <Said text={w.tiers} of={{ link: <a href="/docs">{w.tiersLink}</a> }} />
        </p>
      </section>
    </>
  );
}
