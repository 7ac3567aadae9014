/**
 * How many requests a minute an account, a key, an IP address and an embed's origin may make. Counted in memory,
 * and shared with other processes about once a second (db/shared-counts.ts): no request waits for the store.
 */
import { badField, Refusal } from './refusal.ts';
import type { Keyed } from '../secrets.ts';

export type Policy = { name: string; most: number; seconds: number };

/** Counts of one policy in the present window, by subject. */
export class Counts {
  readonly policy: Policy;
  starts = 0;
  mine = new Map<string, number>();
  /** What other processes counted in the same window. */
  others = new Map<string, number>();
  /** How much of `mine` the others know already. */
  told = new Map<string, number>();

  constructor(policy: Policy) {
    this.policy = policy;
  }

  /** Takes an amount where there is room for it; answers what is left, below 0 where there is none. */
  take(subject: string, now: number, amount = 1): number {
    const starts = now - (now % (this.policy.seconds * 1000));
    // A clock that is set back is a new window, too.
    if (starts !== this.starts || this.mine.size > mostSubjects) this.#begin(starts);
    const used = (this.mine.get(subject) ?? 0) + (this.others.get(subject) ?? 0) + amount;
    const left = this.policy.most - used;
    if (left >= 0) this.mine.set(subject, used - (this.others.get(subject) ?? 0));
    return left;
  }

  /** Seconds until the window ends. */
  endsIn(now: number): number {
    return Math.ceil((this.starts + this.policy.seconds * 1000 - now) / 1000);
  }

  #begin(starts: number): void {
    this.starts = starts;
    for (const map of [this.mine, this.others, this.told]) map.clear();
  }
}

/** Beyond this many subjects in a window the counts begin anew, rather than fill the memory. */
const mostSubjects = 200_000;

export type LimitSettings = Record<
  'LIMIT_ACCOUNT' | 'LIMIT_KEY' | 'LIMIT_IP' | 'LIMIT_ORIGIN' | 'LIMIT_EXTRA_MB',
  number
>;

/** The headers of draft-ietf-httpapi-ratelimit-headers-10: the policies, and what is left of each. */
export type RateHeaders = { 'RateLimit-Policy': string; RateLimit: string };

export type Limits = ReturnType<typeof makeLimits>;

const mebibyte = 1_048_576;
/** Wrong keys from one address in a minute: enough for every mistake, too few to guess. */
const mostWrongKeys = 100;

export function makeLimits(settings: LimitSettings, keyed: Keyed) {
  const perMinute = (name: string, most: number) => new Counts({ name, most, seconds: 60 });
  const account = perMinute('account', settings.LIMIT_ACCOUNT);
  const key = perMinute('key', settings.LIMIT_KEY);
  const ip = perMinute('ip', settings.LIMIT_IP);
  const origin = perMinute('origin', settings.LIMIT_ORIGIN);
  const wrongKeys = perMinute('wrong-keys', mostWrongKeys);
  const extra = new Counts({ name: 'extra', most: settings.LIMIT_EXTRA_MB * mebibyte, seconds: 86_400 });

  /** Takes one of each; a limit of 0 is none. */
  const take = (asked: [Counts, string | undefined][], now: number): RateHeaders | undefined => {
    let policies = '';
    let lefts = '';
    for (const [counts, subject] of asked) {
      const { name, most, seconds } = counts.policy;
      if (most === 0 || subject === undefined) continue;
      const left = counts.take(subject, now);
      if (left < 0) throw tooMany(counts, now);
      const comma = policies === '' ? '' : ', ';
      policies += `${comma}"${name}";q=${most};w=${seconds}`;
      lefts += `${comma}"${name}";r=${left};t=${counts.endsIn(now)}`;
    }
    return policies === '' ? undefined : { 'RateLimit-Policy': policies, RateLimit: lefts };
  };

  return {
    /** For people: what is limited, and how. */
    described: [
      { name: 'Requests of an account, over all its keys', most: account.policy.most, per: 'a minute' },
      { name: 'Requests of a key', most: key.policy.most, per: 'a minute' },
      { name: 'Requests without a key, from one address', most: ip.policy.most, per: 'a minute' },
      {
        name: 'Requests of the embeds, from the pages of one site',
        most: origin.policy.most,
        per: 'a minute',
      },
      { name: 'Bytes of extra of an account', most: extra.policy.most, per: 'a day' },
    ].filter(({ most }) => most > 0),

    /** What processes share. */
    counts: [account, key, ip, origin, wrongKeys, extra],

    ofKey: (caller: { accountId: number; keyId: number }, now: number) =>
      take(
        [
          [account, String(caller.accountId)],
          [key, String(caller.keyId)],
        ],
        now,
      ),

    /** A request without a key. The address is kept as a keyed digest; of IPv6 it is the network, which one household shares. */
    ofVisitor: (address: string, page: string | undefined, now: number) =>
      take(
        [
          [ip, keyed('ip', networkOf(address))],
          // As a digest: any caller may say anything of any length in its Origin header.
          [origin, page === undefined ? undefined : keyed('origin', page)],
        ],
        now,
      ),

    /** Somebody sent a key that is none. */
    wrongKey: (address: string, now: number) => take([[wrongKeys, keyed('ip', networkOf(address))]], now),

    /** Takes the bytes of `extra` from what an account may store in a day. */
    takeExtra(accountId: number, bytes: number, now: number): void {
      if (extra.policy.most === 0 || extra.take(String(accountId), now, bytes) >= 0) return;
      const { fields } = badField('extra', 'is more than this account may store today; leave it out');
      throw new Refusal(
        'extra_used_up',
        `This account has stored its ${settings.LIMIT_EXTRA_MB} MiB of extra for today; send the event without it, or tomorrow.`,
        { fields, retryAfter: extra.endsIn(now) },
      );
    },
  };
}

function tooMany(counts: Counts, now: number): Refusal {
  const { name, most, seconds } = counts.policy;
  const retryAfter = counts.endsIn(now);
  const who = { account: 'this account', key: 'this key', ip: 'this address', origin: 'this site' }[name];
  return new Refusal(
    'too_many',
    `There were more than ${most} requests from ${who ?? 'this address with a wrong key'} in ${seconds} seconds; wait ${retryAfter} seconds.`,
    { retryAfter },
  );
}

/** The first half of an IPv6 address; an IPv4 address as it is, however it is written. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!plain.includes(':')) return plain;
  const [head = '', tail] = plain.split('%')[0]?.split('::') ?? [];
  const groups = head === '' ? [] : head.split(':');
  const behind = tail ? tail.split(':').length : 0;
  if (tail !== undefined) while (groups.length < 8 - behind) groups.push('0');
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, '').toLowerCase())
    .join(':');
}
