import type { StatsTotals } from '../../../contract/stats-figures.ts';
import { formatNumber } from '../../../ui/format.ts';

/** The number of all participants, which is rounded; nothing before it was counted. */
export function ParticipantsTile({ participants }: Pick<StatsTotals, 'participants'>) {
  if (participants === undefined) return null;
  return (
    <li>
      <strong>{participants === null ? 'fewer than 10' : `about ${formatNumber(participants)}`}</strong>{' '}
      participants
    </li>
  );
}
