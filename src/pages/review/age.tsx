import { promisedHours } from '../../contract/pages/review.ts';
import { counted, formatInstant } from '../../ui/format.ts';

/** How long something has waited; marked "late", in words and not by colour alone, when it is overdue. */
export function Age({ hours, since }: { hours: number; since: string }) {
  const isLate = hours >= promisedHours;
  const text =
    hours < 1
      ? 'Less than an hour'
      : hours < 48
        ? counted(hours, 'hour')
        : counted(Math.floor(hours / 24), 'day');
  return (
    <span class={isLate ? 'badge late' : 'badge'}>
      <span>
        <time dateTime={since} title={`${formatInstant(since)} UTC`}>
          {text}
        </time>
        {isLate && ': late'}
      </span>
    </span>
  );
}
