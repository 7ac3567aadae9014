/**
 * The people who withdrew contributions from a project in a month, for the notices to its owners: their number is that of people.
 * The contributions are tied to nobody by then, so a row names its person by a keyed digest of the month, until the
 * month has been reported.
 */
import { dayOf } from '../text/day.ts';
import type { Database } from '../db/store.ts';
import type { Keyed } from '../secrets/secrets.ts';
import type { RollUpKey } from './roll-up.ts';

/** Adds contributions that somebody withdrew; a negative count takes off what was put back. */
export type CountWithdrawn = (
  trx: Database,
  part: RollUpKey,
  contributions: number,
  at: number,
) => Promise<void>;

export const withdrawalCounter =
  (keyed: Keyed): CountWithdrawn =>
  async (trx, { project_id, profile_id }, contributions, at) => {
    if (contributions === 0) return;
    const month = dayOf(at).slice(0, 7);
    const person = keyed('withdrawal', Number(project_id), month, Number(profile_id));
    await trx
      .insertInto('withdrawing')
      .values({ project_id, month, person, contributions })
      .onConflict((conflict) =>
        conflict
          .columns(['project_id', 'month', 'person'])
          .doUpdateSet((row) => ({ contributions: row('withdrawing.contributions', '+', contributions) })),
      )
      .execute();
  };

/** Adds contributions that were deleted, each with its project and person. */
export async function countDeleted(
  count: CountWithdrawn,
  trx: Database,
  rows: RollUpKey[],
  at: number,
): Promise<void> {
  const parts = [
    ...Map.groupBy(rows, ({ project_id, profile_id }) => `${project_id} ${profile_id}`).values(),
  ];
  const place = ([row]: RollUpKey[]) => [Number(row?.project_id), Number(row?.profile_id)] as const;
  // In one order: two transactions that lock several rows cannot deadlock.
  parts.sort((one, other) => place(one)[0] - place(other)[0] || place(one)[1] - place(other)[1]);
  for (const some of parts) if (some[0]) await count(trx, some[0], some.length, at);
}
