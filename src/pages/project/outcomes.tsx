import type { OutcomeSaid } from '../../contract/pages/outcomes.ts';
import { Outcome } from '../../ui/outcome.tsx';
import { Section } from '../../ui/section.tsx';
import { useWords } from '../../ui/words/use-words.tsx';

/** The outcomes of the project's contributions, for everybody. */
export function Outcomes({ outcomes }: { outcomes: OutcomeSaid[] }) {
  const { words } = useWords();
  if (outcomes.length === 0) return null;
  return (
    <Section id="outcomes" title={words.outcomes.title}>
      <ul class="rows">
        {outcomes.map((outcome) => (
          <li>
            <Outcome outcome={outcome} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
