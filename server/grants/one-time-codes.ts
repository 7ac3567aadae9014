/**
 * The two codes that become a grant: the popup's (60 seconds, S256 challenge) and the mailed six digits
 * (10 minutes). Both are bound to project and origin, work once, and sign nobody in.
 */
import { createHash, randomInt } from 'node:crypto';
import { tally, untally, type Window } from '../db/tallies.ts';
import type { Database } from '../db/store.ts';
import { dayLong } from '../day.ts';
import { Refusal } from '../http/refusal.ts';
import { isSame, newToken, plainAddress, sha256, type Keyed } from '../secrets.ts';

const popupSeconds = 60;
const mailMinutes = 10;
const wrongTries: Window = { name: 'join-tries', most: 10, milliseconds: dayLong };

export type Place = { projectId: number; origin: string };

export function oneTimeCodes(db: Database, keyed: Keyed) {
  return {
    async forPopup(place: Place, profileId: number, challenge: string, now: number): Promise<string> {
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
        })
        .execute();
      return code;
    },

    /** The profile that a popup's code stands for. A try with a wrong verifier uses the code up. */
    async redeemPopup(place: Place, code: string, verifier: string, now: number): Promise<number> {
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
      return row.profile_id;
    },

    /** Opens a flow and answers the six digits to mail; a new flow ends none. */
    async forMail(place: Place, address: string, now: number): Promise<{ flow: string; code: string }> {
      const flow = newToken();
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      await db
        .insertInto('join_flows')
        .values({
          digest: sha256(flow),
          address_digest: keyed('join', plainAddress(address)),
          project_id: place.projectId,
          origin: place.origin,
          code: keyed('join-code', flow, code),
          expires_at: now + mailMinutes * 60_000,
          used_at: null,
        })
        .execute();
      return { flow, code };
    },

    /** Answers when the code is right and was not used; refuses otherwise. */
    async redeemMail(place: Place, address: string, flow: string, code: string, now: number): Promise<void> {
      const subject = keyed('join', plainAddress(address));
      // Counted before it is compared: many tries at once are still ten.
      const { isWithin, retryAfter } = await tally(db, [wrongTries], subject, now);
      if (!isWithin)
        throw new Refusal(
          'too_many_tries',
          'Too many wrong codes for this address today; try again tomorrow.',
          { retryAfter },
        );
      const row = await db
        .selectFrom('join_flows')
        .selectAll()
        .where('digest', '=', sha256(flow))
        .executeTakeFirst();
      const isOfThisFlow =
        row !== undefined &&
        row.project_id === place.projectId &&
        row.origin === place.origin &&
        isSame(row.address_digest, subject);
      if (!isOfThisFlow || !isSame(row.code, keyed('join-code', flow, code.replace(/\s/g, ''))))
        throw new Refusal('wrong_code', 'This is not the code that we mailed.', {
          fields: [{ field: 'code', message: 'is not the code that we mailed' }],
        });
      const { numUpdatedRows } = await db
        .updateTable('join_flows')
        .set({ used_at: now })
        .where('digest', '=', row.digest)
        .where('used_at', 'is', null)
        .executeTakeFirst();
      if (numUpdatedRows !== 1n || row.expires_at <= now)
        throw new Refusal(
          'code_gone',
          'This code was used or is older than ten minutes; ask for a new one.',
          {
            fields: [{ field: 'code', message: 'was used or is too old' }],
          },
        );
      await untally(db, wrongTries, subject);
    },
  };
}

export type OneTimeCodes = ReturnType<typeof oneTimeCodes>;
