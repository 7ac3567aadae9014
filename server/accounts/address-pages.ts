/** Further addresses of an account: each is verified by a link in its own mail. The main one gets our notices. */
import {
  type AccountCounts,
  accountPath,
  type AddAddressPage,
  addressesPath,
} from '../../src/contract/pages/account.ts';
import { emailAddress } from '../../src/contract/fields/kinds.ts';
import type { PageAnswer, PageHandler, PageHandlers, Visit } from '../http/pages.ts';
import { incomplete } from '../http/bodies/form-fields.ts';
import { Refusal } from '../http/refusal.ts';
import { signedIn } from '../http/signed-in.ts';
import { faultIn, mailWords } from '../text/languages.ts';
import type { MailLimit } from '../mail/limited.ts';
import type { Mailer } from '../mail/mailer.ts';
import { type MailAddress, mailAddress, recipient } from '../text/mail-address.ts';
import type { AccountAgain } from './account-pages.ts';
import { maxAddresses } from './address-store.ts';
import type { AccountJoining } from './join-accounts.ts';
import { type MailedLinks, whatCame } from './mailed-links.ts';
import type { Membership } from './membership.ts';
import { type Notices, participantNotice } from './notices.ts';
import type { AccountStore } from './store.ts';

const titles: Partial<Record<AddAddressPage['state'], string>> = {
  ask: 'Add an address',
  join: 'Join two accounts?',
};

const addAddressPage = (
  state: AddAddressPage['state'],
  more: Omit<AddAddressPage, 'state'> = {},
): PageAnswer => ({
  name: 'add-address',
  title: titles[state] ?? 'This address was not added',
  ...(state !== 'ask' && { status: 400 }),
  data: { state, ...more },
});

type JoinQuestion = { token: string; address: MailAddress; account: string };

/** Joins the account of the address: the link of its mail proves that it is theirs, too. */
function joinByLink({
  accounts,
  membership,
  links,
  notices,
  joining,
  takes,
}: Pick<AddressPages, 'accounts' | 'membership' | 'links' | 'notices' | 'joining' | 'takes'>) {
  /** The account of the address, unless it is the one that asks. */
  const otherOf = async (accountId: number, address: MailAddress): Promise<number | undefined> => {
    const other = await membership.accountOf(address);
    return other === accountId ? undefined : other;
  };

  const ask = async (accountId: number, question: JoinQuestion): Promise<PageAnswer | undefined> => {
    const ended = await otherOf(accountId, question.address);
    if (ended === undefined) return undefined;
    const obstacle = await joining.obstacle({ kept: accountId, ended });
    return obstacle === undefined
      ? addAddressPage('join', { ...question, moves: await takes(ended) })
      : addAddressPage('taken', { ...question, obstacle });
  };

  return {
    /** The question, or the reason why they cannot be joined; undefined if the address has no account of its own. */
    ask,

    /** Joins the accounts if the form says so, and asks otherwise. */
    async answer(
      visit: Visit & { visitor: { accountId: number } },
      question: JoinQuestion,
    ): Promise<PageAnswer | undefined> {
      const { visitor, fields, now } = visit;
      const accountId = visitor.accountId;
      if (fields['act'] !== 'join') return ask(accountId, question);
      const ended = await otherOf(accountId, question.address);
      if (ended === undefined) return undefined;
      const theirMain = (await accounts.mainProfile(ended))?.address;
      if (!(await links.use(question.token, now))) return addAddressPage('over');
      const outcome = await joining.join({ kept: accountId, ended }, now);
      if (outcome === 'gone') return addAddressPage('over');
      if (outcome !== 'joined') return addAddressPage('taken', { ...question, obstacle: outcome });
      const values = { address: theirMain ?? '', account: question.account };
      await notices.send(
        accountId,
        participantNotice(visit.lang, 'accountsJoined', values),
        visit,
        theirMain,
      );
      return { to: `${accountPath}?done=joined#addresses` };
    },
  };
}

type AddressPages = {
  accounts: AccountStore;
  membership: Membership;
  links: MailedLinks;
  mail: Mailer;
  mailLimit: MailLimit;
  /** The page where the reader of a mail can refuse such mails. */
  mailChoices: (address: MailAddress) => string;
  notices: Notices;
  joining: AccountJoining;
  /** How much belongs to an account. */
  takes: (accountId: number) => Promise<AccountCounts>;
  serviceName: string;
  again: AccountAgain;
};

const addressField = emailAddress('the address to add');

/** Sends a link to an address that a person wants to add. */
function askByMail(deps: AddressPages): PageHandler {
  const { accounts, links, mail, mailLimit, mailChoices, serviceName, again } = deps;
  return signedIn(async (visit) => {
    const { visitor, fields, ip, now, lang } = visit;
    const refuse = (text: string) => again(visit, { form: 'address', text });
    const result = addressField.safeParse(fields['email']);
    if (!result.success) return refuse(faultIn(lang, 'badAddress'));
    const to = recipient(result.data);
    if (!to) return refuse(faultIn(lang, 'notMailable'));
    const own = await accounts.addresses(visitor.accountId);
    if (own.some(({ address }) => address === to.address)) return refuse(faultIn(lang, 'ownAddress'));
    if (own.length >= maxAddresses) return refuse(faultIn(lang, 'maxAddresses', { n: maxAddresses }));
    mail.mustWork();
    const { counts } = await mailLimit({ purpose: 'add-address', address: to.address, ip }, now);
    const link = await links.make(to, now, { accountId: visitor.accountId });
    // The reply and the mail are the same for every address: only its own reader learns whether it has an account.
    const say = mailWords(lang);
    const values = { service: serviceName, link, choices: mailChoices(to.address) };
    const [subject, text] = [say('add.subject', values), `${say('add.text', values)}\n`];
    await mail.sendLater({ kind: 'link', mail: { to: to.address, subject, text, lang }, counts });
    return { to: `${accountPath}?done=sent#addresses` };
  }, accountPath);
}

export function addressPages(deps: AddressPages): PageHandlers {
  const { accounts, membership, links, notices, again } = deps;
  const joins = joinByLink(deps);

  const mainOf = async (accountId: number) => (await accounts.mainProfile(accountId))?.address;

  /** The address of a link, for the person who asked for it. */
  const read = async ({ params, visitor, now }: Visit & { visitor: { accountId: number } }) => {
    const token = params['token'] ?? '';
    const link = await links.read(token, now);
    return { token, link, isTheirs: link?.accountId === visitor.accountId };
  };

  const added = { to: `${accountPath}?done=added#addresses` };

  /** For a link that is used up or expired: who added the address by it is led on. */
  const over = async ({ params, visitor, now }: Visit & { visitor: { accountId: number } }) => {
    const link = await links.find(params['token'] ?? '', now);
    const look = async () =>
      (await accounts.addresses(visitor.accountId)).find(({ address }) => address === link?.to.address);
    const isAdded = link?.accountId === visitor.accountId && (await whatCame(link, now, look));
    return isAdded ? added : addAddressPage('over');
  };

  return {
    'POST /account/addresses': askByMail(deps),

    [`GET ${addressesPath}/:token`]: async (visit) => {
      const { visitor } = visit;
      // Not through the sign-in page and back: the store would then hold the token as the path to continue at.
      if (!visitor) return addAddressPage('signed-out');
      const { token, link, isTheirs } = await read({ ...visit, visitor });
      if (!link) return over({ ...visit, visitor });
      const more = { token, address: link.to.address, account: (await mainOf(visitor.accountId)) ?? '' };
      if (!isTheirs) return addAddressPage('other-person', more);
      return (await joins.ask(visitor.accountId, more)) ?? addAddressPage('ask', more);
    },

    'POST /account/addresses/:token': signedIn(async (visit) => {
      const { now, visitor } = visit;
      const { token, link, isTheirs } = await read(visit);
      if (!link) return over(visit);
      const more = { token, address: link.to.address, account: (await mainOf(visitor.accountId)) ?? '' };
      if (!isTheirs) return addAddressPage('other-person', more);
      const joined = await joins.answer(visit, more);
      if (joined) return joined;
      if (!(await links.use(token, now))) return over(visit);
      const outcome = await membership.add(visitor.accountId, link.to, now);
      if (outcome === 'full')
        return again(visit, {
          form: 'address',
          text: faultIn(visit.lang, 'maxAddresses', { n: maxAddresses }),
        });
      if (outcome === 'taken') return addAddressPage('taken', more);
      await notices.send(
        visitor.accountId,
        participantNotice(visit.lang, 'addressAdded', { address: link.to.address }),
        visit,
      );
      return added;
    }, accountPath),

    'POST /account/remove-address': signedIn(async (visit) => {
      const { visitor, fields } = visit;
      const { accountId } = visitor;
      const own = (await accounts.addresses(accountId)).filter(({ is_main }) => is_main === 0);
      const found = own.find(({ address }) => address === fields['address']);
      if (!found) throw new Refusal('not_found', 'This is not an address of your account, or the main one.');
      const { address } = found;
      // A form leads here, and not a link: no address of ours contains somebody's email address.
      if (fields['sure'] === undefined)
        return { name: 'remove-address', title: 'Remove an address?', data: { address } };
      await accounts.removeAddress(accountId, address);
      await links.end(address);
      await notices.send(
        accountId,
        participantNotice(visit.lang, 'addressRemoved', { address }),
        visit,
        address,
      );
      return { to: `${accountPath}?done=address-removed#addresses` };
    }, accountPath),

    'POST /account/main-address': signedIn(async (visit) => {
      const { visitor, fields } = visit;
      const { accountId } = visitor;
      const wanted = mailAddress(fields['address'] ?? '');
      const before = await mainOf(accountId);
      if (wanted === undefined) throw incomplete();
      if (wanted === before) return { to: accountPath };
      if (!(await accounts.setMain(accountId, wanted)))
        throw new Refusal('not_found', 'This is not an address of your account.');
      const notice = participantNotice(visit.lang, 'mainAddress', { address: wanted, before: before ?? '' });
      await notices.send(accountId, notice, visit, before);
      return { to: `${accountPath}?done=main#addresses` };
    }, accountPath),
  };
}
