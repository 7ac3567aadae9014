/** Secrets: tokens, keyed digests, sealed values, and their comparison. Only digests are ever stored. */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import {
  type DigestParts,
  type DigestPurpose,
  digestNames,
  isKept,
  type SealPurpose,
  staysOpen,
} from './digest-purposes.ts';
import {
  currentPrefix,
  firstDigest,
  type Forms,
  formsOf,
  type Pepper,
  pepperAt,
  type PepperRing,
  ringOf,
  splitForm,
} from '../pepper/ring.ts';

export const sha256 = (text: string): string => hash('sha256', text, 'hex');

/** A random token of 256 bits, base64url. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** One pepper, or the peppers of a process, which change while it runs. */
type GivenPepper = string | (() => PepperRing);

function ringsOf(pepper: GivenPepper): () => PepperRing {
  if (typeof pepper !== 'string') return pepper;
  const ring = ringOf(pepper);
  return () => ring;
}

type DigestMaker<Made> = <Purpose extends DigestPurpose>(
  purpose: Purpose,
  ...parts: DigestParts[Purpose]
) => Made;

/** Keyed digests (HMAC): without the pepper, a stolen table cannot be compared with a list of guesses. */
export type Keyed = DigestMaker<string> & {
  /** The digests by which a row is found: of the pepper in use first, and then of others that rows may still have. */
  all: DigestMaker<Forms>;
};

export function keyedDigests(pepper: GivenPepper): Keyed {
  const rings = ringsOf(pepper);
  const textOf = (purpose: DigestPurpose, parts: (string | number)[]) => {
    // With a NUL byte inside a part, different parts could be joined into the same text.
    if (parts.some((part) => String(part).includes('\0')))
      throw new Error('A part of a digest holds a NUL byte.');
    return [digestNames[purpose], ...parts].join('\0');
  };
  const all = (purpose: DigestPurpose, ...parts: (string | number)[]): Forms => {
    const text = textOf(purpose, parts);
    return isKept(purpose) ? [firstDigest(rings(), text)] : formsOf(rings(), text);
  };
  const current = (purpose: DigestPurpose, ...parts: (string | number)[]): string => {
    const ring = rings();
    return ring.current === 0 || isKept(purpose)
      ? firstDigest(ring, textOf(purpose, parts))
      : all(purpose, ...parts)[0];
  };
  return Object.assign(current, { all });
}

/** The key of each pepper for one use, made once. */
function keysFor(use: 'seal' | 'sign', purpose: SealPurpose): (pepper: Pepper) => KeyObject {
  const keys = new Map<string, KeyObject>();
  return ({ id, key }) => {
    let made = keys.get(id);
    if (!made) {
      // A key object: OpenSSL would read a plain buffer again for each value, which takes longer than sealing it.
      made = createSecretKey(createHmac('sha256', key).update(`${use}\0${purpose}`).digest());
      keys.set(id, made);
    }
    return made;
  };
}

/** The pepper that made a token, and its bytes; undefined if it is unknown, or its tokens have ended. */
function madeBy(
  ring: PepperRing,
  token: string,
  purpose: SealPurpose,
): { pepper: Pepper; bytes: Buffer } | undefined {
  const { place = 0, rest } = splitForm(ring, token) ?? {};
  const pepper = pepperAt(ring, place);
  if (rest === undefined || !(pepper.opens || staysOpen(purpose))) return undefined;
  const bytes = Buffer.from(rest, 'base64url');
  // Node skips what is no base64url, and reads other spellings of the last letter: one token would have many forms.
  return bytes.toString('base64url') === rest ? { pepper, bytes } : undefined;
}

/** Compares in constant time. */
export function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** The form of an address for hashing: trimmed, ASCII letters lower-cased. */
export const plainAddress = (address: string): string =>
  address.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Seals small values into opaque tokens that only we can read and nobody can change (AES-256-GCM). */
export type Sealer = { seal: (value: unknown) => string; open: (token: string) => unknown };

export function sealer(peppers: GivenPepper, purpose: SealPurpose): Sealer {
  const rings = ringsOf(peppers);
  const keyOf = keysFor('seal', purpose);
  return {
    seal: (value) => {
      const ring = rings();
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', keyOf(pepperAt(ring, ring.current)), nonce);
      const sealed = Buffer.concat([cipher.update(JSON.stringify(value)), cipher.final()]);
      return currentPrefix(ring) + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    /** Returns undefined for a token that we did not seal. */
    open: (token) => {
      const made = madeBy(rings(), token, purpose);
      if (!made) return undefined;
      const { pepper, bytes } = made;
      try {
        const decipher = createDecipheriv('aes-256-gcm', keyOf(pepper), bytes.subarray(0, 12), {
          authTagLength: 16,
        });
        decipher.setAuthTag(bytes.subarray(12, 28));
        return JSON.parse(
          decipher.update(bytes.subarray(28)).toString() + decipher.final().toString(),
        ) as unknown;
      } catch {
        return undefined;
      }
    },
  };
}

/** Signs values into tokens, and opens only those that it signed. */
export type Signer = { sign: (value: unknown) => string; open: (token: string) => unknown };

/**
 * Signs small values into tokens that nobody else can make; their holder can read them. HMAC-SHA-256-128 (RFC 4868)
 * takes a third of the time of encryption, which also needs a random nonce for each value.
 */
export function signer(peppers: GivenPepper, purpose: SealPurpose): Signer {
  const rings = ringsOf(peppers);
  const keyOf = keysFor('sign', purpose);
  const signatureOf = (pepper: Pepper, bytes: Buffer) =>
    createHmac('sha256', keyOf(pepper)).update(bytes).digest().subarray(0, 16);
  return {
    sign: (value) => {
      const ring = rings();
      const plaintext = Buffer.from(JSON.stringify(value));
      const signature = signatureOf(pepperAt(ring, ring.current), plaintext);
      return currentPrefix(ring) + Buffer.concat([signature, plaintext]).toString('base64url');
    },
    open: (token) => {
      const made = madeBy(rings(), token, purpose);
      if (!made) return undefined;
      const { pepper, bytes } = made;
      const ciphertext = bytes.subarray(16);
      if (ciphertext.length === 0 || !timingSafeEqual(signatureOf(pepper, ciphertext), bytes.subarray(0, 16)))
        return undefined;
      return JSON.parse(ciphertext.toString()) as unknown;
    },
  };
}
