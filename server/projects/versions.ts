/** The history of projects: what changed, by whom, when, and the editors' decision. */
import { sql, type Transaction } from 'kysely';
import { dayLong } from '../text/day.ts';
import type { Tables } from '../db/schema.ts';
import { Refusal } from '../http/refusal.ts';
import type { Project } from './reading/read-project.ts';
import type { Changes } from './changes.ts';
import type { ProjectRow } from './rows.ts';

type VersionRow = Tables['project_versions'];

/** The author of a change: an account with a key, or no account (an editor's command). */
export type By = {
  how: VersionRow['how'];
  accountId?: number | undefined;
  lineage?: number | undefined;
  seen?: SeenVersion;
};

/** The number that a person saw before they acted (`decidedVersion`); undefined at the operator's terminal. */
export type SeenVersion = number | undefined;

/** `accountId`: absent for the operator's terminal. */
export type DecidedBy = { accountId?: number | undefined; seen?: SeenVersion };

/** The decision on a version that awaited review. */
export type Decision = { state: Exclude<VersionRow['state'], 'awaiting_review'>; why?: string };

/**
 * The contact's address, telephone and mail are stored in one place only, with the project: the history records that an
 * old value changed, not the value.
 */
const personal = new Set(['contact_email', 'contact_phone', 'contact_address', 'public_email']);

const withoutPersonal = (changes: object): string =>
  JSON.stringify(Object.fromEntries(Object.entries(changes).filter(([field]) => !personal.has(field))));

/** Searched in the text, because it may contain an outline of 20,000 points. */
const mayHavePersonal = (fields: string): boolean =>
  [...personal].some((field) => fields.includes(`"${field}"`));

export const changesOf = (row: { fields: string } | undefined): Changes =>
  row ? (JSON.parse(row.fields) as Changes) : {};

type Asking = Pick<Transaction<Tables>, 'selectFrom'>;

/** The version that awaits review. */
export const awaiting = (db: Asking, id: number) =>
  db
    .selectFrom('project_versions')
    .selectAll()
    .where('project_id', '=', id)
    .where('state', '=', 'awaiting_review')
    .executeTakeFirst();

/**
 * The fields that an owner typed by hand, and did not send with a key; an import leaves them as they are. The history
 * does not name the personal ones: after anything was typed by hand they stay, too.
 */
export async function changedByOwner(db: Asking, id: number): Promise<string[]> {
  const rows = await db
    .selectFrom('project_versions')
    .select('fields')
    .where('project_id', '=', id)
    .where('how', '=', 'update')
    .where('key_lineage', 'is', null)
    .where('state', '=', 'applied')
    .execute();
  const fields = [...(await registeredWith(db, id)), ...rows.flatMap((row) => Object.keys(changesOf(row)))];
  return fields.length === 0 ? [] : [...personal, ...fields];
}

/** The fields that the owner of a project filled in when they registered it on our pages; none for other projects. */
async function registeredWith(db: Asking, id: number): Promise<string[]> {
  const row = await db
    .selectFrom('projects')
    .select('fields')
    .where('project_id', '=', id)
    .where('key_lineage', 'is', null)
    .where('is_imported', '=', 0)
    .executeTakeFirst();
  if (!row) return [];
  const first = await db
    .selectFrom('project_versions')
    .select('fields')
    .where('project_id', '=', id)
    .where('version', '=', firstVersion)
    .executeTakeFirst();
  const filled = Object.entries(changesOf(first ?? row));
  return filled.filter(([, value]) => !Array.isArray(value) || value.length > 0).map(([field]) => field);
}

/** Records the decision on a version. */
export async function decide(
  trx: Transaction<Tables>,
  id: number,
  row: { version: number; fields: string },
  { state, why }: Decision,
  now: number,
): Promise<void> {
  await trx
    .updateTable('project_versions')
    .set({
      state,
      why: why ?? null,
      decided_at: now,
      ...(mayHavePersonal(row.fields) && { fields: withoutPersonal(changesOf(row)) }),
    })
    .where('project_id', '=', id)
    .where('version', '=', row.version)
    .execute();
}

/** The limit of what is saved of one project in a day, as the history keeps all of it. */
const perDay = { versions: 200, bytes: 5_000_000 };

/** Refuses a version beyond what may be saved in a day. The caller has locked the project. */
async function mustHaveRoom(db: Asking, id: number, fields: string, now: number): Promise<void> {
  const saved = await db
    .selectFrom('project_versions')
    .select([
      sql<number>`cast(count(*) as bigint)`.as('versions'),
      sql<number>`cast(coalesce(sum(octet_length(fields)), 0) as bigint)`.as('bytes'),
    ])
    .where('project_id', '=', id)
    .where('how', '=', 'update')
    .where('created_at', '>', now - dayLong)
    .executeTakeFirstOrThrow();
  if (
    Number(saved.versions) < perDay.versions &&
    Number(saved.bytes) + Buffer.byteLength(fields) <= perDay.bytes
  )
    return;
  throw new Refusal(
    'too_many',
    `A project can be changed ${perDay.versions} times a day, by ${perDay.bytes / 1e6} MB in all. Nothing was saved; try again tomorrow.`,
    { retryAfter: 3600 },
  );
}

type NewVersion = { changes: Changes; by: By; state: 'applied' | 'awaiting_review' };

/** Adds the version after `last`. */
export async function addVersion(
  trx: Transaction<Tables>,
  project_id: number,
  last: number,
  { changes, by, state }: NewVersion,
  now: number,
): Promise<void> {
  const fields = state === 'awaiting_review' ? JSON.stringify(changes) : withoutPersonal(changes);
  if (by.how === 'update') await mustHaveRoom(trx, project_id, fields, now);
  await trx
    .insertInto('project_versions')
    .values({
      project_id,
      version: last + 1,
      fields,
      how: by.how,
      account_id: by.accountId ?? null,
      key_lineage: by.lineage ?? null,
      created_at: now,
      state,
      why: null,
      decided_at: null,
    })
    .execute();
}

/**
 * Adds a project's first version, which is written when there is a second: until then the project itself has its
 * content.
 */
export async function addFirst(
  trx: Transaction<Tables>,
  { project_id, key_lineage, created_at, fields }: ProjectRow,
): Promise<void> {
  await trx
    .insertInto('project_versions')
    .values({
      project_id,
      version: firstVersion,
      fields: withoutPersonal(JSON.parse(fields) as Project),
      how: 'first',
      account_id: null,
      key_lineage,
      created_at,
      state: 'applied',
      why: null,
      decided_at: null,
    })
    .execute();
}

export const firstVersion = 1;

/** Acts that change what others decide on; questions, invitations and sites do not. */
export const decidingActs = [
  ...(['approved', 'turned_down', 'corrected', 'released', 'trusted', 'untrusted'] as const),
  ...(['unpublished', 'withheld', 'shown', 'hashed_allowed', 'hashed_refused'] as const),
] as const satisfies Tables['project_acts']['act'][];

/** A number that grows with every change of a project and every decision about it. */
export async function decidedVersion(db: Asking, id: number): Promise<number> {
  const { acts } = await db
    .selectFrom('project_acts')
    .select(sql<number>`cast(count(*) as bigint)`.as('acts'))
    .where('project_id', '=', id)
    .where('act', 'in', decidingActs)
    .executeTakeFirstOrThrow();
  return ((await newest(db, id))?.version ?? firstVersion) + Number(acts);
}

/** Refuses a decision on what somebody else decided or changed since it was seen. The caller has locked the project. */
export async function mustBeAsSeen(db: Asking, id: number, seen: SeenVersion): Promise<void> {
  if (seen !== undefined && seen !== (await decidedVersion(db, id))) throw new DecisionFault('changed');
}

/** `nothing`: nothing awaits review; `changed`: something else does by now than the editor saw. */
export class DecisionFault extends Error {
  readonly why: 'missing' | 'nothing' | 'changed';
  constructor(why: DecisionFault['why']) {
    super(why);
    this.why = why;
  }
}

/** The newest version of a project; with `how`, the newest from its owner. */
export const newest = (db: Asking, id: number, how?: 'by its owner') =>
  db
    .selectFrom('project_versions')
    .selectAll()
    .where('project_id', '=', id)
    .$if(how !== undefined, (query) => query.where('how', '!=', 'correction'))
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
