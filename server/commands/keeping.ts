/** Commands for the store itself: backup, copies, distribution, and the retention rule. */
import { setTimeout as sleep } from 'node:timers/promises';
import { backUp } from '../db/copies/backup.ts';
import { distribute } from '../db/postgres/distribute.ts';
import { placeOf } from '../db/store.ts';
import { targetAt } from '../db/copies/try-copy.ts';
import { moveStore, triedMove, tryMove } from '../process/move-store.ts';
import { applyRetention } from '../process/retention-run.ts';
import { type Command, CommandFault, type Done } from './command.ts';

export const keepingCommands: Record<string, Command> = {
  backup: {
    words: '<path>',
    says: 'writes a consistent copy of the store while the service runs',
    options: {
      verify:
        'restores the copy, and compares the rows of each table; with PostgreSQL into a scratch database',
    },
    actOnAnySchema: async (place, [path], { verify }) => {
      if (!path) throw new CommandFault('The path is empty: give the file to write.');
      const counts = await backUp(place, path, verify === true);
      const verified = counts && { tables: Object.keys(counts).length, rows: total(counts) };
      return {
        text: `Written to ${path}${verified ? `, and verified: ${verified.rows} rows in ${verified.tables} tables` : ''}. The pepper is not in it: keep it elsewhere.`,
        json: { path, ...verified },
      };
    },
  },
  'copy-to': {
    words: '<place>',
    says: 'copies the store, of a service that is stopped, into an empty PostgreSQL database (its address) or a new folder for SQLite (its path)',
    options: {
      trial: 'while the service runs: copies, compares, and deletes the copy again, to try the move',
    },
    copies: true,
    act: async ({ store, settings }, [place], { trial, progress }) => {
      if (!place) throw new CommandFault('The place is empty: give where the copy goes.');
      const from = placeOf(settings);
      const target = targetAt(place, settings.DATA_DIR);
      // The address may contain a password.
      const recorded = trial === true ? '--trial' : '';
      if (trial === true) {
        const tried = await tryMove(from, target, progress);
        return { text: triedMove(tried), json: tried, recorded };
      }
      const copied = await moveStore(store, from, target, progress);
      return {
        text: `Copied and compared: ${copied.rows} rows in ${copied.tables} tables. The pepper is not in it: start the service on the copy with the same PEPPER.`,
        json: copied,
        recorded,
      };
    },
  },
  distribute: {
    words: '',
    says: 'distributes the contributions over the workers of Citus, with the service stopped; can be run again',
    actOnAnySchema: async (place, _words, { progress }) => {
      const done = await distribute(place, (table, rows) => progress(`${table}: ${rows}`));
      const { workers, distributed, already, shards } = done;
      const before = already.length > 0 ? `; ${already.length} were distributed before` : '';
      const warning =
        shards === undefined
          ? ''
          : `\nThere are only ${shards} shards, so no more than ${shards} workers can be used: citus.shard_count was below 32. See docs/scale.md.`;
      return {
        text: `Distributed over ${workers.join(', ')}: ${distributed.join(', ') || 'nothing more'}${before}.${warning}`,
        json: done,
      };
    },
  },
  purge: {
    words: '',
    says: 'applies the retention rule now',
    act: async (features, _words, { now, progress }) => {
      for (let waits = 0; ; waits++) {
        const done = await features.store.alone('retention', () => applyRetention(features, now));
        if (done) return deleted(done);
        if (waits === 0) progress('The service is applying the retention rule: waiting until it has.');
        await sleep(200);
      }
    },
  },
};

const deleted = ({ unconfirmed, ended, ...purged }: Awaited<ReturnType<typeof applyRetention>>): Done => ({
  text: `Deleted for good: ${purged.events} events, ${purged.profiles} profiles, ${unconfirmed} unconfirmed accounts, and ${ended} accounts whose people asked for it. Only a backup still has them.`,
  json: { ...purged, accounts: unconfirmed + ended },
});

const total = (counts: Record<string, number>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);
