/**
 * `bench -- kills [count] [engine…]`: ends the service with SIGKILL under load, many times, and counts: each
 * acknowledged contribution must be stored exactly once, and the roll-ups must equal the rows.
 */
import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { ensureBuilt } from '../../scripts/built.ts';
import { startPostgres } from '../set-up/postgres/postgres.ts';
import { ownProject, profilesOf, record } from '../set-up/service/project.ts';
import { rollUps } from '../set-up/service/roll-ups.ts';
import { openRows } from '../set-up/service/rows.ts';
import { runService, unlimited, type RunningService } from '../set-up/service/running-service.ts';

const senders = 16;

export async function killsBench(words: string[]): Promise<void> {
  await ensureBuilt();
  const count = words.map(Number).find((value) => value > 0) ?? 200;
  const engines = words.filter((word) => word === 'sqlite' || word === 'postgres');
  for (const engine of engines.length > 0 ? engines : ['sqlite', 'postgres']) {
    const cluster = engine === 'postgres' ? await startPostgres() : undefined;
    try {
      await using service = await runService(cluster?.url, unlimited);
      await killOften(engine, service, count);
    } finally {
      await cluster?.stop();
    }
  }
}

async function killOften(engine: string, service: RunningService, count: number): Promise<void> {
  const { key, projectId } = await ownProject(service);
  const profiles = await profilesOf(service, key, 8);
  const sending = sendUntilAcknowledged(service, (at) => ({
    key,
    project_id: projectId,
    profile_id: profiles[at % profiles.length] ?? 0,
    duration: at % 900,
    magnitude: at % 7,
  }));
  const downtimes: number[] = [];
  for (let kill = 0; kill < count; kill++) {
    await sleep(randomInt(100, 400));
    const killedAt = performance.now();
    await service.kill9();
    await service.start();
    downtimes.push(performance.now() - killedAt);
  }
  const { acknowledged, cut } = await sending.stop();
  await using rows = openRows(service);
  const events = await rows.all<{ event_id: number }>('select event_id from events');
  const stored = new Set(events.map(({ event_id }) => Number(event_id)));
  const ids = new Set(acknowledged.values());
  const lost = [...ids].filter((id) => !stored.has(id)).length;
  const doubled = stored.size - ids.size + lost;
  const { stored: summed, counted } = await rollUps(rows);
  const wrong = isDeepStrictEqual(summed, counted) ? 'equal to the rows' : 'DIFFERENT FROM THE ROWS';
  downtimes.sort((one, other) => one - other);
  console.log(`
kills on ${engine}
  kill -9 under ${senders} senders  ${count} times; ${cut} requests were cut off
  acknowledged             ${acknowledged.size} contributions, with ${ids.size} ids
  lost                     ${lost} (aim 0)
  stored without a reply, or twice   ${doubled} (aim 0)
  roll-ups                 ${wrong}
  ready again after        ${((downtimes[count >> 1] ?? 0) / 1000).toFixed(1)} s (median), ${((downtimes.at(-1) ?? 0) / 1000).toFixed(1)} s at most`);
  if (lost + doubled > 0 || ids.size !== acknowledged.size || !isDeepStrictEqual(summed, counted))
    process.exitCode = 1;
}

type Fields = Parameters<typeof record>[1];

/** Sends contributions from many senders; each is sent again, with its idempotency key, until it is acknowledged. */
function sendUntilAcknowledged(service: RunningService, fieldsOf: (at: number) => Fields) {
  const acknowledged = new Map<string, number>();
  let cut = 0;
  let next = 0;
  let isOver = false;
  const send = async (fields: Fields, idempotencyKey: string): Promise<void> => {
    for (;;) {
      const answer = await record(service, fields, idempotencyKey).catch(() => undefined);
      if (answer?.status === 200) {
        acknowledged.set(idempotencyKey, answer.json.event_id);
        return;
      }
      if (answer && answer.status !== 503)
        throw new Error(`${answer.status}: ${JSON.stringify(answer.json)}`);
      if (!answer) cut += 1;
      await sleep(50);
    }
  };
  const all = Array.from({ length: senders }, async () => {
    while (!isOver) await send(fieldsOf(next++), randomUUID());
  });
  const stop = async () => {
    isOver = true;
    await Promise.all(all);
    return { acknowledged, cut };
  };
  return { stop };
}
