import type { DistributionShown } from '../../contract/pages/operator.ts';
import { counted, formatNumber } from '../../ui/format.ts';
import { Section } from '../../ui/section.tsx';

const megabytes = (bytes: number) => `${formatNumber(Math.ceil(bytes / 100_000) / 10)} MB`;

/** The steps in the terminal that move the store to another database. */
export const Move = () => (
  <Section id="move" title="Move to another database">
    <p>From SQLite to PostgreSQL, or back, in a terminal: the service is stopped for the move.</p>
    <details>
      <summary>How to move</summary>
      <ol>
        <li>
          Try it while the service runs: <code>npm run operator -- copy-to --trial</code> with the address of
          an empty PostgreSQL database, or the path of a new folder for SQLite. It copies the store, compares
          the rows, deletes the copy again, and shows how long it took.
        </li>
        <li>Stop every process of the service.</li>
        <li>
          <code>npm run operator -- copy-to</code> with the same place. If it is interrupted, run it again: it
          goes on where it stopped.
        </li>
        <li>
          Set <code>DATABASE_URL</code> (for SQLite: <code>DATA_DIR</code>, without <code>DATABASE_URL</code>
          ), and keep <code>PEPPER</code>.
        </li>
        <li>Start the service.</li>
      </ol>
      <p class="quiet">
        The store from before stays as it is: start the service on it to go back; what happened on the new one
        is then missing.
      </p>
    </details>
  </Section>
);

/** Distributing contributions over the workers of Citus: what is there, and what to do in the terminal. */
export const Distribution = ({ shown }: { shown: DistributionShown }) => (
  <Section id="distribution" title="Several database servers">
    {'fault' in shown ? (
      <p>Contributions are on one server. {shown.fault}</p>
    ) : shown.remaining.length === 0 ? (
      <p>
        Contributions are distributed by Citus over {shown.workers.join(', ')}: nothing remains to be done. To
        come back to one server, move to another database with the service stopped.
      </p>
    ) : (
      <Distribute shown={shown} />
    )}
  </Section>
);

const Distribute = ({ shown }: { shown: Exclude<DistributionShown, { fault: string }> }) => (
  <>
    <p>
      Citus is ready on {shown.workers.join(', ')}. About {counted(shown.rows, 'row')} (
      {megabytes(shown.bytes)}) in {counted(shown.remaining.length, 'table')} go to the workers
      {shown.already.length > 0 && `; already there: ${shown.already.length}`}.
    </p>
    <ol>
      <li>Make a backup, above: afterwards this page makes none.</li>
      <li>Stop every process of the service.</li>
      <li>
        In a terminal, <code>npm run operator -- distribute</code>. If it is interrupted, run it again.
      </li>
      <li>Start the service.</li>
    </ol>
    <p class="quiet">
      Nothing is lost: each table is copied before its original is deleted. The way back is a move to another
      database. It is done in a terminal, because the service is stopped for it: a process that runs sends
      statements that only one server can answer.
    </p>
  </>
);
