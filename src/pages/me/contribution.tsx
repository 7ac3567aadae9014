import type { ParticipantsContribution } from '../../contract/me-page.ts';
import { counted, formatPosition } from '../../ui/format.ts';
import { Time } from '../../ui/time.tsx';

const deeds = {
  classification: 'Classified or transcribed',
  collection: 'Collected data',
  signup: 'Joined the project',
} as const;

/** Contributions that the participant reported are marked, as they are in the project's Stats. */
const sources = {
  api: undefined,
  browser: 'Reported by your browser',
  link: 'Confirmed by you here',
} as const;

/** Says in one line what was done, when and where. */
export function Deed({ contribution }: { contribution: ParticipantsContribution }) {
  const { type, source, when, hours, place } = contribution;
  const mark = sources[source];
  return (
    <p class="byline deed">
      <span>
        {deeds[type]} · <Time value={when} />
        {place && <> · at {formatPosition(place)}</>}
        {hours > 0 && <> · {counted(hours, 'hour')}</>}
      </span>
      {mark !== undefined && <span class="badge">{mark}</span>}
    </p>
  );
}
