/**
 * The two codes that are exchanged for a grant: the popup's (60 seconds, S256 challenge) and the six digits by mail (10
 * minutes). Both are bound to project and origin, work once, and sign nobody in.
 */
import { createHash, randomInt } from 'node:crypto';
import type { Database } from '../db/store.ts';
import { Refusal } from '../http/refusal.ts';
import type { MailAddress } from '../text/mail-address.ts';
import { isSame, type Keyed, newToken, sha256 } from '../secrets/secrets.ts';
import { sql } from 'kysely';
import { dayLong } from '../text/day.ts';
import { type Count, countIn, takeBack, type Window } from '../limits/stored-counts.ts';
import { networksOf } from '../limits/network.ts';

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

type Entry = CodePlace & { address: MailAddress; flow: string; code: string; ip: string };

/** `onGuessing` is called, at most once an hour, when no more digits may be entered in this hour. */
function digitsRedeemer(db: Database, keyed: Keyed, onGuessing: () => void) {
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
    const digests = sql.join(keyed.all('join-code', flow, code.replace(/\s/g, '')));
    const counts = countsOf(ip);
    const outcome = await db.transaction().execute(async (trx) => {
      // One statement counts, compares and uses the flow up, so that concurrent entries are limited to five as well.
      const ofThisPage = sql`digest = ${sha256(flow)} and project_id = ${projectId} and origin = ${origin}
        and address_digest in (${sql.join(keyed.all('join', address))})`;
      const { rows } = await sql<{
        used_at: number | null;
        lang: string | null;
      }>`update join_flows set tries = tries + 1,
        used_at = case when code in (${digests}) then cast(${now} as bigint) end
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

const popupSeconds = 60;
const mailMinutes = 10;

export type CodePlace = { projectId: number; origin: string };

/** `isTold`: the person read that the project's managers see what they contribute. */
type PopupAsked = { challenge: string; isTold: boolean };
type Redeemed = { profileId: number; isTold: boolean };

/** `onGuessing` is called when more wrong digits are entered than people mistype. */
export function oneTimeCodes(db: Database, keyed: Keyed, onGuessing: () => void) {
  return {
    async forPopup(
      place: CodePlace,
      profileId: number,
      { challenge, isTold }: PopupAsked,
      now: number,
    ): Promise<string> {
      const code = newToken();
      await db
        .insertInto('connect_codes')
        .values({
          digest: sha256(code),
          profile_id: profileId,
          project_id: place.projectId,
          origin: place.origin,
          challenge,
          expires_at: now + popupSeconds * 1000,
          used_at: null,
          is_told: isTold ? 1 : 0,
        })
        .execute();
      return code;
    },

    /** Returns the profile of a popup's code, and whether its person was told. A try with a wrong verifier uses the code up. */
    async redeemPopup(place: CodePlace, code: string, verifier: string, now: number): Promise<Redeemed> {
      const { numUpdatedRows } = await db
        .updateTable('connect_codes')
        .set({ used_at: now })
        .where('digest', '=', sha256(code))
        .where('used_at', 'is', null)
        .executeTakeFirst();
      const row = await db
        .selectFrom('connect_codes')
        .selectAll()
        .where('digest', '=', sha256(code))
        .executeTakeFirst();
      const challenge = createHash('sha256').update(verifier).digest('base64url');
      const isGood =
        numUpdatedRows === 1n &&
        row !== undefined &&
        row.expires_at > now &&
        row.project_id === place.projectId &&
        row.origin === place.origin &&
        isSame(row.challenge, challenge);
      if (!isGood)
        throw new Refusal(
          'connect_code_gone',
          'This code was used, is too old, or is not for this page; ask again.',
        );
      return { profileId: row.profile_id, isTold: row.is_told === 1 };
    },

    /** Opens a flow and returns the six digits to mail; earlier flows stay open. `lang`: of the embed. */
    async forMail(
      place: CodePlace,
      address: MailAddress,
      lang: string | undefined,
      now: number,
    ): Promise<{ flow: string; code: string }> {
      const flow = newToken();
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      await db
        .insertInto('join_flows')
        .values({
          digest: sha256(flow),
          address_digest: keyed('join', address),
          project_id: place.projectId,
          origin: place.origin,
          code: keyed('join-code', flow, code),
          tries: 0,
          expires_at: now + mailMinutes * 60_000,
          used_at: null,
          lang: lang ?? null,
        })
        .execute();
      return { flow, code };
    },

    end: digitsEnder(db, keyed),

    redeemMail: digitsRedeemer(db, keyed, onGuessing),
  };
}

/** Ends the digits that an address was mailed. */
const digitsEnder =
  (db: Database, keyed: Keyed) =>
  async (address: MailAddress): Promise<void> => {
    await db.deleteFrom('join_flows').where('address_digest', 'in', keyed.all('join', address)).execute();
  };

export type OneTimeCodes = ReturnType<typeof oneTimeCodes>;
