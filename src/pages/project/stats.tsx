import type { PageData } from '../../contract/pages.ts';
import type { FigureName, FigureSet } from '../../contract/pages/stats-figures.ts';
import { counted, formatNumber, formatShare } from '../../ui/format.ts';
import { Figures } from './figures/figures.tsx';
import { ParticipantsTile } from './figures/participants-tile.tsx';
import { DropTests } from './test-events.tsx';

type Props = { stats: NonNullable<PageData['project']['stats']>; path: string };

/** The share of late contributions from which an owner should look at the reports. */
const worthALook = 0.05;

const spans = {
  30: 'in the last 30 days',
  90: 'in the last 90 days',
  365: 'in the last year',
  all: 'so far',
};

/** What an owner came for, in one sentence: how much came in, and whether that is more than before. */
function answer({ figures, choice }: FigureSet): string {
  const rows = (name: FigureName) => figures.find((figure) => figure.name === name)?.rows ?? [];
  const now = rows('contributions').reduce((sum, row) => sum + Number(row.at(-1) ?? 0), 0);
  const before = Number(rows('comparison').find(([what]) => what === 'contributions')?.[2] ?? 0);
  const since = before > 0 ? `, after ${formatNumber(before)} in the time before` : '';
  return `${counted(now, 'contribution')} ${spans[choice.span]}${since}.`;
}

/** The answer in a sentence, the totals, and the figures over time. */
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
      <p class="lead">{answer(figures)}</p>
      <ul class="tiles">
        <li>
          <strong>{formatNumber(totals.events)}</strong>{' '}
          {totals.events === 1 ? 'contribution' : 'contributions'} in all
        </li>
        <ParticipantsTile participants={totals.participants} />
        {totals.late > totals.events * worthALook && (
          <li>
            <strong>{formatShare(totals.late, totals.events)}</strong> reported more than 24 h late
          </li>
        )}
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
