import type { CalendarMonth } from '../../contract/me-page.ts';
import { counted, formatMonth } from '../../ui/format.ts';

const cell = 20;

/** The size of a day's dot says how many contributions it has, so that nothing depends on colour. */
const sizes = [
  { least: 5, radius: 9, text: '5 or more' },
  { least: 2, radius: 6.5, text: '2 to 4' },
  { least: 1, radius: 4, text: '1' },
] as const;
const emptyRadius = 1.5;

const radiusOf = (events: number) => sizes.find(({ least }) => events >= least)?.radius ?? emptyRadius;

/** A calendar with a dot for each day; screen readers hear the days of a month that have contributions. */
export function Calendar({ months }: { months: CalendarMonth[] }) {
  if (months.length === 0) return null;
  return (
    <section aria-labelledby="calendar">
      <h2 id="calendar">Your days</h2>
      <ul class="months">
        {months.map((month) => (
          <li>
            <Month month={month} />
          </li>
        ))}
      </ul>
      <p class="quiet months-key" aria-hidden="true">
        Contributions on a day:
        {sizes.toReversed().map(({ radius, text }) => (
          <span>
            <svg viewBox={`0 0 ${cell} ${cell}`} class="month-key">
              <circle class="day-some" cx={cell / 2} cy={cell / 2} r={radius} />
            </svg>{' '}
            {text}
          </span>
        ))}
      </p>
    </section>
  );
}

function Month({ month: { month, days } }: { month: CalendarMonth }) {
  const first = new Date(`${month}-01T00:00:00Z`);
  const length = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  // Weeks begin on Monday.
  const before = (first.getUTCDay() + 6) % 7;
  const events = new Map(days.map((day) => [day.day, day.events]));
  const total = days.reduce((sum, day) => sum + day.events, 0);
  const name = formatMonth(`${month}-01`);
  const said =
    total === 0
      ? 'no contributions'
      : `${counted(total, 'contribution')}. ${days.map((day) => `${day.day}: ${day.events}`).join(', ')}`;
  return (
    <>
      <p class="month-name" aria-hidden="true">
        {name}
      </p>
      <svg viewBox={`0 0 ${7 * cell} ${6 * cell}`} class="month" role="img" aria-label={`${name}: ${said}`}>
        {Array.from({ length }, (_, index) => {
          const place = before + index;
          const count = events.get(index + 1) ?? 0;
          return (
            <circle
              class={count > 0 ? 'day-some' : 'day-none'}
              cx={((place % 7) + 0.5) * cell}
              cy={(Math.floor(place / 7) + 0.5) * cell}
              r={radiusOf(count)}
            />
          );
        })}
      </svg>
    </>
  );
}
