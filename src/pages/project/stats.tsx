import type { PageData } from '../../contract/pages.ts';
import { formatDate, formatNumber, formatShare } from '../../ui/format.ts';
import { DailyTable } from './daily-table.tsx';
import { Figures } from './figures/figures.tsx';
import { Plot } from './plot.tsx';
import { dailySeries } from './series.ts';
import { DropTests } from './test-events.tsx';

type Props = { stats: NonNullable<PageData['project']['stats']>; path: string };

/** What an owner learns: totals, and events per day by what was done and who vouches for it. */
export function Stats({ stats, path }: Props) {
  const { totals, days } = stats;
  if (days.length === 0 && totals.events === 0)
    return (
      <div class="empty">
        <h2>No contributions yet</h2>
        <p>
          {totals.tests > 0
            ? `${formatNumber(totals.tests)} test events have arrived: your integration works. `
            : 'They show up here within seconds of the first report. '}
        </p>
        <p>
          <a class="button primary" href={`${path}/tools`}>
            Get your snippet
          </a>
        </p>
        {totals.tests > 0 && <DropTests path={path} tests={totals.tests} from="stats" />}
      </div>
    );
  // Drawn on the server only: the clock need not agree with a browser's.
  const series = dailySeries(days, new Date().toISOString().slice(0, 10));
  const [first, last] = [series.stacks.at(0), series.stacks.at(-1)];
  return (
    <div class="stats">
      <ul class="tiles">
        <li>
          <strong>{formatNumber(totals.events)}</strong>{' '}
          {totals.events === 1 ? 'contribution' : 'contributions'}
        </li>
        <li>
          {totals.participants >= 5 && 'about '}
          <strong>{formatNumber(totals.participants)}</strong>{' '}
          {totals.participants === 1 ? 'participant' : 'participants'}
        </li>
        <li>
          <strong>{formatShare(totals.late, totals.events)}</strong> reported more than 24 h late
        </li>
        {totals.tests > 0 && (
          <li>
            <strong>{formatNumber(totals.tests)}</strong> test events, not counted
            <DropTests path={path} tests={totals.tests} from="stats" />
          </li>
        )}
      </ul>
      {first && last && (
        <section aria-labelledby="per-day">
          <h2 id="per-day">Contributions per day</h2>
          <p class="quiet">
            {formatDate(first.day)} to {formatDate(last.day)}, UTC
          </p>
          <Plot series={series} />
          <DailyTable days={days} />
        </section>
      )}
      {stats.figures && <Figures set={stats.figures} path={path} />}
    </div>
  );
}
