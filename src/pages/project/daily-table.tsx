import type { DailyCount } from '../../contract/daily-count.ts';
import { formatDate, formatNumber } from '../../ui/format.ts';
import { sourceWords, typeWords } from './series.ts';

/** The same counts as a table, newest first, for those who read rather than look. */
export function DailyTable({ days }: { days: DailyCount[] }) {
  const newestFirst = days.toSorted((one, other) => other.day.localeCompare(one.day));
  return (
    <details>
      <summary>All days as a table</summary>
      <div class="scroll" tabIndex={0} role="region" aria-label="Contributions per day, table">
        <table>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">What</th>
              <th scope="col">Vouched for by</th>
              <th scope="col">Late</th>
              <th scope="col" class="number">
                Events
              </th>
            </tr>
          </thead>
          <tbody>
            {newestFirst.map(({ day, type, source, late, events }) => (
              <tr>
                <th scope="row">{formatDate(day)}</th>
                <td>{typeWords[type]}</td>
                <td>{sourceWords[source]}</td>
                <td>{late ? 'yes' : ''}</td>
                <td class="number">{formatNumber(events)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
