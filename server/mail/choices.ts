/**
 * The choices of a mail's reader without signing in: end the permissions that its code led to, get no such mail again,
 * or get it again after all.
 */
import { id } from '../../src/contract/fields/kinds.ts';
import type { Database } from '../db/store.ts';
import type { Page, PageData } from '../../src/contract/pages.ts';
import type { Sender } from '../../src/contract/pages/volunteers.ts';
import type { Forms } from '../pepper/ring.ts';
import type { Keyed, Sealer } from '../secrets/secrets.ts';
import { sha256 } from '../secrets/secrets.ts';
import { inboxOf, mailAddress, type MailAddress } from '../text/mail-address.ts';
import type { PageAnswer, Visit } from '../http/pages.ts';

const senderId = id('the sender');

export type MailBlocks = ReturnType<typeof mailBlocks>;

export function mailBlocks(db: Database, keyed: Keyed) {
  // Blocks the inbox with all its +tags. Blocks of earlier releases apply to one address.
  const digests = (address: MailAddress) =>
    [...keyed.all('mail-block', inboxOf(address)), ...keyed.all('mail-block', address)] as const;
  /** Since when an address wants no mail of others. */
  const since = async (address: MailAddress): Promise<number | undefined> => {
    const row = await db
      .selectFrom('mail_blocks')
      .select('created_at')
      .where('digest', 'in', digests(address))
      .orderBy('created_at')
      .executeTakeFirst();
    return row && Number(row.created_at);
  };
  return {
    has: async (address: MailAddress): Promise<boolean> => (await since(address)) !== undefined,
    since,
    add: async (address: MailAddress, now: number): Promise<void> => {
      await db
        .insertInto('mail_blocks')
        .values({ digest: digests(address)[0], created_at: now })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
    remove: async (address: MailAddress): Promise<void> => {
      await db.deleteFrom('mail_blocks').where('digest', 'in', digests(address)).execute();
    },
  };
}

/** The grants that were given by mail to the profile of a keyed address digest. */
type MailedGrants = {
  count: (digests: Forms, now: number) => Promise<number>;
  end: (digests: Forms, now: number) => Promise<void>;
};

/** The projects and programmes whose managers mail an address through us. */
export type MailingSenders = {
  of: (address: MailAddress, now: number) => Promise<(Sender & { title: string })[]>;
  end: (address: MailAddress, sender: Sender, now: number) => Promise<unknown>;
};

type ChoicesDeps = {
  blocks: MailBlocks;
  sealed: Sealer;
  keyed: Keyed;
  grants: MailedGrants;
  mailings: MailingSenders;
};

export function mailChoices({ blocks, sealed, keyed, grants, mailings }: ChoicesDeps) {
  const addressOf = (visit: Visit): MailAddress | undefined => {
    const value = sealed.open(visit.params['token'] ?? '');
    return typeof value === 'string' ? mailAddress(value) : undefined;
  };
  const digestsOf = (address: MailAddress) => keyed.all('address', sha256(address));
  const page = (data: Omit<PageData['mail-choices'], 'token'>, visit: Visit): Page => ({
    name: 'mail-choices',
    title: 'Your emails from us',
    ...(data.isIncomplete && { status: 404 }),
    data: { token: visit.params['token'] ?? '', ...data },
  });

  const incomplete = (visit: Visit) => page({ isIncomplete: true }, visit);

  return {
    'GET /mail/:token': async (visit: Visit): Promise<PageAnswer> => {
      const address = addressOf(visit);
      if (!address) return incomplete(visit);
      if (await blocks.has(address)) return page({ done: 'never' }, visit);
      const senders = await mailings.of(address, visit.now);
      return page({ grants: await grants.count(digestsOf(address), visit.now), senders }, visit);
    },

    'POST /mail/:token': async (visit: Visit): Promise<PageAnswer> => {
      const address = addressOf(visit);
      if (!address) return incomplete(visit);
      if (visit.fields['choice'] === 'again') {
        await blocks.remove(address);
        return page({ done: 'again' }, visit);
      }
      const kind = (['project', 'programme'] as const).find((one) => one === visit.fields['choice']);
      if (kind) {
        const read = senderId.safeParse(visit.fields[`${kind}_id`]);
        if (read.success) await mailings.end(address, { kind, id: read.data }, visit.now);
        return page({ done: kind }, visit);
      }
      await grants.end(digestsOf(address), visit.now);
      if (visit.fields['choice'] !== 'never') return page({ done: 'ended' }, visit);
      await blocks.add(address, visit.now);
      return page({ done: 'never' }, visit);
    },
  };
}
