import { statsPeriods, statsSpans, statsSplits } from '../../../contract/pages/stats-figures.ts';
import type { StatsChoice } from '../../../contract/pages/stats-figures.ts';
import { choiceQuery } from './figure-section.tsx';
import { periodWords, spanWords, splitWords } from './words.ts';

type Props = { choice: StatsChoice; path: string };

/** The choice of period and division: links, so that a choice can be shared and needs no script. */
export const Choices = ({ choice, path }: Props) => (
  <nav class="choices" aria-label="What the figures show">
    <Choice
      name="span"
      values={statsSpans}
      words={spanWords}
      choice={choice}
      path={path}
      label="Time span (UTC)"
    />
    <Choice name="period" values={statsPeriods} words={periodWords} choice={choice} path={path} label="Per" />
    <Choice name="by" values={statsSplits} words={splitWords} choice={choice} path={path} label="Split by" />
  </nav>
);

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
