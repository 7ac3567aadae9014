import { accountPath } from '../../contract/pages/account.ts';
import type { CalendarMonth, MePage } from '../../contract/pages/me.ts';
import { Said, useWords } from '../../ui/words/use-words.tsx';
import { Section } from '../../ui/section.tsx';

const cell = 20;

/** The size of a day's dot says how many contributions it has, so that nothing depends on colour. */
const sizes = [
  { least: 5, radius: 9 },
  { least: 2, max: 4, radius: 6.5 },
  { least: 1, max: 1, radius: 4 },
] as const;
const emptyRadius = 1.5;

const radiusOf = (events: number) => sizes.find(({ least }) => events >= least)?.radius ?? emptyRadius;

/** A calendar with a dot for each day; screen readers hear the days of a month that have contributions. */
export function Calendar({ calendar: months, zone }: Pick<MePage, 'calendar' | 'zone'>) {
  const { words, say, number } = useWords();
  if (months.length === 0) return null;
  const rangeOf = (size: (typeof sizes)[number]) => {
    if (!('max' in size)) return say(words.me.orMore, { n: number(size.least) });
    const range = { from: number(size.least), to: number(size.max) };
    return size.least === size.max ? range.from : say(words.me.range, range);
  };
  return (
    <Section id="calendar" title={words.me.days}>
      <ul class="months">
        {months.map((month) => (
          <li>
            <Month month={month} />
          </li>
        ))}
      </ul>
      <p class="quiet months-key" aria-hidden="true">
        {words.me.perDay}
        {sizes.toReversed().map((size) => (
          <span>
            <svg viewBox={`0 0 ${cell} ${cell}`} class="month-key">
              <circle class="day-some" cx={cell / 2} cy={cell / 2} r={size.radius} />
            </svg>{' '}
            {rangeOf(size)}
          </span>
        ))}
      </p>
      <p class="quiet">
        <Said text={words.me.daysIn} of={{ zone: <bdi>{zone}</bdi> }} />{' '}
        <a href={`${accountPath}?open=zone#zone`}>{words.me.changeZone}</a>
      </p>
    </Section>
  );
}

function Month({ month: { month, days } }: { month: CalendarMonth }) {
  const { words, count, number, month: monthName } = useWords();
  const first = new Date(`${month}-01T00:00:00Z`);
  const length = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  // Weeks begin on Monday.
  const before = (first.getUTCDay() + 6) % 7;
  const events = new Map(days.map((day) => [day.day, day.events]));
  const total = days.reduce((sum, day) => sum + day.events, 0);
  const name = monthName(`${month}-01`);
  const label =
    total === 0
      ? words.me.noneInMonth
      : `${count('contribution', total)}. ${days.map((day) => `${number(day.day)}: ${number(day.events)}`).join(words.ages.comma)}`;
  return (
    <>
      <p class="month-name" aria-hidden="true">
        {name}
      </p>
      <svg viewBox={`0 0 ${7 * cell} ${6 * cell}`} class="month" role="img" aria-label={`${name}: ${label}`}>
        {Array.from({ length }, (_, index) => {
          const place = before + index;
          const found = events.get(index + 1) ?? 0;
          return (
            <circle
              class={found > 0 ? 'day-some' : 'day-none'}
              cx={((place % 7) + 0.5) * cell}
              cy={(Math.floor(place / 7) + 0.5) * cell}
              r={radiusOf(found)}
            />
          );
        })}
      </svg>
    </>
  );
}
