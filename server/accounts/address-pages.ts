/** Further addresses of an account: each is verified by a link in its own mail. The main one gets our notices. */
import { type AccountCounts, accountPath, addressesPath } from '../../src/contract/account-page.ts';
import { emailAddress } from '../../src/contract/fields.ts';
import type { PageHandlers, Visit } from '../http/pages.ts';
import { Refusal } from '../http/refusal.ts';
import { signedIn } from '../http/signed-in.ts';
import { faultIn, mailWords } from '../languages.ts';
import type { MailLimit } from '../mail/limited.ts';
import type { Mailer } from '../mail/mailer.ts';
import { type MailAddress, mailAddress, recipient } from '../mail-address.ts';
import type { AccountAgain } from './account-pages.ts';
import type { AccountJoining } from './join-accounts.ts';
import { addAddressPage as page, joinByLink } from './join-pages.ts';
import type { MailedLinks } from './mailed-links.ts';
import type { Membership } from './membership.ts';
import { type Notices, participantNotice } from './notices.ts';
import type { AccountStore } from './store.ts';

export type AddressPages = {
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

/** Addresses per account. */
export const maxAddresses = 10;

const addressField = emailAddress('the address to add');

/** Sends a link to an address that a person wants to add. */
function askByMail(deps: AddressPages): PageHandlers[string] {
  const { accounts, links, mail, mailLimit, mailChoices, serviceName, again } = deps;
  return signedIn(async (visit) => {
    const { visitor, fields, ip, now, lang } = visit;
    const refuse = (text: string) => again(visit, { form: 'address', text });
    const given = addressField.safeParse(fields['email']);
    if (!given.success) return refuse(faultIn(lang, 'badAddress'));
    const to = recipient(given.data);
    if (!to) return refuse(faultIn(lang, 'notMailable'));
    const own = await accounts.addresses(visitor.accountId);
    if (own.some(({ address }) => address === to.address)) return refuse(faultIn(lang, 'ownAddress'));
    if (own.length >= maxAddresses) return refuse(faultIn(lang, 'maxAddresses', { n: maxAddresses }));
    mail.mustWork();
    const { counts } = await mailLimit({ purpose: 'add-address', address: to.address, ip }, now);
    const link = await links.make(to, accountPath, now, visitor.accountId);
    // The reply and the mail are the same for every address: only its own reader learns whether it has an account.
    const say = mailWords(lang);
    const values = { service: serviceName, link, choices: mailChoices(to.address) };
    const [subject, text] = [say('add.subject', values), `${say('add.text', values)}\n`];
    await mail.sendLater({ kind: 'link', mail: { to: to.address, subject, text, lang }, counts });
    return { to: `${accountPath}?done=sent#addresses` };
  }, accountPath);
}

export function addressPages(deps: AddressPages): PageHandlers {
  const { accounts, membership, links, notices } = deps;
  const joins = joinByLink(deps);

  const mainOf = async (accountId: number) => (await accounts.mainProfile(accountId))?.address;

  /** The address of a link, for the person who asked for it. */
  const read = async ({ params, visitor, now }: Visit & { visitor: { accountId: number } }) => {
    const token = params['token'] ?? '';
    const link = await links.read(token, now);
    return { token, link, isTheirs: link?.accountId === visitor.accountId };
  };

  return {
    'POST /account/addresses': askByMail(deps),

    [`GET ${addressesPath}/:token`]: async (visit) => {
      const { visitor } = visit;
      // Not through the sign-in page and back: the store would then hold the token as the path to continue at.
      if (!visitor) return page('signed-out');
      const { token, link, isTheirs } = await read({ ...visit, visitor });
      if (!link) return page('over');
      const more = { token, address: link.to.address, account: (await mainOf(visitor.accountId)) ?? '' };
      if (!isTheirs) return page('other-person', more);
      return (await joins.ask(visitor.accountId, more)) ?? page('ask', more);
    },

    'POST /account/addresses/:token': signedIn(async (visit) => {
      const { now, visitor } = visit;
      const { token, link, isTheirs } = await read(visit);
      if (!link) return page('over');
      const more = { token, address: link.to.address, account: (await mainOf(visitor.accountId)) ?? '' };
      if (!isTheirs) return page('other-person', more);
      const joined = await joins.answer(visit, more);
      if (joined) return joined;
      if (!(await links.use(token, now))) return page('over');
      if (!(await membership.add(visitor.accountId, link.to, now))) return page('taken', more);
      await notices.send(
        visitor.accountId,
        participantNotice(visit.lang, 'addressAdded', { address: link.to.address }),
        visit,
      );
      return { to: `${accountPath}?done=added#addresses` };
    }, accountPath),

    'POST /account/remove-address': signedIn(async (visit) => {
      const { visitor, fields } = visit;
      const { accountId } = visitor;
      const own = (await accounts.addresses(accountId)).filter(({ is_main }) => is_main === 0);
      const found = own.find(({ address }) => address === fields['address']);
      if (!found) throw new Refusal('not_found', 'This is not an address of your account, or the main one.');
      const { address } = found;
      // A form leads here, and not a link: no address of ours contains somebody's e-mail address.
      if (fields['sure'] === undefined)
        return { name: 'remove-address', title: 'Remove an address?', data: { address } };
      await accounts.removeAddress(accountId, address);
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
      const wanted = typeof fields['address'] === 'string' ? mailAddress(fields['address']) : undefined;
      const before = await mainOf(accountId);
      if (wanted === undefined)
        throw new Refusal('invalid', 'This form is not complete; open the page again.');
      if (wanted === before) return { to: accountPath };
      if (!(await accounts.setMain(accountId, wanted)))
        throw new Refusal('not_found', 'This is not an address of your account.');
      const notice = participantNotice(visit.lang, 'mainAddress', { address: wanted, before: before ?? '' });
      await notices.send(accountId, notice, visit, before);
      return { to: `${accountPath}?done=main#addresses` };
    }, accountPath),
  };
}
