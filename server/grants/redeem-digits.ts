/** Redeems the six mailed digits, and limits guessing. */
import { sql } from 'kysely';
import { dayLong } from '../day.ts';
import { countIn, takeBack, type Count, type Window } from '../limits/stored-counts.ts';
import type { Database } from '../db/store.ts';
import { networksOf } from '../limits/network.ts';
import { Refusal } from '../http/refusal.ts';
import type { MailAddress } from '../mail-address.ts';
import { sha256, type Keyed } from '../secrets.ts';
import type { CodePlace } from './one-time-codes.ts';

/* Six digits are one of a million, so a year of guessing has one expected hit per million wrong entries. Only entries
   on a live flow count, since only they can hit: a flow is a random token that one page holds, so nobody can use up
   another page's entries.
   
   One address: 6 mails a day, 5 entries each: 30 × 365 = 10,950 a year, 0.011 hits. One IPv4 address or /64: 60 a day,
   21,900 a year, 0.022 hits. A /56 has 4 times that (0.09), a /48 16 times (0.35). All networks, however many or wide:
   100 an hour, 876,600 a year, 0.88 hits.
   
   A right entry takes a wrong one back, so that the limits leave a school and a large service alone: most people who
   mistype get it right later. To gain an entry by that, a guesser has to join with an address of their own. */
const maxEntries = 5;
const perNetwork: Window = { name: 'digits-network', max: 60, milliseconds: dayLong };
const overall: Window = { name: 'digits-all', max: 100, milliseconds: 3_600_000 };

export type Entry = CodePlace & { address: MailAddress; flow: string; code: string; ip: string };

/** `onGuessing` is called, at most once an hour, when no more digits may be entered in this hour. */
export function digitsRedeemer(db: Database, keyed: Keyed, onGuessing: () => void) {
  let reportedAt = -Infinity;
  const everybody: Count = { window: overall, subject: keyed('digits-all') };
  const countsOf = (ip: string): Count[] => [
    ...networksOf(ip).map(({ name, weight }) => ({
      window: { ...perNetwork, max: perNetwork.max * weight },
      subject: keyed('digits-network', name),
    })),
    everybody,
  ];

  /**
   * Resolves if the digits are correct and unused, with the language of the embed; otherwise refuses, in the same way
   * for members and strangers.
   */
  return async (entry: Entry, now: number): Promise<{ lang: string | undefined }> => {
    const { projectId, origin, address, flow, code, ip } = entry;
    const given = sql.join(keyed.all('join-code', flow, code.replace(/\s/g, '')));
    const counts = countsOf(ip);
    const outcome = await db.transaction().execute(async (trx) => {
      // One statement counts, compares and uses the flow up, so that concurrent entries are limited to five as well.
      const ofThisPage = sql`digest = ${sha256(flow)} and project_id = ${projectId} and origin = ${origin}
        and address_digest in (${sql.join(keyed.all('join', address))})`;
      const { rows } = await sql<{
        used_at: number | null;
        lang: string | null;
      }>`update join_flows set tries = tries + 1,
        used_at = case when code in (${given}) then cast(${now} as bigint) end
        where ${ofThisPage} and used_at is null and expires_at > ${now} and tries < ${maxEntries}
        returning used_at, lang`.execute(trx);
      const [entered] = rows;
      if (!entered) {
        const known = await sql`select 1 from join_flows where ${ofThisPage}`.execute(trx);
        return known.rows.length > 0 ? 'gone' : 'wrong';
      }
      // Over the limit, correct digits are refused as well, and the flow does not change: otherwise the limit would
      // stop no guess.
      const full = await countIn(trx, counts, now);
      if (full?.window === overall && performance.now() - reportedAt > overall.milliseconds) {
        reportedAt = performance.now();
        onGuessing();
      }
      if (full) throw tooManyTries(full.retryAfter);
      if (entered.used_at === null) return 'wrong';
      await takeBack(trx, counts, 2);
      return { lang: entered.lang ?? undefined };
    });
    if (outcome === 'gone') throw codeGone();
    if (outcome === 'wrong') throw wrongCode();
    return outcome;
  };
}

const wrongCode = () =>
  new Refusal('wrong_code', 'This is not the code that we mailed.', {
    fields: [{ field: 'code', message: 'is not the code that we mailed' }],
  });

const codeGone = () =>
  new Refusal(
    'code_gone',
    'This code was used, was entered wrongly too often, or is older than ten minutes; ask for a new one.',
    { fields: [{ field: 'code', message: 'was used, is too old, or was entered wrongly too often' }] },
  );

const tooManyTries = (retryAfter: number) =>
  new Refusal(
    'too_many_tries',
    'Too many wrong codes were entered from this network; try again later, or sign in on our own site.',
    { retryAfter },
  );
