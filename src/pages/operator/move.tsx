import type { DistributionShown, MoveShown } from '../../contract/operator-pages.ts';
import { counted, formatNumber } from '../../ui/format.ts';
import { LongAct } from './long-act.tsx';
import { SureForm } from './sure-form.tsx';

const megabytes = (bytes: number) => `${formatNumber(Math.ceil(bytes / 100_000) / 10)} MB`;

/** Moving to another database: the trial, and what to do in the terminal. */
export const Move = ({ move }: { move: MoveShown }) => (
  <section aria-labelledby="move">
    <h2 id="move">Move to another database</h2>
    {move.target === undefined ? (
      <p>
        From SQLite to PostgreSQL, or back. Set <code>COPY_TO</code> to the address of an empty PostgreSQL
        database, or to the path of a new folder for SQLite, and restart the service: you can then try the
        move here. The address holds a password, so no form takes it.
      </p>
    ) : (
      <Trial move={move} target={move.target} />
    )}
    <details>
      <summary>How to move</summary>
      <ol>
        <li>Stop every process of the service.</li>
        <li>
          In a terminal, <code>npm run operator -- copy-to</code>
          {move.target === undefined && (
            <>
              {' '}
              with <code>COPY_TO</code> set
            </>
          )}
          . If it is interrupted, run it again: it goes on where it stopped.
        </li>
        <li>
          Set <code>DATABASE_URL</code> (for SQLite: <code>DATA_DIR</code>, without <code>DATABASE_URL</code>
          ), keep <code>PEPPER</code>, and remove <code>COPY_TO</code>.
        </li>
        <li>Start the service.</li>
      </ol>
      <p class="quiet">
        The store from before stays as it is: start the service on it to go back; what happened on the new one
        is then missing. The move is made in a terminal, because the service is stopped for it: what it
        recorded during the copy would be lost.
      </p>
    </details>
  </section>
);

const Trial = ({ move, target }: { move: MoveShown; target: string }) => (
  <>
    <p>
      <code>COPY_TO</code>: <span class="wrap">{target}</span>
    </p>
    <LongAct last={move.last} again="Begin it again: what it left is deleted first." />
    {move.last?.state !== 'running' && (
      <>
        <p>
          A trial copies the whole store ({megabytes(move.bytes)}) there as it is now, compares the rows of
          each table, and deletes the copy again. The service goes on, and its store is not changed: there is
          nothing to take back. It shows how long the move takes.
          {!move.isOnPostgres && (
            <>
              {' '}
              A second copy takes the same room in <code>DATA_DIR</code> meanwhile.
            </>
          )}{' '}
          A place that holds anything is refused, and keeps it.
        </p>
        <SureForm
          action="/operator/store"
          act="trial"
          sure="That place may hold every member’s address meanwhile."
          look="primary"
        >
          Try the move
        </SureForm>
      </>
    )}
  </>
);

/** Distributing contributions over the workers of Citus: what is there, and what to do in the terminal. */
export const Distribution = ({ shown }: { shown: DistributionShown }) => (
  <section aria-labelledby="distribution">
    <h2 id="distribution">Several database servers</h2>
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
  </section>
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
