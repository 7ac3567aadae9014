/**
 * Signing in on one device by a mail that is opened on another. The page that waits has a secret, which becomes the token
 * of its session, and shows six digits. The person who opens the mail types them: one whom somebody else's request reaches
 * has none to type.
 */
import { createHash } from 'node:crypto';
import { sha256 } from '../secrets/secrets.ts';

/** The page that waits for a mailed link: the digest of its future session, and its device in words. */
export type WaitingDevice = { session: string; device: string };

/** The token of the session that the holder of this secret gets. */
export const waitingToken = (secret: string): string => sha256(`waiting ${secret}`);

/** The digest of that session. */
export const waitingSession = (secret: string): string => sha256(waitingToken(secret));

/** The six digits that the waiting page shows. */
export const digitsOf = (session: string): string => {
  const number = createHash('sha256').update(`digits ${session}`).digest().readUInt32BE() % 1_000_000;
  return String(number).padStart(6, '0');
};

/** Whether somebody typed the digits, with or without a blank between them. */
export const areDigitsOf = (session: string, typed: string): boolean =>
  typed.replace(/\s/g, '') === digitsOf(session);
