/**
 * `bench -- archive [events]`: archives a project with very many contributions (by default a million) on PostgreSQL, with
 * the statements of docs/volume.md, while others contribute, and brings them back.
 */
import { ensureBuilt } from '../../scripts/built.ts';
import { readArchiving } from '../set-up/archiving.ts';
import { startPostgres } from '../set-up/postgres.ts';
import { ownProject, profileOf } from '../set-up/project.ts';
import { openRows } from '../set-up/rows.ts';
import { runService, unlimited } from '../set-up/running-service.ts';
import { fillEvents } from './fill-events.ts';
import { longestDuring, seconds, timed } from './large-acts.ts';

export async function archiveBench([count = '1000000']: string[]): Promise<void> {
  await ensureBuilt();
  const events = Number(count);
  const cluster = await startPostgres();
  try {
    await using service = await runService(cluster.url, unlimited);
    const ended = await ownProject(service, { name: 'Ended' });
    const other = await ownProject(service, { name: 'Going on' });
    const person = await profileOf(service, other.key, 'person@example.org');
    await service.stop();
    await using rows = openRows(service);
    const filling = { perPerson: 100, days: 320, keyEvery: 2, untiedEvery: 50, engine: 'postgres' as const };
    const filled = await timed(() => fillEvents(rows, { ...filling, events, projectIds: [ended.projectId] }));
    // The contributions belong to members: the retention rule deletes unclaimed ones.
    await rows.run('update participation set claimed_at = 1');
    await service.start();

    const { prepare, move, vacuum, back } = await readArchiving(ended.projectId);
    await rows.run(prepare);
    const whileOthers = (statement: string) =>
      longestDuring(service, { ...other, person }, () => rows.run(statement));
    const print = (what: string, { took, longest, sent }: Awaited<ReturnType<typeof whileOthers>>) =>
      console.log(
        `  ${what.padEnd(24)} ${seconds(took)}; others stored ${sent} meanwhile, the longest took ${seconds(longest)}`,
      );
    console.log(`\narchiving ${events} contributions on postgres (filled in ${seconds(filled)})`);
    print('moving them', await whileOthers(move));
    const left = await rows.all<{ count: number }>(
      `select count(*)::integer as count from events where project_id = ${ended.projectId}`,
    );
    console.log(`  left                     ${left[0]?.count} (aim 0)`);
    print('vacuum analyze', await whileOthers(vacuum));
    print('the way back', await whileOthers(back));
  } finally {
    await cluster.stop();
  }
}
