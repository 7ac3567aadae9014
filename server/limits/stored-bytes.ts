/**
 * How much one network may have us store in an hour without an API key: each limit on requests allows thousands of them,
 * and somebody who sends the largest would fill the disk within all of them. Counted in memory, like other rates.
 */
import { Refusal } from '../http/refusal.ts';
import type { Keyed } from '../secrets/secrets.ts';
import { PolicyCounts } from './limits.ts';
import { networksOf } from './network.ts';

/** The part of the setting for each kind of row; together they are all of it. */
const shares = {
  authorizations: 3 / 16,
  drafts: 4 / 16,
  pictures: 4 / 16,
  contributions: 4 / 16,
  challenges: 1 / 32,
  signs: 1 / 64,
  refusals: 1 / 64,
};

export type StoredKind = keyof typeof shares;

const megabyte = 1_000_000;

/** Bytes of a row besides its content: other columns, its head, and its places in indexes. */
const besides = 400;

export type StoredBytes = ReturnType<typeof storedBytes>;

/** `LIMIT_STORED_MB`: 0 means no limit. */
export function storedBytes({ LIMIT_STORED_MB: all }: { LIMIT_STORED_MB: number }, keyed: Keyed) {
  const counts = Object.fromEntries(
    Object.entries(shares).map(([kind, share]) => [
      kind,
      new PolicyCounts({ name: `stored-${kind}`, max: Math.ceil(all * megabyte * share), seconds: 3600 }),
    ]),
  ) as Record<StoredKind, PolicyCounts>;

  /** Whether a row of so many bytes may be stored for a network, which is then counted. */
  const mayStore = (kind: StoredKind, ip: string, bytes: number, now: number): boolean =>
    all === 0 ||
    networksOf(ip).every(
      ({ name, weight }) =>
        counts[kind].take(keyed('stored-network', name), now, bytes + besides, weight) >= 0,
    );

  return {
    counts: Object.values(counts),
    mayStore,

    /** Counts a row, or refuses. */
    store(kind: StoredKind, ip: string, bytes: number, now: number): void {
      if (mayStore(kind, ip, bytes, now)) return;
      const retryAfter = counts[kind].endsIn(now);
      throw new Refusal(
        'too_many',
        `More was sent from your network than we keep for one in an hour; try again in ${Math.ceil(retryAfter / 60)} minutes.`,
        { retryAfter },
      );
    },
  };
}

/** The bytes of a value that is stored encrypted, in base64. */
export const sealedBytes = (value: unknown): number =>
  Math.ceil((Buffer.byteLength(JSON.stringify(value)) * 4) / 3);
