import type { ComponentChildren } from 'preact';
import type { PageData } from '../../contract/pages.ts';
import { ExternalLink, webAddress } from '../../ui/external-link.tsx';
import { Paragraphs } from '../../ui/linked-text.tsx';
import { TopicDot } from '../../ui/topic-dot.tsx';
import { Time } from '../../ui/time.tsx';
import { StartNotice } from './start-notice.tsx';

const Fact = ({ name, children }: { name: string; children: ComponentChildren }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

function Part({ title, text }: { title: string; text: string | undefined }) {
  return text === undefined ? null : (
    <section>
      <h2>{title}</h2>
      <Paragraphs text={text} />
    </section>
  );
}

function Chips({ names, by }: { names: string[]; by?: 'topic' | 'activity' | 'q' }) {
  return (
    <ul class="chips small">
      {names.map((name) => (
        <li>
          {by ? (
            <a class="chip" href={`/finder?${by}=${encodeURIComponent(name)}`}>
              {by === 'topic' && <TopicDot name={name} />}
              {name}
            </a>
          ) : (
            <span class="chip">{name}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Each leads to what else there is to do nearby. */
const Pins = ({ pins, count }: { pins: PageData['project']['pins']; count: number }) => (
  <Fact name={count === 1 ? 'Pin' : 'Pins'}>
    <ul class="pins">
      {pins.map(({ text, lat, lng }) => (
        <li>
          <a href={`/finder?lat=${lat}&lng=${lng}`} title="Projects near here">
            {text}
          </a>
        </li>
      ))}
      {count > pins.length && <li>and {count - pins.length} more</li>}
    </ul>
  </Fact>
);

/** What the owner says it shows is not known; its project's name is what a screen reader can say. */
const Picture = ({ title, image }: { title: string; image: NonNullable<PageData['project']['image']> }) => (
  <figure class="picture">
    <img src={image.src} width={image.width} height={image.height} alt={`Image of ${title}`} />
    {image.credit !== undefined && <figcaption>Image: {image.credit}</figcaption>}
  </figure>
);

/** The way to the project, before all that is said of it: on a small screen the facts come last. */
const Visit = ({ website }: { website: string }) =>
  webAddress(website) === undefined ? (
    <p>{website}</p>
  ) : (
    <p class="visit">
      <ExternalLink href={website} class="button primary">
        Visit the project
      </ExternalLink>
      <span class="quiet">{new URL(website).host}</span>
    </p>
  );

/** The parts are encoded: a question mark in an address would add a subject or a recipient (RFC 6068, 2). */
function MailLink({ address }: { address: string }) {
  const [name, host, ...more] = address.split('@').map(encodeURIComponent);
  return host === undefined || more.length > 0 ? (
    <span>{address}</span>
  ) : (
    <a href={`mailto:${name}@${host}`}>{address}</a>
  );
}

/** Everything that is known of a project, and the way to it. */
export function About({ data }: { data: PageData['project'] }) {
  const { website, goal, task, audience, topics, activities, tags, unRegions, languages } = data;
  return (
    <div class="about">
      <div class="about-text">
        {data.image && <Picture title={data.title} image={data.image} />}
        <Visit website={website} />
        {data.startNotice && <StartNotice path={data.path} state={data.startNotice.state} />}
        {(goal !== undefined || task !== undefined) && (
          <dl class="purpose">
            {goal !== undefined && <Fact name="Goal">{goal}</Fact>}
            {task !== undefined && <Fact name="What you do">{task}</Fact>}
          </dl>
        )}
        <section aria-label="Description" class="description">
          <Paragraphs text={data.description} />
        </section>
        <Part title="How to join" text={data.howToJoin} />
        <Part title="What you need" text={data.gear} />
        <Part title="Special skills" text={data.specialSkills} />
      </div>
      <aside class="card about-facts" aria-label="At a glance">
        <dl>
          {data.place !== '' && <Fact name="Where">{data.place}</Fact>}
          {data.pins.length > 0 && <Pins pins={data.pins} count={data.pinCount} />}
          {unRegions.length > 0 && <Fact name="UN regions">{unRegions.join(', ')}</Fact>}
          {data.timeCommitment !== undefined && <Fact name="Time">{data.timeCommitment}</Fact>}
          {data.startDate !== undefined && (
            <Fact name="Start">
              <Time value={data.startDate} />
            </Fact>
          )}
          {data.duration !== undefined && <Fact name="Duration">{data.duration}</Fact>}
          {languages.length > 0 && <Fact name="Languages">{languages.join(', ')}</Fact>}
          {data.publicEmail !== undefined && (
            <Fact name="Contact">
              <MailLink address={data.publicEmail} />
            </Fact>
          )}
          {audience.length > 0 && <Fact name="For">{audience.join(', ')}</Fact>}
          {topics.length > 0 && (
            <Fact name="Topics">
              <Chips names={topics} by="topic" />
            </Fact>
          )}
          {activities.length > 0 && (
            <Fact name="Activities">
              <Chips names={activities} by="activity" />
            </Fact>
          )}
          {tags.length > 0 && (
            <Fact name="Tags">
              <Chips names={tags} by="q" />
            </Fact>
          )}
          <Fact name="Source">{data.origin}</Fact>
          <Fact name="Updated">
            <Time value={data.updated} />
          </Fact>
        </dl>
      </aside>
    </div>
  );
}
