import type { Database } from '../db/store.ts';

/**
 * Deletes the contributions of profiles with their roll-ups. `participation` comes first: this waits for events that
 * are being recorded, which are then deleted, too.
 */
export async function deleteContributions(trx: Database, profiles: number[]): Promise<void> {
  const parts = await trx
    .deleteFrom('participation')
    .where('profile_id', 'in', profiles)
    .returning('project_id')
    .execute();
  await trx
    .deleteFrom('participant_days')
    .where('project_id', 'in', [0, ...new Set(parts.map((part) => part.project_id))])
    .where('profile_id', 'in', profiles)
    .execute();
  await trx.deleteFrom('events').where('profile_id', 'in', profiles).execute();
}
