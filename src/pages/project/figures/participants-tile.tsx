import type { StatsTotals } from '../../../contract/pages/stats-figures.ts';
import { useWords } from '../../../ui/words/use-words.tsx';

/** The number of all participants, which is rounded; nothing before it was counted. */
export function ParticipantsTile({ participants }: Pick<StatsTotals, 'participants'>) {
  const { people } = useWords();
  return participants === undefined ? null : (
    <li>
      <strong>{people(participants)}</strong>
    </li>
  );
}
