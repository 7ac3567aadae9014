import type { PageData } from '../../contract/pages.ts';
import { formatNumber, formatShare } from '../../ui/format.ts';
import { Figures } from './figures/figures.tsx';
import { ParticipantsTile } from './figures/participants-tile.tsx';
import { DropTests } from './test-events.tsx';

type Props = { stats: NonNullable<PageData['project']['stats']>; path: string };

/** The totals that an owner sees first, and the figures over time. */
export function Stats({ stats: { totals, figures }, path }: Props) {
  if (totals.events === 0)
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
  return (
    <div class="stats">
      <ul class="tiles">
        <li>
          <strong>{formatNumber(totals.events)}</strong>{' '}
          {totals.events === 1 ? 'contribution' : 'contributions'}
        </li>
        <ParticipantsTile participants={totals.participants} />
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
      <Figures set={figures} path={path} />
    </div>
  );
}
