/** Stores the areas of projects: each area once, under a number that is derived from its content. */
import { createHash } from 'node:crypto';
import type { Database, Engine } from '../../db/store.ts';
import { cellCover } from '../../geometry/cell-cover.ts';
import { outlineBytes, outlineOf, type Outline } from '../../geometry/outline.ts';
import { middleOf } from '../../places/middle.ts';
import { chunks } from '../chunks.ts';
import type { Project } from '../reading/read-project.ts';

/** Increment this when the same area gets another outline or other cells: then it also gets another number. */
const drawing = 3;

/** Replaces the areas of these projects; deletes areas that no project has any more. */
export async function saveAreas(
  trx: Database,
  engine: Engine,
  projects: { id: number; project: Project }[],
): Promise<void> {
  const ids = projects.map(({ id }) => id);
  const earlier = await trx
    .selectFrom('project_areas')
    .select('area_id')
    .distinct()
    .where('project_id', 'in', ids)
    .execute();
  await trx.deleteFrom('project_areas').where('project_id', 'in', ids).execute();
  const placed = projects.flatMap(({ id, project: { regions } }) => {
    if (regions?.kind !== 'area') return [];
    const outline = outlineOf(regions.geometry);
    const bytes = outlineBytes(outline);
    return [{ project_id: id, area_id: areaNumber(bytes), outline, bytes }];
  });
  if (placed.length > 0) {
    const areas = new Map(placed.map((one) => [one.area_id, one]));
    const all = [...areas.values()];
    // A shared lock until the end of the transaction: an area that is about to be used again cannot be deleted.
    const known = await trx
      .selectFrom('areas')
      .select('area_id')
      .where('area_id', 'in', [...areas.keys()])
      .$if(engine === 'postgres', (query) => query.forShare())
      .execute();
    for (const { area_id } of known) areas.delete(area_id);
    // The same order everywhere, because two transactions that wait for each other would both fail.
    for (const { area_id, outline, bytes } of [...areas.values()].sort((a, b) => a.area_id - b.area_id)) {
      await trx
        .insertInto('areas')
        .values({ area_id, outline: bytes })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await trx
        .insertInto('area_cells')
        .values(
          cellCover(outline).map(({ cell, isInside }) => ({ cell, area_id, is_inside: isInside ? 1 : 0 })),
        )
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    await saveMiddles(trx, all);
    const rows = placed.map(({ project_id, area_id }) => ({ project_id, area_id }));
    await trx.insertInto('project_areas').values(rows).execute();
  }
  const current = new Set(placed.map(({ area_id }) => area_id));
  const left = earlier.map(({ area_id }) => area_id).filter((id) => !current.has(id));
  if (left.length > 0) await dropUnused(trx, engine, left);
}

/**
 * Also of areas that are stored already, because those of an earlier release have none. The areas are locked: no other
 * transaction deletes them now.
 */
async function saveMiddles(trx: Database, areas: { area_id: number; outline: Outline }[]): Promise<void> {
  const rows = areas.flatMap(({ area_id, outline }) => {
    const middle = middleOf(outline);
    return middle ? [{ area_id, ...middle }] : [];
  });
  rows.sort((one, other) => one.area_id - other.area_id);
  for (const some of chunks(rows))
    await trx
      .insertInto('area_middles')
      .values(some)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

async function dropUnused(trx: Database, engine: Engine, areas: number[]): Promise<void> {
  // Locked first and read afterwards: by then, everything that another transaction was about to use is visible.
  if (engine === 'postgres')
    await trx
      .selectFrom('areas')
      .select('area_id')
      .where('area_id', 'in', areas)
      .orderBy('area_id')
      .forUpdate()
      .execute();
  const used = await trx
    .selectFrom('project_areas')
    .select('area_id')
    .distinct()
    .where('area_id', 'in', areas)
    .execute();
  const ids = new Set(used.map(({ area_id }) => area_id));
  const unused = areas.filter((id) => !ids.has(id));
  if (unused.length === 0) return;
  for (const table of ['area_cells', 'area_middles'] as const)
    await trx.deleteFrom(table).where('area_id', 'in', unused).execute();
  await trx.deleteFrom('areas').where('area_id', 'in', unused).execute();
}

/**
 * 53 bits of SHA-256: one number for one outline, whoever stores it first. Among a million areas, the probability that
 * two share a number is one in twenty thousand; the second would then be found at the first one's place.
 */
function areaNumber(bytes: Uint8Array): number {
  const digest = createHash('sha256').update(`area ${drawing}\0`).update(bytes).digest();
  return digest.readUIntBE(0, 6) * 32 + (digest.readUInt8(6) >> 3);
}
