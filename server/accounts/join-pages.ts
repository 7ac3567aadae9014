/** Joins the account of an address that a person wanted to add: the link of its mail proves that it is theirs, too. */
import { accountPath, type AddAddressPage } from '../../src/contract/account-page.ts';
import type { PageAnswer, Visit } from '../http/pages.ts';
import type { MailAddress } from '../mail-address.ts';
import type { AddressPages } from './address-pages.ts';
import { participantNotice } from './notices.ts';

const titles: Partial<Record<AddAddressPage['state'], string>> = {
  ask: 'Add an address',
  join: 'Join two accounts?',
};

export const addAddressPage = (
  state: AddAddressPage['state'],
  more: Omit<AddAddressPage, 'state'> = {},
): PageAnswer => ({
  name: 'add-address',
  title: titles[state] ?? 'This address was not added',
  ...(state !== 'ask' && { status: 400 }),
  data: { state, ...more },
});

type JoinQuestion = { token: string; address: MailAddress; account: string };

export function joinByLink({
  accounts,
  membership,
  links,
  notices,
  joining,
  takes,
}: Pick<AddressPages, 'accounts' | 'membership' | 'links' | 'notices' | 'joining' | 'takes'>) {
  /** The account of the address, unless it is the one that asks. */
  const otherOf = async (kept: number, address: MailAddress): Promise<number | undefined> => {
    const found = await membership.accountOf(address);
    return found === kept ? undefined : found;
  };

  const ask = async (kept: number, asked: JoinQuestion): Promise<PageAnswer | undefined> => {
    const ended = await otherOf(kept, asked.address);
    if (ended === undefined) return undefined;
    const obstacle = await joining.obstacle({ kept, ended });
    return obstacle === undefined
      ? addAddressPage('join', { ...asked, moves: await takes(ended) })
      : addAddressPage('taken', { ...asked, obstacle });
  };

  return {
    /** The question, or the reason why they cannot be joined; undefined if the address has no account of its own. */
    ask,

    /** Joins the accounts if the form says so, and asks otherwise. */
    async answer(
      visit: Visit & { visitor: { accountId: number } },
      asked: JoinQuestion,
    ): Promise<PageAnswer | undefined> {
      const { visitor, fields, now } = visit;
      const kept = visitor.accountId;
      if (fields['act'] !== 'join') return ask(kept, asked);
      const ended = await otherOf(kept, asked.address);
      if (ended === undefined) return undefined;
      const theirMain = (await accounts.mainProfile(ended))?.address;
      if (!(await links.use(asked.token, now))) return addAddressPage('over');
      const outcome = await joining.join({ kept, ended }, now);
      if (outcome === 'gone') return addAddressPage('over');
      if (outcome !== 'joined') return addAddressPage('taken', { ...asked, obstacle: outcome });
      const values = { address: theirMain ?? '', account: asked.account };
      await notices.send(kept, participantNotice(visit.lang, 'accountsJoined', values), visit, theirMain);
      return { to: `${accountPath}?done=joined#addresses` };
    },
  };
}
