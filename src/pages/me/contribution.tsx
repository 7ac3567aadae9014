import type { ParticipantsContribution } from '../../contract/me-page.ts';
import { formatPosition } from '../../ui/format.ts';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../ui/words/use-words.tsx';

/**
 * Says in one line what was done, when and where; values that the participant reported are marked, as in the project's
 * Stats.
 */
export function Deed({ contribution }: { contribution: ParticipantsContribution }) {
  const { words, say, count } = useWords();
  const { type, source, when, hours, place } = contribution;
  const mark = source === 'api' ? undefined : words.me.sources[source];
  return (
    <p class="byline deed">
      <span>
        {words.me.types[type]} · <Time value={when} />
        {place && <> · {say(words.me.at, { place: formatPosition(place) })}</>}
        {hours > 0 && <> · {count('hour', hours)}</>}
      </span>
      {mark !== undefined && <span class="badge">{mark}</span>}
    </p>
  );
}
