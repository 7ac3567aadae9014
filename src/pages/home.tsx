import { feedPath } from '../contract/pages/feed-path.ts';
import { ButtonLink } from '../ui/button-link.tsx';
import { Dots } from '../ui/drawings/dots.tsx';
import { ProjectCards } from '../ui/project-card.tsx';
import { Search } from '../ui/forms/search.tsx';
import { TopicDot } from '../ui/drawings/topic-dot.tsx';
import { useWords } from '../ui/words/use-words.tsx';
import type { PageProps } from './page.ts';
import { Section } from '../ui/section.tsx';

/** The topics with the most projects are shown at once. */
const topicsFirst = 8;

const [weeks, daysOfWeek] = [18, 7];

/** The picture of a profile: days on which somebody took part, as on their own page. It is decoration. */
const YearOfDays = () => (
  <svg
    class="profile-days"
    viewBox={`0 0 ${weeks * 10} ${daysOfWeek * 10}`}
    aria-hidden="true"
    focusable="false"
  >
    {Array.from({ length: weeks * daysOfWeek }, (_, day) => (
      <rect
        x={Math.floor(day / daysOfWeek) * 10 + 1}
        y={(day % daysOfWeek) * 10 + 1}
        width="8"
        height="8"
        rx="2"
        class={`day-${(day * day + 3 * day) % 11 < 4 ? (day * 7) % 4 : 0}`}
      />
    ))}
  </svg>
);

/** The front door: what this is, a way to search, what is new, and what owners get. */
export function HomePage({ data, frame }: PageProps<'home'>) {
  const { tag, words, say, count, number, nameOf } = useWords();
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

      {data.topics.length > 0 && (
        <Section id="topics" title={w.topics}>
          {chips(data.topics.slice(0, topicsFirst))}
          {data.topics.length > topicsFirst && (
            <details class="all-topics">
              <summary>{w.allTopics}</summary>
              {chips(data.topics.slice(topicsFirst))}
            </details>
          )}
        </Section>
      )}

      {data.newest.length > 0 && (
        <Section id="newest" title={w.newest}>
          <ProjectCards projects={data.newest} />
          <p class="quiet">
            <a href={tag === 'en' ? feedPath : `${feedPath}?lang=${tag}`}>{w.feed}</a>
          </p>
        </Section>
      )}

      <section aria-labelledby="profile" class="profile-use">
        <YearOfDays />
        <div>
          <h2 id="profile">{w.profile}</h2>
          <ul>
            {[w.profileCredit, w.profileHours, w.profileYours].map((use) => (
              <li>{use}</li>
            ))}
          </ul>
        </div>
      </section>

      <Section id="owners" title={w.owners} class="owners">
        <p>{w.ownersText}</p>
        <p>
          <ButtonLink href="/add" text={words.frame.register} look="primary" />
        </p>
        <p>
          <a href="/docs">{w.tiersLink}</a>
        </p>
      </Section>
    </>
  );
}
