import type { PageData } from '../../contract/pages.ts';
import { useWords } from '../../ui/words/use-words.tsx';
import { Section } from '../../ui/section.tsx';

/** The width of the longest bar, in units of the drawing. */
const full = 100;

/** Months with their hours, as a table with a bar in each row; only where projects reported hours. */
export function OverTime({ months }: Pick<PageData['me'], 'months'>) {
  const { words, number, duration, month: monthName } = useWords();
  const w = words.time;
  const max = Math.max(...months.map(({ hours }) => hours));
  if (months.length === 0 || max <= 0) return null;
  return (
    <Section id="time" title={w.title}>
      <table class="over-time">
        <thead>
          <tr>
            <th scope="col">{w.month}</th>
            <th scope="col">{w.contributions}</th>
            <th scope="col">{w.hours}</th>
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, events, hours }) => (
            <tr>
              <th scope="row">{monthName(`${month}-01`)}</th>
              <td>{number(events)}</td>
              <td>
                {duration(hours)}
                <svg viewBox={`0 0 ${full} 8`} class="bar" preserveAspectRatio="none" aria-hidden="true">
                  <rect width={(hours / max) * full} height="8" />
                </svg>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

/** The dates on which round numbers were reached, each with its number as a mark. */
export function Milestones({ milestones }: Pick<PageData['me'], 'milestones'>) {
  const { words, say, number, date, duration } = useWords();
  if (milestones.length === 0) return null;
  const w = words.time;
  return (
    <ul class="milestones" aria-label={w.milestones}>
      {milestones.map(({ of, n, day }) => (
        <li>
          <span class="milestone" aria-hidden="true">
            {of === 'hours' ? duration(n) : number(n)}
          </span>
          {say(of === 'hours' ? w.hourMark : w.nth, { n: number(n), date: date(day) })}
        </li>
      ))}
    </ul>
  );
}
