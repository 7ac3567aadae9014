import type { WidgetPage } from '../../contract/pages/widgets.ts';
import { counted, formatDate, formatNumber } from '../../ui/format.ts';
import { Section } from '../../ui/section.tsx';

/** Views and clicks per site and day. */
export function WidgetCounts({ counts }: Pick<WidgetPage, 'counts'>) {
  const sum = (what: 'views' | 'clicks') => counts.reduce((total, count) => total + count[what], 0);
  return (
    <Section id="counts" title="Views and clicks">
      {counts.length === 0 ? (
        <p>Nothing yet. A view counts when the widget comes into sight, a click when a project is opened.</p>
      ) : (
        <>
          <p>
            <strong>{counted(sum('views'), 'view')}</strong> and{' '}
            <strong>{counted(sum('clicks'), 'click')}</strong> on the days below. They are counts: nothing
            tells one visitor from another.
          </p>
          <div
            class="scroll widget-counts"
            tabIndex={0}
            role="region"
            aria-label="Views and clicks per day and site"
          >
            <table>
              <thead>
                <tr>
                  <th scope="col">Day</th>
                  <th scope="col">Site</th>
                  <th scope="col" class="number">
                    Views
                  </th>
                  <th scope="col" class="number">
                    Clicks
                  </th>
                </tr>
              </thead>
              <tbody>
                {counts.map(({ day, site, views, clicks }) => (
                  <tr>
                    <th scope="row">{formatDate(day)}</th>
                    <td>{site === '' ? 'other pages' : site}</td>
                    <td class="number">{formatNumber(views)}</td>
                    <td class="number">{formatNumber(clicks)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </Section>
  );
}
