/** The store of certificates. Ending one deletes its contents and keeps its place in the status list. */
import { randomInt } from 'node:crypto';
import { summedCommit } from '../db/group-commit.ts';
import { inTurn } from '../db/in-turn.ts';
import type { Database } from '../db/store.ts';
import { randomId } from '../db/ids.ts';
import { newToken, type Sealer, sha256 } from '../secrets/secrets.ts';
import type { AwardStatement, PeriodStatement } from './statement.ts';

/** Entries of one status list: the smallest size that the standard allows, for the privacy of the holders. */
export const listSize = 131_072;

/** Certificates per person, without those that are ended. */
const maxCertificates = 100;

type CertificateOf<Statement> = {
  id: number;
  accountId: number | null;
  token: string;
  statement: Statement;
  statusIndex: number;
  isShown: boolean;
  createdAt: number;
  /** The link works before this moment. */
  untilAt: number | null;
  /** Others opened the page so often. */
  reads: number;
};

export type Award = CertificateOf<AwardStatement>;
export type Certificate = CertificateOf<PeriodStatement> | Award;

export type Found = Certificate | { endedAt: number };
export type CertificateStore = ReturnType<typeof certificateStore>;

const columns = [
  ...(['certificate_id', 'certificates.account_id', 'sealed', 'content', 'status_index'] as const),
  ...(['is_shown', 'certificates.created_at', 'ended_at', 'until_at', 'reads', 'guardian'] as const),
];

type Row = {
  certificate_id: number;
  account_id: number | null;
  sealed: string | null;
  content: string | null;
  status_index: number;
  is_shown: number;
  created_at: number;
  ended_at: number | null;
  until_at: number | null;
  reads: number;
  guardian: string | null;
};

/** The contents of a certificate, without the name while its person has a guardian, whenever it was made. */
function statementIn({
  content,
  guardian,
}: {
  content: string;
  guardian: string | null;
}): PeriodStatement | AwardStatement {
  const statement = JSON.parse(content) as PeriodStatement | AwardStatement;
  return guardian === null ? statement : { ...statement, holder: '' };
}

/** A certificate of a period, as opposed to an award. */
const isOfPeriod = (certificate: Certificate): certificate is CertificateOf<PeriodStatement> =>
  'lines' in certificate.statement;

const selected = (db: Database) =>
  db
    .selectFrom('certificates')
    .leftJoin('accounts', 'accounts.account_id', 'certificates.account_id')
    .select(columns);

/** A new list begins after so many taken places in a row, which is when half of the last one is taken, or a little more. */
const maxTaken = 16;

/** The newest status list, from 0. Asked of the index: counting certificates would take longer with each of them. */
async function newestList(db: Database): Promise<number> {
  const { last } = await db
    .selectFrom('certificates')
    .select((row) => row.fn.max('status_index').as('last'))
    .executeTakeFirstOrThrow();
  return Math.floor(Number(last) / listSize);
}

/** Inserts a certificate under a new token, at a random place of the newest status list; returns both. */
async function insertNew(
  trx: Database,
  sealed: Sealer,
  {
    accountId,
    content,
    untilAt,
    now,
  }: { accountId: number; content: string; untilAt: number | null; now: number },
): Promise<{ id: number; token: string }> {
  const token = newToken();
  const newest = await newestList(trx);
  for (let taken = 0; ; taken++) {
    const id = randomId();
    const list = taken < maxTaken ? newest : newest + 1;
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('certificates')
      .values({
        certificate_id: id,
        account_id: accountId,
        digest: sha256(token),
        sealed: sealed.seal(token),
        content,
        status_index: list * listSize + randomInt(listSize),
        is_shown: 0,
        created_at: now,
        ended_at: null,
        until_at: untilAt,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows === 1n) return { id, token };
  }
}

/** An ended certificate keeps its place in the status list, and nothing else. */
const ended = (now: number) => ({
  ended_at: now,
  account_id: null,
  sealed: null,
  content: null,
  is_shown: 0,
});

const endOne = (trx: Database, accountId: number, id: number, now: number) =>
  trx
    .updateTable('certificates')
    .set(ended(now))
    .where('certificate_id', '=', id)
    .where('account_id', '=', accountId)
    .execute();

export function certificateStore(db: Database, sealed: Sealer) {
  const read = (row: Row): Certificate | undefined =>
    row.ended_at !== null || row.content === null || row.sealed === null
      ? undefined
      : ({
          id: row.certificate_id,
          accountId: row.account_id,
          token: sealed.open(row.sealed) as string,
          statement: statementIn({ content: row.content, guardian: row.guardian }),
          statusIndex: row.status_index,
          isShown: row.is_shown === 1,
          createdAt: row.created_at,
          untilAt: row.until_at,
          reads: Number(row.reads),
        } as Certificate);

  const certificatesOf = async (
    from: Database,
    accountId: number,
  ): Promise<CertificateOf<PeriodStatement>[]> => {
    const rows = await selected(from)
      .where('certificates.account_id', '=', accountId)
      .where('ended_at', 'is', null)
      .orderBy('certificates.created_at', 'desc')
      .orderBy('certificate_id')
      .execute();
    return rows.flatMap((row) => read(row) ?? []).filter(isOfPeriod);
  };

  return {
    /** Those of periods. */
    ofAccount: (accountId: number) => certificatesOf(db, accountId),

    /**
     * Makes an award and returns its number. `since`: the same for all of a programme, so that its badge says nothing
     * about when its rule was fulfilled.
     */
    award: async (trx: Database, accountId: number, award: AwardStatement, since: number): Promise<number> =>
      (await insertNew(trx, sealed, { accountId, content: JSON.stringify(award), untilAt: null, now: since }))
        .id,

    endAward: endOne,

    /** The token of a certificate that is not ended. */
    async tokenOf(id: number): Promise<string | undefined> {
      const row = await selected(db).where('certificate_id', '=', id).executeTakeFirst();
      return row && read(row)?.token;
    },

    /** Puts a name on an award, or takes it off. */
    name: (accountId: number, award: AwardStatement, id: number) =>
      db
        .updateTable('certificates')
        .set({ content: JSON.stringify(award) })
        .where('certificate_id', '=', id)
        .where('account_id', '=', accountId)
        .where('ended_at', 'is', null)
        .execute(),

    /**
     * Makes a certificate, and returns the token of its address; undefined if the person has as many as they may. One
     * that says the same is not made twice.
     */
    make: (
      accountId: number,
      statement: PeriodStatement,
      untilAt: number | null,
      now: number,
    ): Promise<string | undefined> =>
      inTurn(db, { account: accountId }, async (trx, hasRoom) => {
        const own = await certificatesOf(trx, accountId);
        const content = JSON.stringify(statement);
        const same = own.find((one) => JSON.stringify(one.statement) === content && one.untilAt === untilAt);
        if (same) return same.token;
        const living = trx.selectFrom('certificates').where('ended_at', 'is', null);
        if (!(await hasRoom(living.where('account_id', '=', accountId), maxCertificates))) return undefined;
        return (await insertNew(trx, sealed, { accountId, content, untilAt, now })).token;
      }),

    async byToken(token: string, now: number): Promise<Found | undefined> {
      const row = await selected(db).where('digest', '=', sha256(token)).executeTakeFirst();
      if (row && row.until_at !== null && row.until_at <= now) return { endedAt: row.until_at };
      return row && (read(row) ?? { endedAt: row.ended_at ?? row.created_at });
    },

    /** Counts that somebody else opened the page. */
    countRead: summedCommit<{ id: number }>(
      ({ id }) => String(id),
      async (sums) => {
        for (const { id, count } of sums)
          await db
            .updateTable('certificates')
            .set((row) => ({ reads: row('reads', '+', count) }))
            .where('certificate_id', '=', id)
            .execute();
      },
    ),

    /** Ends those whose time is over. */
    sweep: (now: number) =>
      db
        .updateTable('certificates')
        .set(ended(now))
        .where('until_at', '<=', now)
        .where('ended_at', 'is', null)
        .execute(),

    /** Ends a certificate of an account. */
    end: (accountId: number, id: number, now: number) => endOne(db, accountId, id, now),

    /** Shows a certificate on the person's public page, or takes it off. */
    show: (accountId: number, id: number, isShown: boolean) =>
      db
        .updateTable('certificates')
        .set({ is_shown: isShown ? 1 : 0 })
        .where('certificate_id', '=', id)
        .where('account_id', '=', accountId)
        .execute(),

    /**
     * The places of ended certificates in one status list, counted from 1, and when the last of them ended; undefined
     * for a list that is not begun: anybody can ask for any, and each has to be signed.
     */
    async ended(list: number): Promise<{ places: number[]; lastAt: number | undefined } | undefined> {
      if (list > (await newestList(db)) + 1) return undefined;
      const first = (list - 1) * listSize;
      const rows = await db
        .selectFrom('certificates')
        .select(['status_index', 'ended_at'])
        .where('status_index', '>=', first)
        .where('status_index', '<', first + listSize)
        .where('ended_at', 'is not', null)
        .orderBy('ended_at')
        .execute();
      const places = rows.map(({ status_index }) => status_index - first);
      return { places, lastAt: rows.at(-1)?.ended_at ?? undefined };
    },
  };
}
