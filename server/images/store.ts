/** Image jobs and pictures. Pictures are in the database, so that every process has them. */
import { sql, type SqlBool } from 'kysely';
import { dayLong } from '../text/day.ts';
import { takeDue, type LeaseQueue } from '../db/lease-queue.ts';
import { openIn } from '../projects/visibility.ts';
import type { Store } from '../db/store.ts';
import { countIn, type Window } from '../limits/stored-counts.ts';
import { turnOfRequest } from '../limits/turns.ts';
import type { Picture } from './decode-apart.ts';
import { forgetUploads, unneeded } from './upload-store.ts';

export type ImageJob = { project_id: number; url: string; tries: number };

const queue: LeaseQueue = {
  table: 'image_jobs',
  key: 'project_id',
  columns: 'project_id, url, tries',
  leaseMilliseconds: 120_000,
  order: ['turn'],
};

const againPerDay: Window = { name: 'image-again', max: 20, milliseconds: dayLong };

export type ImageStore = ReturnType<typeof imageStore>;

export function imageStore({ db, engine }: Store) {
  return {
    /** Takes a due job, under a lease. */
    take: (now: number) => takeDue<ImageJob>({ db, engine }, queue, now),

    /** Ends a job, unless the project names another image by now. */
    async end({ project_id, url }: ImageJob, fault: string | null, now: number): Promise<void> {
      await db
        .updateTable('image_jobs')
        .set({ next_at: null, fault, done_at: now })
        .where('project_id', '=', project_id)
        .where('url', '=', url)
        .execute();
    },

    async postpone({ project_id, url }: ImageJob, fault: string, until: number): Promise<void> {
      await db
        .updateTable('image_jobs')
        .set({ next_at: until, fault, turn: until })
        .where('project_id', '=', project_id)
        .where('url', '=', url)
        .execute();
    },

    /** Another try, requested by the owner of an open project. */
    async again(projectId: number, now: number): Promise<'asked' | 'too_many' | 'not_open'> {
      const open = await db
        .selectFrom('projects')
        .select('project_id')
        .where('project_id', '=', projectId)
        .where(sql.raw<SqlBool>(openIn('projects')))
        .executeTakeFirst();
      if (!open) return 'not_open';
      if (await countIn(db, [{ window: againPerDay, subject: String(projectId) }], now)) return 'too_many';
      await db
        .updateTable('image_jobs')
        .set({ next_at: now, tries: 0, turn: turnOfRequest(now) })
        .where('project_id', '=', projectId)
        .where('next_at', 'is', null)
        .execute();
      return 'asked';
    },

    /** An editor's request to see the image of a project before publication. */
    async preview(projectId: number, url: string, now: number): Promise<void> {
      const turn = turnOfRequest(now);
      await db
        .insertInto('image_jobs')
        .values({ project_id: projectId, url, tries: 0, next_at: now, turn })
        .onConflict((conflict) =>
          conflict
            .column('project_id')
            .doUpdateSet({ url, tries: 0, next_at: now, fault: null, done_at: null, turn }),
        )
        .execute();
    },

    job: (projectId: number) =>
      db.selectFrom('image_jobs').selectAll().where('project_id', '=', projectId).executeTakeFirst(),

    async keep({ name, ...picture }: Picture, now: number): Promise<void> {
      await db
        .insertInto('pictures')
        .values({ picture: name, ...picture, created_at: now })
        .onConflict((conflict) => conflict.column('picture').doUpdateSet({ created_at: now }))
        .execute();
    },

    size: (picture: string) =>
      db.selectFrom('pictures').select(['width', 'height']).where('picture', '=', picture).executeTakeFirst(),

    bytes: (picture: string, size: 'large' | 'small') =>
      db.selectFrom('pictures').select(size).where('picture', '=', picture).executeTakeFirst(),

    /** The projects that show a picture. */
    shownBy: (picture: string) =>
      db
        .selectFrom('projects')
        .select(['project_id', 'state', 'is_hidden', 'is_withheld'])
        .where('picture', '=', picture)
        .execute(),

    /** Deletes pictures that no project shows and no draft or change names, a day after they came. */
    async sweep(now: number): Promise<void> {
      await forgetUploads(db, now);
      await sql`delete from pictures where created_at < ${now - dayLong} and ${unneeded}`.execute(db);
    },
  };
}
