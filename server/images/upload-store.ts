/**
 * The holder of uploaded pictures: a draft, a project whose change names one while it awaits review, or a programme.
 */
import { sql } from 'kysely';
import { dayLong } from '../text/day.ts';
import type { Tables } from '../db/schema.ts';
import type { Database } from '../db/store.ts';

export type Holding = { kind: Tables['picture_uploads']['kind']; id: number };

/** Uploads per draft or project; a further one replaces the oldest. */
const maxKept = 3;
/** Days for which the upload of a change is kept, besides the time in which the change awaits review. */
const daysOfChange = 30;

/** No project shows the picture, and nothing holds it. */
export const unneeded = sql`not exists (select 1 from projects p where p.picture = pictures.picture)
  and not exists (select 1 from picture_uploads u where u.picture = pictures.picture)`;

/** Ends the uploads of drafts that are gone, and of projects whose changes were decided. */
export async function forgetUploads(db: Database, now: number): Promise<void> {
  await sql`delete from picture_uploads where kind = 'draft'
    and not exists (select 1 from project_drafts d where d.draft_id = holder_id)`.execute(db);
  await sql`delete from picture_uploads where kind = 'project' and created_at < ${now - daysOfChange * dayLong}
    and not exists (select 1 from project_versions v where v.project_id = holder_id
      and v.state = 'awaiting_review')`.execute(db);
}

export type UploadStore = ReturnType<typeof uploadStore>;

export function uploadStore(db: Database) {
  return {
    async hold({ kind, id }: Holding, picture: string, now: number): Promise<void> {
      await db
        .insertInto('picture_uploads')
        .values({ kind, holder_id: id, picture, created_at: now })
        .onConflict((conflict) =>
          conflict.columns(['kind', 'holder_id', 'picture']).doUpdateSet({ created_at: now }),
        )
        .execute();
      const pictures = db
        .selectFrom('picture_uploads')
        .select('picture')
        .where('kind', '=', kind)
        .where('holder_id', '=', id)
        .orderBy('created_at', 'desc')
        .orderBy('picture')
        .limit(maxKept);
      await db
        .deleteFrom('picture_uploads')
        .where('kind', '=', kind)
        .where('holder_id', '=', id)
        .where('picture', 'not in', pictures)
        .execute();
    },

    holders: (picture: string) =>
      db
        .selectFrom('picture_uploads')
        .select(['kind', 'holder_id as id'])
        .where('picture', '=', picture)
        .execute(),

    /** Deletes the uploads of a deleted draft at once. */
    async drop({ kind, id }: Holding): Promise<void> {
      const dropped = await db
        .deleteFrom('picture_uploads')
        .where('kind', '=', kind)
        .where('holder_id', '=', id)
        .returning('picture')
        .execute();
      const pictures = ['', ...dropped.map((row) => row.picture)];
      await db
        .deleteFrom('pictures')
        .where('picture', 'in', pictures)
        .where(sql<boolean>`${unneeded}`)
        .execute();
    },
  };
}
