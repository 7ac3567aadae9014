import type { PageData } from '../../contract/pages.ts';
import { agesText } from '../../ui/ages.ts';
import { Paragraphs } from '../../ui/linked-text.tsx';
import { useWords } from '../../ui/words/use-words.tsx';
import { Chips, Fact } from './fact.tsx';

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

/** The ways to take part, from the fields that the owner has filled in. */
export function TakePart({ data }: { data: PageData['project'] }) {
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
