import type { PageData } from '../../contract/pages.ts';
import { ExternalLink, webAddress } from '../../ui/external-link.tsx';
import { Paragraphs } from '../../ui/linked-text.tsx';
import { SaidParagraph, useWords } from '../../ui/words/use-words.tsx';
import { Asking } from './asking.tsx';
import { Fact } from './fact.tsx';
import { Facts } from './facts.tsx';
import { ProgrammeLink } from '../programmes/rule.tsx';
import { Outcomes } from './outcomes.tsx';
import { Picture } from './picture.tsx';
import { Similar } from './similar.tsx';
import { TakePart } from './take-part.tsx';

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

/** The text of a project, how to take part, and the link to its own site. */
export function About({ data }: { data: PageData['project'] }) {
  const w = useWords().words.project;
  const { goal, task } = data;
  const parts = data.reading?.parts ?? {};
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
          <CountsFor programmes={data.programmes} />
          <Outcomes outcomes={data.outcomes} />
          <TakePart data={data} />
        </div>
        <Facts data={data} />
      </div>
      <Similar projects={data.similar} />
    </>
  );
}

/** The programmes of partners that list the project. */
function CountsFor({ programmes }: Pick<PageData['project'], 'programmes'>) {
  const w = useWords().words.project;
  if (programmes.length === 0) return null;
  const links = programmes.map((programme, at) => (
    <>
      {at > 0 && ' · '}
      <ProgrammeLink programme={programme} />
    </>
  ));
  return <SaidParagraph text={w.countsFor} of={{ programmes: links }} />;
}
