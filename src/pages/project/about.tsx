import type { ComponentChildren } from 'preact';
import { ownEntry } from '../../contract/fields/own-entry.ts';
import type { PageData } from '../../contract/pages.ts';
import { agesText } from '../../ui/ages.ts';
import { ExternalLink, webAddress } from '../../ui/external-link.tsx';
import { Paragraphs } from '../../ui/linked-text.tsx';
import { TopicDot } from '../../ui/drawings/topic-dot.tsx';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../ui/words/use-words.tsx';
import { Asking } from './asking.tsx';
import { CoverageDrawing } from './coverage-drawing.tsx';
import { Picture } from './picture.tsx';
import { Similar } from './similar.tsx';

const Fact = ({ name, children }: { name: string; children: ComponentChildren }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

type PartProps = { title: string; text: string | undefined; lang: string | undefined };

function Part({ title, text, lang }: PartProps) {
  return text === undefined ? null : (
    <section>
      <h2>{title}</h2>
      <div dir="auto" lang={lang}>
        <Paragraphs text={text} />
      </div>
    </section>
  );
}

function Chips({ names, by }: { names: string[]; by: 'topic' | 'activity' | 'q' }) {
  const { nameOf } = useWords();
  const kind = ({ topic: 'topics', activity: 'activities', q: undefined } as const)[by];
  return (
    <ul class="chips small">
      {names.map((name) => (
        <li>
          <a class="chip" href={`/finder?${by}=${encodeURIComponent(name)}`}>
            {by === 'topic' && <TopicDot name={name} />}
            <bdi>{kind ? nameOf(kind, name) : name}</bdi>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The places of a project; each is a link to other projects near it. */
function Pins({ pins, count }: { pins: PageData['project']['pins']; count: number }) {
  const { words, say, number, position } = useWords();
  const w = words.project;
  return (
    <Fact name={count === 1 ? w.pin : w.pins}>
      <ul class="pins">
        {pins.map(({ lat, lng }) => (
          <li>
            <a href={`/finder?lat=${lat}&lng=${lng}`} title={w.nearHere}>
              {position({ lat, lng })}
            </a>
          </li>
        ))}
        {count > pins.length && <li>{say(w.morePins, { n: number(count - pins.length) })}</li>}
      </ul>
    </Fact>
  );
}

/** The button that fits the status: it opens the project's site or, if the project is complete, shows similar ones. */
function Visit({ data }: { data: PageData['project'] }) {
  const { words, say } = useWords();
  const w = words.project;
  const { website, status, endYear } = data;
  const hasSimilar = data.similar.length > 0;
  if (webAddress(website) === undefined) return <p>{website}</p>;
  const isOver = status === 'complete';
  return (
    <>
      {isOver && (
        <p class="ended-note">{endYear === undefined ? w.hasEnded : say(w.endedIn, { year: endYear })}</p>
      )}
      {status === 'hiatus' && <p class="ended-note">{w.pauses}</p>}
      <p class="visit">
        {isOver && hasSimilar && (
          <a href="#similar" class="button primary">
            {w.seeSimilar}
          </a>
        )}
        <ExternalLink href={website} class={isOver && hasSimilar ? 'button plain' : 'button primary'}>
          {w.visit}
        </ExternalLink>
        <bdi class="quiet" dir="ltr">
          {new URL(website).host}
        </bdi>
      </p>
    </>
  );
}

/** How to take part, from the fields that the owner has filled in. */
function TakePart({ data }: { data: PageData['project'] }) {
  const language = useWords();
  const w = language.words.project;
  const { howToJoin, gear, specialSkills, timeCommitment, audience, activities, status } = data;
  const parts = data.reading?.parts ?? {};
  if (status === 'complete') return <Part title={w.tookPart} text={howToJoin} lang={parts.how_to_join} />;
  const ages = agesText(audience, language);
  const facts = [
    activities.length > 0 && (
      <Fact name={w.activities}>
        <Chips names={activities} by="activity" />
      </Fact>
    ),
    timeCommitment !== undefined && (
      <Fact name={w.time}>
        <bdi lang={parts.time_commitment}>{timeCommitment}</bdi>
      </Fact>
    ),
    ages !== '' && <Fact name={w.forWhom}>{ages}</Fact>,
    gear !== undefined && (
      <Fact name={w.need}>
        <div lang={parts.gear}>
          <Paragraphs text={gear} />
        </div>
      </Fact>
    ),
    specialSkills !== undefined && (
      <Fact name={w.skills}>
        <div lang={parts.special_skills}>
          <Paragraphs text={specialSkills} />
        </div>
      </Fact>
    ),
  ].filter(Boolean);
  if (howToJoin === undefined && facts.length === 0) return null;
  return (
    <section class="take-part">
      <h2>{w.takePart}</h2>
      {howToJoin !== undefined && (
        <div dir="auto" lang={parts.how_to_join}>
          <Paragraphs text={howToJoin} />
        </div>
      )}
      {facts.length > 0 && <dl>{facts}</dl>}
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

/** An address is a link that shows the site, a mail address one to write to. */
function FactValue({ value }: { value: string }) {
  const address = webAddress(value);
  if (address !== undefined) return <ExternalLink href={value}>{new URL(address).host}</ExternalLink>;
  return /^\S[^\s@]*@\S[^\s.]*\.\S+$/.test(value) && !value.startsWith('@') ? (
    <MailLink address={value} />
  ) : (
    <bdi>{value}</bdi>
  );
}

/** When it takes place, its further facts, and in which languages. */
function Times({ data }: { data: PageData['project'] }) {
  const { words, language } = useWords();
  const w = words.project;
  const { languages } = data;
  const groups = words as Partial<Record<string, object>>;
  const textOf = (field: string, value: string) =>
    ownEntry((groups[field] ?? {}) as Record<string, string>, value) ?? value;
  return (
    <>
      {data.startDate !== undefined && (
        <Fact name={w.start}>
          <Time value={data.startDate} />
        </Fact>
      )}
      {data.facts.map(({ field, values }) => (
        <Fact name={w.facts[field]}>
          {values.map((value, index) => (
            <>
              {index > 0 && words.ages.comma}
              <FactValue value={textOf(field, value)} />
            </>
          ))}
        </Fact>
      ))}
      {languages.length > 0 && (
        <Fact name={w.languages}>{languages.map(language).join(words.ages.comma)}</Fact>
      )}
    </>
  );
}

/** In which language the texts are, and the others that there are. */
function Reading({ reading, path }: { reading: NonNullable<PageData['project']['reading']>; path: string }) {
  const { tag, words, language, say } = useWords();
  const w = words.project;
  const others = reading.languages.filter((code) => code !== reading.lang);
  if (others.length === 0 && (reading.lang === undefined || reading.lang === tag)) return null;
  return (
    <p class="quiet reading">
      {reading.lang !== undefined && say(w.readIn, { language: language(reading.lang) })}
      {others.length > 0 && (
        <>
          {' '}
          {reading.lang !== undefined && '· '}
          {w.readAlso}{' '}
        </>
      )}
      {others.map((code, index) => (
        <>
          {index > 0 && words.ages.comma}
          <a href={`${path}?lang=${code}`} hreflang={code}>
            {language(code)}
          </a>
        </>
      ))}
    </p>
  );
}

/** All facts about a project, and the link to its own site. */
export function About({ data }: { data: PageData['project'] }) {
  const language = useWords();
  const { words, region } = language;
  const w = words.project;
  const { goal, task, audience, topics, activities, tags, unRegions } = data;
  const parts = data.reading?.parts ?? {};
  // If the project goes on, these facts are part of how to take part.
  const isOver = data.status === 'complete';
  const where = data.isFromHome ? w.fromAnywhere : region(data.place) || (data.map ? w.onMap : '');
  return (
    <>
      <div class="about">
        <div class="about-text">
          {data.image && <Picture title={data.title} image={data.image} />}
          <Visit data={data} />
          <Asking data={data} />
          {(goal !== undefined || task !== undefined) && (
            <dl class="purpose">
              {goal !== undefined && (
                <Fact name={w.goal}>
                  <bdi lang={parts.goal}>{goal}</bdi>
                </Fact>
              )}
              {task !== undefined && (
                <Fact name={w.task}>
                  <bdi lang={parts.task}>{task}</bdi>
                </Fact>
              )}
            </dl>
          )}
          {data.reading && <Reading reading={data.reading} path={data.path} />}
          <section aria-label={w.description} class="description" dir="auto" lang={parts.description}>
            <Paragraphs text={data.description} />
          </section>
          <TakePart data={data} />
        </div>
        <aside class="card about-facts" aria-label={w.glance}>
          <dl>
            {where !== '' && (
              <Fact name={w.where}>
                {where}
                {data.map && <CoverageDrawing map={data.map} place={where} />}
              </Fact>
            )}
            {data.pins.length > 0 && <Pins pins={data.pins} count={data.pinCount} />}
            {unRegions.length > 0 && (
              <Fact name={w.unRegions}>{unRegions.map(region).join(words.ages.comma)}</Fact>
            )}
            {isOver && data.timeCommitment !== undefined && (
              <Fact name={w.time}>
                <bdi lang={parts.time_commitment}>{data.timeCommitment}</bdi>
              </Fact>
            )}
            <Times data={data} />
            {data.publicEmail !== undefined && (
              <Fact name={w.contact}>
                <MailLink address={data.publicEmail} />
              </Fact>
            )}
            {isOver && audience.length > 0 && <Fact name={w.for}>{agesText(audience, language)}</Fact>}
            {topics.length > 0 && (
              <Fact name={w.topics}>
                <Chips names={topics} by="topic" />
              </Fact>
            )}
            {isOver && activities.length > 0 && (
              <Fact name={w.activities}>
                <Chips names={activities} by="activity" />
              </Fact>
            )}
            {tags.length > 0 && (
              <Fact name={w.tags}>
                <Chips names={tags} by="q" />
              </Fact>
            )}
            <Fact name={w.source}>{data.origin}</Fact>
            {data.updated !== undefined && (
              <Fact name={w.updated}>
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
