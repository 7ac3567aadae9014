import type { PageData } from '../../contract/pages.ts';
import { Section } from '../../ui/section.tsx';
import { useWords } from '../../ui/words/use-words.tsx';
import { ProgrammeLink, Rule } from '../programmes/rule.tsx';

/** The programmes that the person joined, with how far they are. */
export function OwnProgrammes({ programmes }: Pick<PageData['me'], 'programmes'>) {
  const w = useWords().words.programmes;
  if (programmes.length === 0) return null;
  return (
    <Section id="programmes" title={w.yours}>
      <ul class="cards one">
        {programmes.map(({ programme, own: { progress, award } }) => (
          <li class="card">
            <h3>
              <ProgrammeLink programme={programme} />
            </h3>
            {award ? (
              <p>
                {w.fulfilled} <a href={award.path}>{w.seeAward}</a>
              </p>
            ) : (
              <Rule rule={programme.rule} progress={progress} />
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
