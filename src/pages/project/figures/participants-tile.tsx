import type { StatsTotals } from '../../../contract/pages/stats-figures.ts';
import { Counted } from '../../../ui/counted.tsx';
import { useWords } from '../../../ui/words/use-words.tsx';

/** The number of all participants, which is rounded; nothing before it was counted. */
export function ParticipantsTile({ participants }: Pick<StatsTotals, 'participants'>) {
  const { words } = useWords();
  if (participants === undefined) return null;
  return (
    <li>
      {participants === null ? (
        <strong>{words.people.fewerParticipants}</strong>
      ) : (
        <Counted what="participant" value={participants} />
      )}
    </li>
  );
}
