/** The files by which people take their data with them: everything as JSON, contributions as CSV. */
import { exportPaths } from '../../src/contract/pages/account.ts';
import type { Database } from '../db/store.ts';
import { dayOf } from '../text/day.ts';
import type { PageHandlers } from '../http/pages.ts';
import { signedIn } from '../http/signed-in.ts';
import { csvFile, type CsvCell } from '../text/csv.ts';
import type { MailAddress } from '../text/mail-address.ts';
import { contributionsIn, listsOf, type OwnContribution } from './own-data.ts';

type ExportPages = {
  db: Database;
  profilesOf: (accountId: number) => Promise<number[]>;
  /** The outcomes of the contributions of these profiles. */
  outcomesOf: (profileIds: number[]) => Promise<object[]>;
  /** The projects that a person is still writing. */
  draftsOf: (accountId: number) => Promise<object[]>;
  /** Facts that are stored under a digest of an address: only the address finds them. */
  byAddress: (address: MailAddress) => Promise<OfAddress>;
  serviceName: string;
};

/** The projects for whose start the reader of an address waits, and since when the address wants no mail of others. */
type OfAddress = {
  waiting: { project_id: number; lang: string | null; created_at: number }[];
  blockedAt?: number;
};

/** Columns with a time in milliseconds, which the files have as ISO dates. */
const isTime = (name: string) => name.endsWith('_at');
/** Columns with JSON. */
const isJson = (name: string) =>
  ['place', 'content', 'built', 'redirect_uris', 'fields', 'filter'].includes(name);

const readable = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (value === null) return [name, null];
      if (isTime(name)) return [name, new Date(Number(value)).toISOString()];
      return [name, isJson(name) ? (JSON.parse(String(value)) as unknown) : value];
    }),
  );

async function* asJson(db: Database, accountId: number, profiles: number[], about: object) {
  yield `${JSON.stringify(about).slice(0, -1)}`;
  for await (const [name, rows] of listsOf(db, accountId, profiles))
    yield `,\n${JSON.stringify(name)}: ${JSON.stringify(rows.map(readable), undefined, 1)}`;
  yield ',\n"contributions": [';
  let separator = '\n';
  for await (const rows of contributionsIn(db, profiles)) {
    yield separator + rows.map((row) => JSON.stringify(readable(row))).join(',\n');
    separator = ',\n';
  }
  yield '\n]}\n';
}

const columns = [
  ...['event_id', 'project_id', 'project', 'type', 'source', 'happened_at', 'arrived_at'],
  ...['duration', 'magnitude', 'place', 'is_credited'],
] as (keyof OwnContribution)[];

async function* rowsOf(db: Database, profiles: number[]) {
  for await (const rows of contributionsIn(db, profiles))
    yield rows.map((row) => {
      const times = { happened_at: iso(row.happened_at), arrived_at: iso(row.arrived_at) };
      const contribution: Record<string, CsvCell> = { ...row, ...times };
      return columns.map((name) => contribution[name] ?? null);
    });
}

const iso = (moment: number) => new Date(Number(moment)).toISOString();

async function listsByAddress(db: Database, accountId: number, byAddress: ExportPages['byAddress']) {
  const addresses = await db
    .selectFrom('addresses')
    .select('address')
    .where('account_id', '=', accountId)
    .orderBy('address')
    .execute();
  const lists = await Promise.all(
    addresses.map(async ({ address }) => ({ address, ...(await byAddress(address)) })),
  );
  return {
    start_notices: lists.flatMap(({ address, waiting }) =>
      waiting.map((row) => ({ address, ...readable(row) })),
    ),
    addresses_without_mail: lists.flatMap(({ address, blockedAt }) =>
      blockedAt === undefined ? [] : [{ address, since: iso(blockedAt) }],
    ),
  };
}

export const exportPages = ({
  db,
  profilesOf,
  outcomesOf,
  draftsOf,
  byAddress,
  serviceName,
}: ExportPages): PageHandlers => ({
  [`GET ${exportPaths.json}`]: signedIn(async ({ visitor, now }) => ({
    file: asJson(db, visitor.accountId, await profilesOf(visitor.accountId), {
      service: serviceName,
      made: iso(now),
      drafts_of_projects: await draftsOf(visitor.accountId),
      outcomes: await outcomesOf(await profilesOf(visitor.accountId)),
      ...(await listsByAddress(db, visitor.accountId, byAddress)),
    }),
    type: 'application/json',
    name: `my-data-${dayOf(now)}.json`,
  })),
  [`GET ${exportPaths.csv}`]: signedIn(async ({ visitor, now, query }) =>
    csvFile(
      `my-contributions-${dayOf(now)}`,
      query,
      columns,
      rowsOf(db, await profilesOf(visitor.accountId)),
    ),
  ),
});
