import type { Progress, ProgrammeRule, ProgrammeSaid } from '../../contract/pages/programmes.ts';
import { useWords } from '../../ui/words/use-words.tsx';

/** The parts of a rule, each with how far a person is, if they have joined. */
export function Rule({ rule, progress }: { rule: ProgrammeRule; progress?: Progress | undefined }) {
  const { words, say, date, count, duration, number } = useWords();
  const w = words.programmes;
  const parts = [
    {
      needed: rule.contributions,
      text: count('contribution', rule.contributions),
      done: progress?.contributions,
    },
    { needed: rule.hours, text: duration(rule.hours), done: progress?.hours },
    { needed: rule.projects, text: count('differentProject', rule.projects), done: progress?.projects },
  ].filter(({ needed }) => needed > 0);
  const { from, to, isYearly } = rule;
  return (
    <>
      <p>
        <strong>
          {parts
            .map(({ needed, text, done }) =>
              done === undefined
                ? text
                : say(w.soFar, { done: number(Math.min(done, needed)), needed: text }),
            )
            .join(' · ')}
        </strong>
      </p>
      {progress?.isRough && <p class="quiet">{w.rough}</p>}
      <p class="quiet">
        {from !== undefined && say(isYearly ? w.yearly : w.from, { date: date(from) })}{' '}
        {to !== undefined && say(w.to, { date: date(to) })} {w.counts[rule.counts]}
      </p>
    </>
  );
}

/** The name of a programme as a link, in the language that it is written in. */
export const ProgrammeLink = ({
  programme: { name, path, lang },
}: {
  programme: Pick<ProgrammeSaid, 'name' | 'path' | 'lang'>;
}) => (
  <a href={path}>
    <bdi lang={lang}>{name}</bdi>
  </a>
);
