import type { OperatorOverview } from '../../contract/pages/operator.ts';
import { formatInstant, formatNumber } from '../../ui/format.ts';
import { Notice } from '../../ui/notice.tsx';
import type { PageProps } from '../page.ts';
import { FirstStepsList } from './first-steps.tsx';
import { OperatorTabs } from './tabs.tsx';
import { Section } from '../../ui/section.tsx';

const healthWords: Record<OperatorOverview['health'], string> = {
  ok: 'The service works.',
  'partly-away':
    'Workers of Citus do not respond: contributions to their projects are refused, /health names them.',
  away: 'The database does not respond.',
  'read-only': 'The database takes no writes.',
  full: 'The disk is full.',
  refusing: 'The last contributions could not be stored.',
};

const sizeOf = (bytes: number) =>
  bytes < 1_000_000_000
    ? `${formatNumber(Math.round(bytes / 1_000_000))} MB`
    : `${formatNumber(Math.round(bytes / 100_000_000) / 10)} GB`;

const Instant = ({ value }: { value: string | undefined }) =>
  value === undefined ? <>never</> : <time dateTime={value}>{formatInstant(value)} UTC</time>;

/** The state of the service. */
export function OperatorPage({ data, path }: PageProps<'operator'>) {
  const isWell = data.health === 'ok' && !data.isMailFailing;
  const mail = data.isMailFailing ? 'The last mail did not reach the mail server.' : 'Mail works.';
  const health = `${healthWords[data.health]} ${mail}`;
  return (
    <>
      <h1>Operator</h1>
      <OperatorTabs path={path} />
      {isWell ? <p class="lead">{health}</p> : <Notice kind="fault" says={health} />}
      {data.firstSteps && <FirstStepsList done={data.firstSteps} />}
      <Facts data={data} />
      <Section id="limits" title="Limits in force">
        {data.limits.length === 0 ? (
          <p>There are none.</p>
        ) : (
          <ul>
            {data.limits.map(({ name, max, per }) => (
              <li>
                {name}: {formatNumber(max)} {per}
              </li>
            ))}
          </ul>
        )}
        <p class="quiet">They are settings, and change with the next start.</p>
      </Section>
    </>
  );
}

const Facts = ({ data }: { data: OperatorOverview }) => (
  <dl class="facts">
    <dt>Release</dt>
    <dd>
      {data.release}, Node.js {data.node}
    </dd>
    <dt>Store</dt>
    <dd>{data.store}</dd>
    <dt>Free space on the disk</dt>
    <dd>{sizeOf(data.freeBytes)}</dd>
    <dt>Mails waiting</dt>
    <dd>{formatNumber(data.mailsWaiting)}</dd>
    <dt>Mails that were given up (7 days)</dt>
    <dd>{data.mailsFailed > 0 ? <a href="/operator/mails">{formatNumber(data.mailsFailed)}</a> : 'none'}</dd>
    <dt>Images waiting</dt>
    <dd>{formatNumber(data.imagesWaiting)}</dd>
    <dt>People who wait for a project’s start</dt>
    <dd>{formatNumber(data.noticesWaiting)}</dd>
    <dt>Last run of the retention rule</dt>
    <dd>
      <Instant value={data.lastPurge} />
    </dd>
    <dt>Next run</dt>
    <dd>
      <Instant value={data.nextPurge} />
    </dd>
    <dt>Last backup</dt>
    <dd>
      <Instant value={data.lastBackup} />
    </dd>
    <dt>Pepper</dt>
    <dd>
      <a href="/operator/store#pepper">{data.pepper}</a>
    </dd>
  </dl>
);
