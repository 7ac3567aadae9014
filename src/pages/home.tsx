import { feedPath } from '../contract/feed-path.ts';
import { Dots } from '../ui/dots.tsx';
import { counted, formatNumber } from '../ui/format.ts';
import { ProjectCard } from '../ui/project-card.tsx';
import { Search } from '../ui/search.tsx';
import { TopicDot } from '../ui/topic-dot.tsx';
import type { PageProps } from './page.ts';

const tiers = [
  {
    name: 'Bronze',
    what: 'One script, no server',
    how: 'Paste the confirmation message with your Project ID. The participant’s browser records what they did.',
  },
  {
    name: 'Silver',
    what: 'Your server records',
    how: 'Look up a profile by hashed e-mail with your API key and report each contribution. Validated data.',
  },
  {
    name: 'Gold',
    what: 'Participants sign in',
    how: 'As silver, with OAuth 2: nobody but the participant can link their profile to your site.',
  },
];

/** The front door: what this is, a way to search, what is new, and what owners get. */
export function HomePage({ data, frame }: PageProps<'home'>) {
  return (
    <>
      <section class="hero">
        <div>
          <h1>Science needs many hands. Yours count here.</h1>
          <p class="lead">
            {frame.serviceName} lists {counted(data.total, 'citizen-science project')} to take part in, and
            keeps what you contribute to all of them on one profile.
          </p>
          <Search />
        </div>
        <Dots count={144} class="hero-dots" />
      </section>

      <section aria-labelledby="topics">
        <h2 id="topics">Browse by topic</h2>
        <ul class="chips">
          {data.topics.map(({ name, projects }) => (
            <li>
              <a class="chip" href={`/finder?topic=${encodeURIComponent(name)}`}>
                <TopicDot name={name} />
                {name} <span class="count">{formatNumber(projects)}</span>
                <span class="visually-hidden"> projects</span>
              </a>
            </li>
          ))}
        </ul>
      </section>

      {data.newest.length > 0 && (
        <section aria-labelledby="newest">
          <h2 id="newest">New in the directory</h2>
          <ul class="cards">
            {data.newest.map((project) => (
              <li>
                <ProjectCard project={project} heading="h3" />
              </li>
            ))}
          </ul>
          <p class="quiet">
            <a href={feedPath}>New projects as a feed</a> (Atom), for a feed reader
          </p>
        </section>
      )}

      <section aria-labelledby="owners" class="owners">
        <h2 id="owners">For project owners: credit your participants</h2>
        <p>
          Report contributions to the profiles of those who made them. Start with one script and move up when
          you need more certainty; your project keeps its number and its history.
        </p>
        <ol class="tiers">
          {tiers.map(({ name, what, how }) => (
            <li class={`card tier-${name.toLowerCase()}`}>
              <h3>{name}</h3>
              <p class="tier-what">{what}</p>
              <p>{how}</p>
            </li>
          ))}
        </ol>
        <p>
          <a class="button primary" href="/add">
            Register a project
          </a>
        </p>
        <p>
          <a href="/docs">Which tier is for you, step by step</a>. Your Project ID Code and ready-made
          snippets are on the Tools tab of your project’s page once our editors have published it.
        </p>
      </section>
    </>
  );
}
