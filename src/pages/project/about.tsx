import type { ComponentChildren } from 'preact';
import type { PageData } from '../../contract/pages.ts';
import { agesText } from '../../ui/ages.ts';
import { ExternalLink, webAddress } from '../../ui/external-link.tsx';
import { Paragraphs } from '../../ui/linked-text.tsx';
import { TopicDot } from '../../ui/topic-dot.tsx';
import { Time } from '../../ui/time.tsx';
import { CoverageDrawing } from './coverage-drawing.tsx';
import { Follow } from './follow.tsx';
import { Similar } from './similar.tsx';
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

/** The action that fits the status: visit the project, or, where it no longer goes on, look for another. */
function Visit({ website, status, hasSimilar }: { website: string; status: string; hasSimilar: boolean }) {
  if (webAddress(website) === undefined) return <p>{website}</p>;
  const isOver = status === 'complete';
  return (
    <>
      {isOver && <p class="ended-note">This project has ended. Its site may show what came of it.</p>}
      {status === 'hiatus' && <p class="ended-note">This project pauses at present.</p>}
      <p class="visit">
        {isOver && hasSimilar && (
          <a href="#similar" class="button primary">
            See similar projects
          </a>
        )}
        <ExternalLink href={website} class={isOver && hasSimilar ? 'button plain' : 'button primary'}>
          Visit the project
        </ExternalLink>
        <span class="quiet">{new URL(website).host}</span>
      </p>
    </>
  );
}

/** How to take part, as far as the owner said. */
function TakePart({ data }: { data: PageData['project'] }) {
  const { howToJoin, gear, specialSkills, timeCommitment, audience, activities, status } = data;
  if (status === 'complete') return <Part title="How people took part" text={howToJoin} />;
  const ages = agesText(audience);
  return (
    <section class="take-part">
      <h2>How to take part</h2>
      {howToJoin === undefined ? (
        <p>The project’s own site says how to join.</p>
      ) : (
        <Paragraphs text={howToJoin} />
      )}
      <dl>
        {activities.length > 0 && (
          <Fact name="Activities">
            <Chips names={activities} by="activity" />
          </Fact>
        )}
        {timeCommitment !== undefined && <Fact name="Time">{timeCommitment}</Fact>}
        {ages !== '' && <Fact name="For whom">{ages}</Fact>}
        {gear !== undefined && (
          <Fact name="What you need">
            <Paragraphs text={gear} />
          </Fact>
        )}
        {specialSkills !== undefined && (
          <Fact name="Special skills">
            <Paragraphs text={specialSkills} />
          </Fact>
        )}
      </dl>
    </section>
  );
}

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
  // Of a project that goes on, these facts are part of how to take part.
  const isOver = data.status === 'complete';
  const where = data.isFromHome ? 'From anywhere' : data.place || (data.map ? 'On the map' : '');
  return (
    <>
      <div class="about">
        <div class="about-text">
          {data.image && <Picture title={data.title} image={data.image} />}
          <Visit website={website} status={data.status} hasSimilar={data.similar.length > 0} />
          {data.follow && <Follow path={data.path} state={data.follow} />}
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
          <TakePart data={data} />
        </div>
        <aside class="card about-facts" aria-label="At a glance">
          <dl>
            {where !== '' && (
              <Fact name="Where">
                {where}
                {data.map && <CoverageDrawing map={data.map} place={where} />}
              </Fact>
            )}
            {data.pins.length > 0 && <Pins pins={data.pins} count={data.pinCount} />}
            {unRegions.length > 0 && <Fact name="UN regions">{unRegions.join(', ')}</Fact>}
            {isOver && data.timeCommitment !== undefined && <Fact name="Time">{data.timeCommitment}</Fact>}
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
            {isOver && audience.length > 0 && <Fact name="For">{audience.join(', ')}</Fact>}
            {topics.length > 0 && (
              <Fact name="Topics">
                <Chips names={topics} by="topic" />
              </Fact>
            )}
            {isOver && activities.length > 0 && (
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
            {data.updated !== undefined && (
              <Fact name="Updated">
                <Time value={data.updated} />
              </Fact>
            )}
          </dl>
        </aside>
      </div>
      <Similar projects={data.similar} />
    </>
  );
}
