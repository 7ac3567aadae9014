import type { PageData } from '../../contract/pages.ts';
import { Section } from '../../ui/section.tsx';
import { SaidParagraph, useWords } from '../../ui/words/use-words.tsx';
import { ProgrammeLink, Rule } from '../programmes/rule.tsx';

type Props = Pick<PageData['me'], 'programmes'>;

/** The programmes that the person joined, with how far they are. */
export function OwnProgrammes({ programmes: { joined } }: Props) {
  const w = useWords().words.programmes;
  if (joined.length === 0) return null;
  return (
    <Section id="programmes" title={w.yours}>
      <ul class="cards one">
        {joined.map(({ programme, own: { progress, award } }) => (
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

/** Below the newest contribution: the programmes that it would count for. */
export function OfferedProgrammes({ programmes: { offered } }: Props) {
  const w = useWords().words.programmes;
  return offered.map((programme) => (
    <SaidParagraph text={w.wouldCount} of={{ programme: <ProgrammeLink programme={programme} /> }} />
  ));
}
