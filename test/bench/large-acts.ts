/** The acts of a person with very many contributions, measured from outside while somebody else contributes. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Owned, record } from '../set-up/service/project.ts';
import type { Rows } from '../set-up/service/rows.ts';
import type { RunningService } from '../set-up/service/running-service.ts';
import { busiest } from './made/fill-events.ts';

export async function timed(act: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await act();
  return performance.now() - started;
}

export const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** Sends contributions one after another while something runs, and returns the longest time that one took. */
export async function longestDuring(
  service: RunningService,
  { key, projectId, person }: Owned & { person: number },
  act: () => Promise<unknown>,
): Promise<{ took: number; longest: number; sent: number }> {
  let isOver = false;
  let [longest, sent] = [0, 0];
  const sending = (async () => {
    while (!isOver) {
      const ms = await timed(() => record(service, { key, project_id: projectId, profile_id: person }));
      longest = Math.max(longest, ms);
      sent += 1;
    }
  })();
  const took = await timed(act);
  isOver = true;
  await sending;
  return { took, longest, sent };
}

/** Until the reply, until the last row, and the longest that a contribution of somebody else took meanwhile. */
export async function printActs(
  service: RunningService,
  rows: Rows,
  who: Owned & { person: number },
  cookie: string,
): Promise<void> {
  const headers = { cookie, origin: service.baseUrl };
  const project = { project_id: String(who.projectId) };
  const act = async (path: string, fields: Record<string, string>) => {
    let reply = 0;
    const { took, longest, sent } = await longestDuring(service, who, async () => {
      reply = await timed(async () => {
        const { status } = await service.postForm(path, fields, { headers });
        if (status !== 303) throw new Error(`${path} answered ${status}.`);
      });
      while ((await rows.all('select 1 from unfinished_acts')).length > 0) await sleep(20);
    });
    console.log(
      `  ${path}: reply ${reply.toFixed(0)} ms, done after ${seconds(took)}; meanwhile ${sent} contributions, the longest ${longest.toFixed(0)} ms`,
    );
  };
  const [count] = await rows.all<{ events: number }>(
    `select events from participation where profile_id = ${busiest}`,
  );
  console.log(`  acts on ${Number(count?.events)} contributions of one person:`);
  await act('/me/remove', project);
  const [removed] = await rows.all<{ at: number }>('select max(removed_at) as at from removed_events');
  await act('/me/restore', { ...project, removed_at: String(removed?.at) });
  await act('/account/delete', { when: 'now' });
}
