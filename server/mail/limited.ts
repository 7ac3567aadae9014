/**
 * Limits on mails that people can request, so that nobody can fill an inbox through us, and no page can mail many
 * people.
 */
import { dayLong } from '../text/day.ts';
import { countIn, takeBack, type Count, type Window } from '../limits/stored-counts.ts';
import type { Database } from '../db/store.ts';
import { networksOf } from '../limits/network.ts';
import { Refusal } from '../http/refusal.ts';
import type { Unsent } from './mailer.ts';
import { inboxOf, type MailAddress } from '../text/mail-address.ts';
import type { Keyed } from '../secrets/secrets.ts';

/** Each purpose has limits of its own, so that mail which others request never keeps anybody from signing in. */
type MailPurpose =
  | 'sign-in'
  | 'join'
  | 'tell-me'
  | 'register'
  | 'review'
  | 'add-address'
  | 'account'
  | 'invite'
  | 'guardian'
  | 'test';

const hour = 3_600_000;

/** For one inbox. Signing in has more: several devices and lost links in one hour are common. */
const perInbox: Record<MailPurpose, { hour: number; day: number }> = {
  'sign-in': { hour: 6, day: 20 },
  join: { hour: 3, day: 6 },
  'tell-me': { hour: 3, day: 6 },
  register: { hour: 3, day: 6 },
  review: { hour: 6, day: 20 },
  'add-address': { hour: 3, day: 6 },
  invite: { hour: 3, day: 6 },
  guardian: { hour: 3, day: 6 },
  // Notices to a person about their own account.
  account: { hour: 10, day: 30 },
  // An operator who mends the mail server; somebody with their session must not fill an inbox.
  test: { hour: 10, day: 30 },
};

/**
 * Mails requested from one network, per purpose: a whole school may join behind one address. Wider networks have a
 * multiple.
 */
const perNetwork = { name: 'network', max: 120, milliseconds: hour };

/** Mails requested from the pages of one project at one origin. */
const perPlace: Window = { name: 'mail-place', max: 2000, milliseconds: dayLong };

/** The part of that limit for one network, however wide: a server can claim any origin, and could use all of it up. */
const perPlaceAndNetwork: Window = { name: 'mail-place-network', max: 500, milliseconds: dayLong };

/** Mails about one draft: nobody needs to send it to more than a few addresses of their own. */
const perDraft: Window = { name: 'draft', max: 3, milliseconds: dayLong };

/** `place`: the project and origin of the page that requests the mail, if it is a partner's page. `draft`: the one that the mail leads back to. */
export type MailRequest = {
  purpose: MailPurpose;
  address: MailAddress;
  ip: string;
  place?: string;
  draft?: number;
};

export type Counted = {
  /** The counts of the mail, for the queue. */
  counts: Count[];
  /**
   * Takes back the count of a mail that was not sent. If the mail server refused it, the network's count stays: nobody
   * may have us try without end.
   */
  uncount: (outcome: Unsent) => Promise<void>;
};

/**
 * Counts a requested mail, or refuses with 429 and counts nothing: the same for members and others, and whether or not
 * the mail is then sent. Only keyed digests are stored.
 */
export function mailLimit(db: Database, keyed: Keyed) {
  return async ({ purpose, address, ip, place, draft }: MailRequest, now: number): Promise<Counted> => {
    const named = (window: Window): Window => ({ ...window, name: `${purpose}-${window.name}` });
    const networks = networksOf(ip);
    const widest = networks.at(-1)?.name ?? '';
    const max = perInbox[purpose];
    const ofInbox: Count[] = [
      { name: 'hour', max: max.hour, milliseconds: hour },
      { name: 'day', max: max.day, milliseconds: dayLong },
    ].map((window) => ({ window: named(window), subject: keyed('mail-limit', inboxOf(address)) }));
    const ofPlace: Count[] =
      place === undefined
        ? []
        : [
            { window: perPlaceAndNetwork, subject: keyed('mail-place-network', place, widest) },
            { window: perPlace, subject: keyed('mail-place', place) },
          ];
    const ofDraft: Count[] = draft === undefined ? [] : [{ window: named(perDraft), subject: String(draft) }];
    const ofNetworks: Count[] = networks.map(({ name, weight }) => ({
      window: named({ ...perNetwork, max: perNetwork.max * weight }),
      subject: keyed('mail-ip', name),
    }));
    const counts = [...ofInbox, ...ofDraft, ...ofPlace, ...ofNetworks];
    await db.transaction().execute(async (trx) => {
      const full = await countIn(trx, counts, now);
      if (!full) return;
      const isOfInbox = ofInbox.some(({ window }) => window === full.window);
      throw new Refusal(
        'too_many_mails',
        ofDraft.some(({ window }) => window === full.window)
          ? `Too many mails were requested for this draft; look for the last one, or ask again in ${inWords(full.retryAfter)}.`
          : isOfInbox
            ? `Too many mails were requested for this address; look for the last one, or ask again in ${inWords(full.retryAfter)}.`
            : `Too many mails were requested from here; ask again in ${inWords(full.retryAfter)}.`,
        { retryAfter: full.retryAfter },
      );
    });
    return {
      counts,
      uncount: (outcome) => takeBack(db, outcome === 'unreachable' ? counts : ofInbox),
    };
  };
}

/** A time that was rounded up to ten minutes or to hours. */
function inWords(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} minutes`;
  return minutes < 120 ? 'an hour' : `${Math.round(minutes / 60)} hours`;
}

export type MailLimit = ReturnType<typeof mailLimit>;
