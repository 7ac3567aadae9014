import { ownEntry } from '../../contract/fields/own-entry.ts';
import type { PageData } from '../../contract/pages.ts';
import { agesText } from '../../ui/ages.ts';
import { ExternalLink, webAddress } from '../../ui/external-link.tsx';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../ui/words/use-words.tsx';
import { CoverageDrawing } from './coverage-drawing.tsx';
import { Chips, Fact } from './fact.tsx';

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

/** The start, the further facts and the languages of a project. */
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

/** The facts next to the text: where, when, for whom, and where the record came from. */
export function Facts({ data }: { data: PageData['project'] }) {
  const language = useWords();
  const { words, region } = language;
  const w = words.project;
  const { audience, topics, activities, tags, unRegions } = data;
  const parts = data.reading?.parts ?? {};
  // If the project goes on, these facts are part of how to take part.
  const isOver = data.status === 'complete';
  const where = data.isFromHome ? w.fromAnywhere : region(data.place) || (data.map ? w.onMap : '');
  return (
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
  );
}
