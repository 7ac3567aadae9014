import type { StatsTotals } from '../../../contract/pages/stats-figures.ts';
import { about } from '../../../ui/format.ts';

/** The number of all participants, which is rounded; nothing before it was counted. */
export function ParticipantsTile({ participants }: Pick<StatsTotals, 'participants'>) {
  if (participants === undefined) return null;
  return (
    <li>
      <strong>{about(participants)}</strong> participants
    </li>
  );
}
