/**
 * `npm run bench -- scale [seconds]`: contributions per second on Citus, without HTTP: a transaction for each project's
 * batch next to one for each contribution, with one project, and with 20 projects and idempotency keys.
 */
import type { Log } from '../../server/log.ts';
import { randomBytes } from 'node:crypto';
import { keyedDigests } from '../../server/secrets/secrets.ts';
import { groupCommitBy } from '../../server/db/group-commit.ts';
import { openStore } from '../../server/db/store.ts';
import type { NewEvent, RecordOutcome } from '../../server/events/recording/new-event.ts';
import { distributedRecordForm } from '../../server/events/recording/record-distributed.ts';
import { recordEvents } from '../../server/events/recording/record-form.ts';
import { eventStore } from '../../server/events/store.ts';
import { createDatabase, serviceOn, startCitus } from '../scale/citus.ts';
import { ownProject, profilesOf } from '../set-up/service/project.ts';

const callers = 400;
/** One by one, each takes one of the service's 16 connections. */
const callersAlone = 16;
const rounds = 3;
type Recorder = (event: NewEvent) => Promise<RecordOutcome>;

const ignore = () => undefined;
const quiet: Log = { info: ignore, warn: ignore, error: ignore, fatal: ignore };

export async function scaleBench([seconds = '5']: string[]): Promise<void> {
  const citus = await startCitus();
  try {
    await using service = await serviceOn(await createDatabase(citus, 'bench'));
    await service.start();
    const { key, projectId } = await ownProject(service);
    const people = await profilesOf(service, key, 200);
    const projectIds = [projectId];
    while (projectIds.length < 20)
      projectIds.push((await ownProject(service, { name: `Birds ${projectIds.length}` })).projectId);
    await service.stop();
    const { code, stderr } = await service.operator('distribute');
    if (code !== 0) throw new Error(stderr);
    const store = await openStore({ databaseUrl: service.databaseUrl, dataDir: service.dataDir });
    if (store.engine !== 'postgres' || !store.isDistributed)
      throw new Error('The bench is about PostgreSQL.');
    const { nextId } = await eventStore(store, quiet, keyedDigests('a pepper for a bench'));
    const form = distributedRecordForm(store.transaction);
    const forms: Record<string, Recorder> = {
      'one by one': async (event) => {
        const [outcome] = await recordEvents(form, [event]);
        if (!outcome || outcome instanceof Error) throw outcome ?? new Error('There is no outcome.');
        return outcome;
      },
      'in batches': groupCommitBy(
        (event) => event.projectId,
        (events) => recordEvents(form, events),
      ),
    };
    for (const [name, projects, hasKeys] of [
      ['one project', projectIds.slice(0, 1), false],
      ['20 projects, with keys', projectIds, true],
    ] as const) {
      const perSecond = new Map<string, number[]>();
      for (let round = 0; round <= rounds; round++)
        for (const [way, record] of Object.entries(forms)) {
          const next = eventsOf(projects, people, hasKeys, nextId);
          const waiting = way === 'one by one' ? callersAlone : callers;
          const speed = await speedOf(record, next, Number(seconds), waiting);
          // The first round warms up.
          if (round > 0) perSecond.set(way, [...(perSecond.get(way) ?? []), speed]);
        }
      const [alone = 0, batched = 0] = [...perSecond.values()].map(median);
      console.log(
        `${name}: one by one ${Math.round(alone)}/s, in batches ${Math.round(batched)}/s, ratio ${(batched / alone).toFixed(2)}`,
      );
    }
    await store.close();
  } finally {
    await citus.stop();
  }
}

const median = (numbers: number[]) =>
  numbers.sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;

function eventsOf(
  projects: readonly number[],
  people: number[],
  hasKeys: boolean,
  nextId: (now: number) => number,
): () => NewEvent {
  let n = 0;
  return () => {
    const now = Date.now();
    const digest = () => (hasKeys ? randomBytes(32).toString('hex') : null);
    n += 1;
    return {
      eventId: nextId(now),
      projectId: projects[n % projects.length] as number,
      profileId: people[n % people.length] as number,
      reporter: null,
      type: 'collection',
      source: 'api',
      isLate: 0,
      happenedAt: now,
      arrivedAt: now,
      day: new Date(now).toISOString().slice(0, 10),
      hour: new Date(now).getUTCHours(),
      cell: -1,
      duration: 900,
      magnitude: 3,
      place: null,
      extra: null,
      submission: digest(),
      content: digest(),
    };
  };
}

/** Contributions per second, with callers that each wait for their answer. */
async function speedOf(
  record: Recorder,
  next: () => NewEvent,
  seconds: number,
  waiting: number,
): Promise<number> {
  const from = performance.now();
  let count = 0;
  await Promise.all(
    Array.from({ length: waiting }, async () => {
      while (performance.now() - from < seconds * 1000) {
        const { as } = await record(next());
        if (as !== 'recorded') throw new Error(`An event was not recorded: ${as}`);
        count += 1;
      }
    }),
  );
  return count / ((performance.now() - from) / 1000);
}
