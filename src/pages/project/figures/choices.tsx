import { statsPeriods, statsSpans, statsSplits } from '../../../contract/pages/stats-figures.ts';
import type { StatsChoice } from '../../../contract/pages/stats-figures.ts';
import { choiceQuery } from './figure-section.tsx';
import { useWords } from '../../../ui/words/use-words.tsx';

type Props = { choice: StatsChoice; path: string };

/** The choice of period and division: links, so that a choice can be shared and needs no script. */
export function Choices({ choice, path }: Props) {
  const w = useWords().words.figures;
  return (
    <nav class="choices" aria-label={w.shows}>
      <Choice name="span" values={statsSpans} words={w.spans} choice={choice} path={path} label={w.span} />
      <Choice
        name="period"
        values={statsPeriods}
        words={w.periods}
        choice={choice}
        path={path}
        label={w.per}
      />
      <Choice name="by" values={statsSplits} words={w.splits} choice={choice} path={path} label={w.by} />
    </nav>
  );
}

function Choice<Name extends keyof StatsChoice>({
  name,
  values,
  words,
  choice,
  path,
  label,
}: Props & {
  name: Name;
  values: readonly StatsChoice[Name][];
  words: Record<StatsChoice[Name], string>;
  label: string;
}) {
  return (
    <p>
      <span>{label}</span>
      {values.map((value) => (
        <a
          href={`${path}/stats${choiceQuery({ ...choice, [name]: value })}#figures`}
          aria-current={choice[name] === value ? 'true' : undefined}
        >
          {words[value]}
        </a>
      ))}
    </p>
  );
}
