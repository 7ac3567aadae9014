import type { ParticipantsContribution } from '../../contract/pages/me.ts';
import { Time } from '../../ui/time.tsx';
import { Said, useWords } from '../../ui/words/use-words.tsx';

/** The nearest town, whose name comes in Latin letters; the point itself is in the tooltip. */
function Place({ place }: { place: NonNullable<ParticipantsContribution['place']> }) {
  const { words, say, position } = useWords();
  const point = position(place);
  if (place.town === undefined) return <>{say(words.me.at, { place: point })}</>;
  return (
    <span title={point}>
      <Said text={words.me.near} of={{ place: <bdi>{place.town}</bdi> }} />
    </span>
  );
}

/**
 * Says in one line what was done, when and where; values that the participant reported are marked, as in the project's
 * Stats.
 */
export function Deed({
  contribution,
  hasDay = false,
}: {
  contribution: ParticipantsContribution;
  /** The day stands above it. */
  hasDay?: boolean;
}) {
  const { words, duration, clock } = useWords();
  const { type, source, when, hours, place } = contribution;
  const mark = source === 'api' ? undefined : words.me.sources[source];
  return (
    <p class="byline deed">
      <span>
        {words.me.types[type]}
        {' · '}
        {hasDay ? <time dateTime={when}>{clock(when)}</time> : <Time value={when} />}
        {place && (
          <>
            {' · '}
            <Place place={place} />
          </>
        )}
        {hours > 0 && <> · {duration(hours)}</>}
      </span>
      {mark !== undefined && <span class="badge">{mark}</span>}
    </p>
  );
}
