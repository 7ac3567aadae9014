/** No statement of the retention rule reads a whole table: each is explained by the engine, on a filled store. */
import { CompiledQuery, type KyselyPlugin } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { openExistingStore, type Store } from '../../../server/db/store.ts';
import { purge } from '../../../server/events/retention.ts';
import { unfinishedActs } from '../../../server/events/unfinished-acts.ts';
import { makeLog } from '../../../server/log.ts';
import { writerJobs } from '../../../server/process/writer-jobs.ts';
import { fillEvents } from '../../bench/made/fill-events.ts';
import { afterFile } from '../../set-up/after-file.ts';
import { openRows } from '../../set-up/service/rows.ts';
import { engines, type Service } from '../../set-up/service/start-service.ts';
import { projects, startScene } from '../scene.ts';

const events = 5000;
const large = /^(events|participation|participant_days|submissions|profiles|digests)/;
const { birds, frogs } = projects;

/** The statements that a store runs, as they are sent. */
const listening = ({ db, engine, isDistributed, scrub }: Store) => {
  const sent = new Map<string, CompiledQuery>();
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      const compiled = db.getExecutor().compileQuery(node, queryId);
      sent.set(compiled.sql, compiled);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return { store: { db: db.withPlugin(plugin), engine, isDistributed, scrub }, sent };
};

type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: Plan[];
};
const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];

/** The parts of a plan that read all of a large table. */
async function wholeReads({ db, engine }: Store, { sql, parameters }: CompiledQuery): Promise<string[]> {
  if (engine === 'sqlite') {
    const { rows } = await db.executeQuery<{ detail: string }>(
      CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]),
    );
    // `d` and `json_each`: the list of what is due; `c`: a hundred candidates.
    return rows
      .map(({ detail }) => detail)
      .filter((detail) => /^SCAN (?!(d|c|json_each|CONSTANT ROW|\d+-ROW VALUES)\b)/.test(detail));
  }
  // Then a table is read whole only where no index would do, however few rows it has.
  const rows = await db.transaction().execute(async (trx) => {
    for (const way of ['seqscan', 'indexonlyscan', 'hashjoin', 'mergejoin'])
      await trx.executeQuery(CompiledQuery.raw(`set local enable_${way} = off`));
    const found = await trx.executeQuery<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      CompiledQuery.raw(`explain (format json) ${sql}`, [...parameters]),
    );
    return found.rows;
  });
  return (
    rows
      .flatMap((row) => nodes(row['QUERY PLAN'][0].Plan))
      // A bitmap's rows come from its index scan, which is a node of its own.
      .filter((node) => / Scan$/.test(node['Node Type']) && node['Node Type'] !== 'Bitmap Heap Scan')
      .filter((node) => large.test(node['Relation Name'] ?? node['Index Name'] ?? ''))
      .filter((node) => node['Index Cond'] === undefined)
      .map((node) => `${node['Node Type']} on ${node['Relation Name'] ?? node['Index Name']}`)
  );
}

describe.each(engines)('on %s', (engine) => {
  let service: Service;

  beforeAll(async () => {
    ({ service } = await startScene(engine));
    await service.stop();
    await using rows = openRows(service);
    // PostgreSQL rightly reads all of a table that was emptied and counted again.
    if (engine === 'postgres')
      for (const table of [
        'events',
        'participation',
        'participant_days',
        'submissions',
        'profiles',
        'digests',
      ])
        await rows.run(`alter table ${table} set (autovacuum_enabled = false)`);
    const filling = { engine, events, perPerson: 10, days: 100, keyEvery: 2, untiedEvery: 5 };
    await fillEvents(rows, { ...filling, projectIds: [birds.id, frogs.id] });
    const sixteenDigits = 'cast(event_id + 1000000000000000 as text)';
    const digest = Array.from({ length: 4 }, () => sixteenDigits).join(' || ');
    await rows.run(
      `insert into submissions (project_id, digest, event_id, content, created_at)
        select project_id, ${digest}, event_id, ${digest}, 1 from events`,
    );
    await rows.run("update profiles set used_day = '2020-01-01'");
    // A count from before, when the tables were almost empty, would make plans for small ones.
    if (engine === 'postgres') await rows.run('analyze');
  });

  test('a backlog is deleted, and no statement reads all of a table', async () => {
    const { databaseUrl, dataDir } = service;
    const opened = await openExistingStore({ databaseUrl, dataDir }, writerJobs);
    afterFile(() => opened.close());
    const { store, sent } = listening(opened);
    // With a single day, keys of young events are kept, too.
    const acts = unfinishedActs({ store, log: makeLog('silent'), countWithdrawn: async () => {} });
    for (const days of [30, 1]) {
      const purged = await purge(store, acts, days, Date.now());
      expect(purged.events).toBeGreaterThan(0);
    }
    expect(sent.size).toBeGreaterThan(15);
    const found: [statement: string, reads: string[]][] = [];
    for (const statement of sent.values()) {
      const reads = await wholeReads(opened, statement);
      if (reads.length > 0) found.push([statement.sql, reads]);
    }
    expect(found).toEqual([]);
  });
});
