/**
 * The two codes that are exchanged for a grant: the popup's (60 seconds, S256 challenge) and the six digits by mail (10
 * minutes). Both are bound to project and origin, work once, and sign nobody in.
 */
import { createHash, randomInt } from 'node:crypto';
import type { Database } from '../db/store.ts';
import { Refusal } from '../http/refusal.ts';
import type { MailAddress } from '../mail-address.ts';
import { isSame, newToken, sha256, type Keyed } from '../secrets.ts';
import { digitsRedeemer } from './redeem-digits.ts';

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

    redeemMail: digitsRedeemer(db, keyed, onGuessing),
  };
}

export type OneTimeCodes = ReturnType<typeof oneTimeCodes>;
