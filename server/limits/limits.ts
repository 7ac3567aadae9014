/**
 * Rate limits per minute for accounts, keys, networks and the origins of embeds. Counted in memory and shared with
 * other processes about once a second (shared-rates.ts): no request waits for the store.
 */
import { ownEntry } from '../../src/contract/fields/own-entry.ts';
import { networksOf } from './network.ts';
import { badField, Refusal } from '../http/refusal.ts';
import type { Keyed } from '../secrets/secrets.ts';

export type Policy = { name: string; max: number; seconds: number };

/** The counts of one policy in the current window, by subject. */
export class PolicyCounts {
  readonly policy: Policy;
  starts = 0;
  mine = new Map<string, number>();
  /** The counts of other processes in the same window. */
  others = new Map<string, number>();
  /** The part of `mine` that was already shared with the other processes. */
  shared = new Map<string, number>();

  constructor(policy: Policy) {
    this.policy = policy;
  }

  /**
   * Takes an amount if there is room for it; returns the remainder, below 0 if there was none. `weight`: how many times
   * the limit this subject may use.
   */
  take(subject: string, now: number, amount = 1, weight = 1): number {
    const starts = now - (now % (this.policy.seconds * 1000));
    // A clock that is set back also starts a new window.
    if (starts !== this.starts || this.mine.size > maxSubjects) this.#begin(starts);
    const used = (this.mine.get(subject) ?? 0) + (this.others.get(subject) ?? 0) + amount;
    const left = this.policy.max * weight - used;
    if (left >= 0) this.mine.set(subject, used - (this.others.get(subject) ?? 0));
    return left;
  }

  /** Takes one count back, unless its window has ended. */
  giveBack(subject: string): void {
    const mine = this.mine.get(subject);
    if (mine !== undefined && mine > 0) this.mine.set(subject, mine - 1);
  }

  /** Seconds until the window ends. */
  endsIn(now: number): number {
    return Math.ceil((this.starts + this.policy.seconds * 1000 - now) / 1000);
  }

  #begin(starts: number): void {
    this.starts = starts;
    for (const map of [this.mine, this.others, this.shared]) map.clear();
  }
}

/** Subjects per window. Beyond this number the counts start again at zero, so that they do not fill the memory. */
const maxSubjects = 200_000;

export type LimitSettings = Record<
  'LIMIT_ACCOUNT' | 'LIMIT_KEY' | 'LIMIT_IP' | 'LIMIT_ORIGIN' | 'LIMIT_PAGES' | 'LIMIT_EXTRA_MB',
  number
>;

/** The headers of draft-ietf-httpapi-ratelimit-headers-10: the policies, and the remainder of each. */
export type RateHeaders = { 'RateLimit-Policy': string; RateLimit: string };

export type Limits = ReturnType<typeof makeLimits>;

const mebibyte = 1_048_576;
/** Wrong keys per minute from one address: enough for every mistake, too few for guessing. */
const maxWrongKeys = 100;
/**
 * The share of a site's window that one network may use. Any program can forge the Origin header, so without this share
 * one computer could use up the window of a partner's site for all its visitors.
 */
const siteShare = 1 / 4;
/** A wide IPv6 network may use half of the window at most, however many households it contains. */
const maxSiteWeight = 2;

type Check = [counts: PolicyCounts, subject: string, weight?: number];

export function makeLimits(settings: LimitSettings, keyed: Keyed) {
  const perMinute = (name: string, max: number) => new PolicyCounts({ name, max, seconds: 60 });
  const account = perMinute('account', settings.LIMIT_ACCOUNT);
  const key = perMinute('key', settings.LIMIT_KEY);
  const ip = perMinute('ip', settings.LIMIT_IP);
  const origin = perMinute('origin', settings.LIMIT_ORIGIN);
  const originShare = perMinute('origin-share', Math.ceil(settings.LIMIT_ORIGIN * siteShare));
  const pages = perMinute('pages', settings.LIMIT_PAGES);
  const wrongKeys = perMinute('wrong-keys', maxWrongKeys);
  const extra = new PolicyCounts({
    name: 'extra',
    max: settings.LIMIT_EXTRA_MB * mebibyte,
    seconds: 86_400,
  });

  /**
   * Takes one from each limit; a limit of 0 means no limit. If several networks have a limit, the headers name that of
   * the narrowest.
   */
  const take = (checks: Check[], now: number): RateHeaders | undefined => {
    let policies = '';
    let lefts = '';
    for (const [counts, subject, weight = 1] of checks) {
      const { name, max, seconds } = counts.policy;
      if (max === 0) continue;
      const left = counts.take(subject, now, 1, weight);
      if (left < 0) throw tooMany(counts, now, weight);
      if (weight > 1) continue;
      const comma = policies === '' ? '' : ', ';
      policies += `${comma}"${name}";q=${max};w=${seconds}`;
      lefts += `${comma}"${name}";r=${left};t=${counts.endsIn(now)}`;
    }
    return policies === '' ? undefined : { 'RateLimit-Policy': policies, RateLimit: lefts };
  };

  /** Addresses are kept as digests, and so is the Origin header, in which a caller may send any text of any length. */
  const perNetwork = (counts: PolicyCounts, address: string, site?: string, maxWeight = Infinity): Check[] =>
    counts.policy.max === 0
      ? []
      : networksOf(address).map(({ name, weight }) => [
          counts,
          site === undefined ? keyed('ip', name) : keyed('origin-share', name, site),
          Math.min(weight, maxWeight),
        ]);

  return {
    described: inWords({ account, key, ip, origin, originShare, pages, extra }),

    /** The counts that processes share. */
    counts: [account, key, ip, origin, originShare, pages, wrongKeys, extra],

    ofKey: (caller: { accountId: number; keyId: number }, now: number) =>
      take(
        [
          [account, String(caller.accountId)],
          [key, String(caller.keyId)],
        ],
        now,
      ),

    /** A request without a key, or with a key in its body, which has not been read. */
    ofVisitor: (address: string, page: string | undefined, now: number) =>
      take(
        [
          ...perNetwork(ip, address),
          // The share is first: a request that it refuses must not count for the whole site.
          ...(page === undefined
            ? []
            : [
                ...perNetwork(originShare, address, page, maxSiteWeight),
                [origin, keyed('origin', page)] satisfies Check,
              ]),
        ],
        now,
      ),

    /**
     * For a request with a key in its body: takes the count for the address back, because it counts for the key only.
     */
    hadKey(address: string): void {
      for (const [counts, subject] of perNetwork(ip, address)) counts.giveBack(subject);
    },

    /** A page of our own site. */
    ofPage: (address: string, now: number) => take(perNetwork(pages, address), now),

    /** A request with an invalid key. */
    wrongKey: (address: string, now: number) => take(perNetwork(wrongKeys, address), now),

    /** Takes the bytes of `extra` from the daily allowance of an account. */
    takeExtra(accountId: number, bytes: number, now: number): void {
      if (extra.policy.max === 0 || extra.take(String(accountId), now, bytes) >= 0) return;
      const { fields } = badField('extra', 'is more than this account may store today; leave it out');
      throw new Refusal(
        'extra_used_up',
        `This account has stored its ${settings.LIMIT_EXTRA_MB} MiB of extra for today; send the event without it, or tomorrow.`,
        { fields, retryAfter: extra.endsIn(now) },
      );
    },
  };
}

/** The limits in words, for people. */
const inWords = (
  counts: Record<'account' | 'key' | 'ip' | 'origin' | 'originShare' | 'pages' | 'extra', PolicyCounts>,
) =>
  [
    { name: 'Requests of an account, over all its keys', max: counts.account.policy.max, per: 'a minute' },
    { name: 'Requests of a key', max: counts.key.policy.max, per: 'a minute' },
    { name: 'Requests without a key, from one address', max: counts.ip.policy.max, per: 'a minute' },
    {
      name: 'Requests of the embeds, from the pages of one site',
      max: counts.origin.policy.max,
      per: 'a minute',
    },
    {
      name: 'Requests of the embeds, from the pages of one site and one address',
      max: counts.originShare.policy.max,
      per: 'a minute',
    },
    { name: 'Pages of this site, from one address', max: counts.pages.policy.max, per: 'a minute' },
    { name: 'Bytes of extra of an account', max: counts.extra.policy.max, per: 'a day' },
  ].filter(({ max }) => max > 0);

/** The subject of each limit in words, for the refusal. */
const subjects: Record<string, string> = {
  account: 'this account',
  key: 'this key',
  ip: 'this address',
  origin: 'this site',
  'origin-share': 'this address to this site',
  pages: 'this address',
  'wrong-keys': 'this address with a wrong key',
};

function tooMany(counts: PolicyCounts, now: number, weight: number): Refusal {
  const { name, max, seconds } = counts.policy;
  const retryAfter = counts.endsIn(now);
  const subject = weight > 1 ? 'this network' : ownEntry(subjects, name);
  return new Refusal(
    'too_many',
    `There were more than ${max * weight} requests from ${subject} in ${seconds} seconds; wait ${retryAfter} seconds.`,
    { retryAfter },
  );
}
