/**
 * Limits on mails that people can request, so that nobody can fill an inbox through us, and no page can mail many
 * people.
 */
import { dayLong } from '../day.ts';
import { countIn, takeBack, type Count, type Window } from '../limits/stored-counts.ts';
import type { Database } from '../db/store.ts';
import { networksOf } from '../limits/network.ts';
import { Refusal } from '../http/refusal.ts';
import { inboxOf, type MailAddress } from '../mail-address.ts';
import type { Keyed } from '../secrets.ts';

/** Each purpose has limits of its own, so that mail which others request never keeps anybody from signing in. */
export type MailPurpose = 'sign-in' | 'join' | 'tell-me';

const hour = 3_600_000;

/** Mails to one inbox, per purpose. */
const perInbox = [
  { name: 'hour', most: 3, milliseconds: hour },
  { name: 'day', most: 6, milliseconds: dayLong },
];

/**
 * Mails requested from one network, per purpose: a whole school may join behind one address. Wider networks have a
 * multiple.
 */
const perNetwork = { name: 'network', most: 120, milliseconds: hour };

/** Mails requested from the pages of one project at one origin. */
const perPlace: Window = { name: 'mail-place', most: 2000, milliseconds: dayLong };

/** The part of that limit for one network, however wide: a server can claim any origin, and could use all of it up. */
const perPlaceAndNetwork: Window = { name: 'mail-place-network', most: 500, milliseconds: dayLong };

/** `place`: the project and origin of the page that requests the mail, if it is a partner's page. */
export type Asking = { purpose: MailPurpose; address: MailAddress; ip: string; place?: string };

/** Takes the count back if the mail could not be sent. */
export type Uncount = () => Promise<void>;

/**
 * Counts a requested mail, or refuses with 429 and counts nothing: the same for members and others, and whether or not
 * the mail is then sent. Only keyed digests are stored.
 */
export function mailLimit(db: Database, keyed: Keyed) {
  return async ({ purpose, address, ip, place }: Asking, now: number): Promise<Uncount> => {
    const named = (window: Window): Window => ({ ...window, name: `${purpose}-${window.name}` });
    const networks = networksOf(ip);
    const widest = networks.at(-1)?.name ?? '';
    const ofInbox: Count[] = perInbox.map((window) => ({
      window: named(window),
      subject: keyed('mail-limit', inboxOf(address)),
    }));
    const ofPlace: Count[] =
      place === undefined
        ? []
        : [
            { window: perPlaceAndNetwork, subject: keyed('mail-place-network', place, widest) },
            { window: perPlace, subject: keyed('mail-place', place) },
          ];
    const ofNetworks: Count[] = networks.map(({ name, weight }) => ({
      window: named({ ...perNetwork, most: perNetwork.most * weight }),
      subject: keyed('mail-ip', name),
    }));
    const counts = [...ofInbox, ...ofPlace, ...ofNetworks];
    await db.transaction().execute(async (trx) => {
      const full = await countIn(trx, counts, now);
      if (!full) return;
      const isOfInbox = ofInbox.some(({ window }) => window === full.window);
      throw new Refusal(
        'too_many_mails',
        isOfInbox
          ? 'Too many mails were requested for this address; wait a while, or look for the last one.'
          : 'Too many mails were requested from here; wait a while.',
        { retryAfter: full.retryAfter },
      );
    });
    return () => takeBack(db, counts);
  };
}

export type MailLimit = ReturnType<typeof mailLimit>;
