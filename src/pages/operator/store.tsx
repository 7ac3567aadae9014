import type { OperatorStorePage as Data } from '../../contract/pages/operator.ts';
import { counted, formatInstant, formatNumber } from '../../ui/format.ts';
import { Notice } from '../../ui/notice.tsx';
import { PostButton } from '../../ui/forms/post-button.tsx';
import type { PageProps } from '../page.ts';
import { Distribution, Move } from './move.tsx';
import { Pepper } from './pepper.tsx';
import { OperatorTabs } from './tabs.tsx';
import { Section } from '../../ui/section.tsx';

const action = '/operator/store';

const doneWords = (max: number, isMaking: boolean): Record<NonNullable<Data['done']>, string> => ({
  begun: isMaking ? 'The copy is being made. Load this page again to see it.' : 'The copy is made.',
  busy: 'A copy is being made already.',
  full: `There are ${max} copies in the folder. Move them to another machine before you make more.`,
  purging: 'The service is applying the retention rule just now.',
  acting: 'It has begun; see below how far it is.',
  'acting-already': 'It is under way already; see below how far it is.',
  ended: 'Links and tokens made with former peppers are not accepted any more.',
});

/** Backups, which stay on the server, the retention rule, the pepper, and moving the store. */
export function OperatorStorePage({ data, path }: PageProps<'operator-store'>) {
  const { store, done, purged, making, hasFailed, fault } = data;
  return (
    <>
      <h1>Store</h1>
      <OperatorTabs path={path} />
      <Notice kind="fault" says={fault} />
      {done !== undefined && !(hasFailed && done === 'begun') && (
        <Notice kind="done" says={doneWords(data.maxCopies, making !== undefined)[done]} />
      )}
      {purged && (
        <Notice kind="done">
          <p>
            Permanently deleted: {counted(purged.events, 'event')}, {counted(purged.profiles, 'profile')} and{' '}
            {counted(purged.accounts, 'account')}.
          </p>
        </Notice>
      )}
      {hasFailed && making === undefined && (
        <Notice kind="fault" says="The last copy could not be made; the log of the service has the reason." />
      )}
      <p class="lead">{store}</p>
      <Backups data={data} />
      <Section id="retention" title="Retention">
        <p>
          Data past its retention time is permanently deleted every six hours, and now if you press the
          button. Only a backup still has it.{' '}
          {data.lastPurge === undefined ? (
            'It has not run yet.'
          ) : (
            <>
              Last run: <time dateTime={data.lastPurge}>{formatInstant(data.lastPurge)} UTC</time>.
            </>
          )}
        </p>
        <PostButton action={action} fields={{ act: 'purge' }} look="danger">
          Apply the retention rule now
        </PostButton>
      </Section>
      <Pepper pepper={data.pepper} noBackup={data.noBackup} />
      <Move />
      <Distribution shown={data.distribution} />
    </>
  );
}

const Backups = ({ data: { folder, copies, making, maxCopies, noBackup } }: { data: Data }) => (
  <Section id="backups" title="Backups">
    <p>
      A copy of the whole store at one moment, made while the service runs, in the folder{' '}
      <code class="wrap">{folder}</code> of the server that answers you. It holds every member’s address, so
      this page neither hands it out nor deletes it: move it to another machine in a terminal. The pepper is
      not in it.
    </p>
    {making !== undefined && (
      <p role="status">
        A copy is being made since <time dateTime={making}>{formatInstant(making)} UTC</time>.
      </p>
    )}
    {copies.length === 0 ? (
      <p>There is no copy in the folder.</p>
    ) : (
      <ul>
        {copies.map(({ name, bytes, made }) => (
          <li>
            <code class="wrap">{name}</code>, {formatNumber(Math.ceil(bytes / 100_000) / 10)} MB, of{' '}
            <time dateTime={made}>{formatInstant(made)} UTC</time>
          </li>
        ))}
      </ul>
    )}
    {noBackup === undefined ? (
      <>
        <p class="quiet">
          At most {maxCopies} in the folder. <code>backup --verify</code> in a terminal also restores the copy
          to try it.
        </p>
        <PostButton action={action} fields={{ act: 'backup' }} look="primary">
          Make a backup
        </PostButton>
      </>
    ) : (
      <p>{noBackup}</p>
    )}
  </Section>
);
