/** A person under 16 names a guardian, who agrees by a mailed link, and can end the account later. */
import { guardianPath, type GuardianPage } from '../../../src/contract/pages/guardian.ts';
import { emailAddress } from '../../../src/contract/fields/kinds.ts';
import { languageOfRequest } from '../../http/chosen-language.ts';
import type { PageAnswer, PageHandler, PageHandlers, Visit } from '../../http/pages.ts';
import { incomplete } from '../../http/bodies/form-fields.ts';
import { Refusal } from '../../http/refusal.ts';
import { faultIn, refusalIn } from '../../text/languages.ts';
import { inboxOf, type MailAddress, recipient } from '../../text/mail-address.ts';
import type { Mail } from '../../mail/mailer.ts';
import { agreedMail, askMail, guardedMail } from './guardian-mails.ts';
import type { Counted } from '../../mail/limited.ts';
import type { GuardianLink, Guardians } from './guardians.ts';
import { noticeSender } from '../notices.ts';
import { linkAnswer, linkGone, type SignIn } from '../pages.ts';

export type GuardianPages = Pick<
  SignIn,
  'accounts' | 'links' | 'membership' | 'mail' | 'mailLimit' | 'serviceName'
> & {
  guardians: Guardians;
  mailChoices: (address: MailAddress) => string;
  baseUrl: string;
  /** The number of contributions that are credited to an account. */
  contributionsOf: (accountId: number) => Promise<number>;
  /** Ends an account for good. */
  end: (accountId: number, now: number) => Promise<void>;
};

type AskedGuardian = Extract<GuardianLink, { kind: 'asked' }>;

const addressField = emailAddress('the address of a parent or guardian');

const page = (data: GuardianPage, status = 200): PageAnswer => ({
  name: 'guardian',
  title: 'A young person’s account',
  ...(status !== 200 && { status }),
  data,
});

const over = page({ state: 'over' }, 404);

/** Counts a mail to a guardian. Returns the refusal, if there were too many. */
async function counted(
  { mail, mailLimit }: GuardianPages,
  address: MailAddress,
  { ip, now }: Visit,
): Promise<Counted | { refusal: Refusal }> {
  try {
    mail.mustWork();
    return await mailLimit({ purpose: 'guardian', address, ip }, now);
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error };
    throw error;
  }
}

/** The form on the page of a sign-in link: its reader has shown that they read their own mail. */
function askGuardian(deps: GuardianPages): PageHandler {
  const { links, membership, guardians, mail, mailChoices, serviceName } = deps;
  const answer = linkAnswer(deps);
  return async (visit) => {
    const { params, fields, now } = visit;
    const token = params['token'] ?? '';
    const question = await links.read(token, now);
    if (!question) return linkGone(links, token, now);
    const { to: person, next } = question;
    const link = { token, address: person.address, next };
    // An account that has answered the age question keeps its answer.
    if (!(await membership.mustSayAge(person.address))) return answer(link, visit);
    const result = addressField.safeParse(fields['email']);
    const guardian = result.success ? recipient(result.data)?.address : undefined;
    if (!guardian || inboxOf(guardian) === inboxOf(person.address))
      return answer(link, visit, { guardianFault: 'own' });
    const count = await counted(deps, guardian, visit);
    // The link may be opened in another browser than the one in which somebody was led here.
    const lang = languageOfRequest(visit, { lang: fields['lang'], next });
    if ('refusal' in count) {
      const text = refusalIn(lang, count.refusal);
      return answer(link, visit, { guardianFault: { text } }, count.refusal.status);
    }
    // One link asks one guardian, so that nobody mails many people with it.
    if (!(await links.use(token, now))) {
      await count.uncount('unreachable');
      return linkGone(links, token, now);
    }
    const about = { link: await guardians.askLink(person, guardian, now, lang) };
    await mail.sendLater({
      kind: 'notice',
      counts: count.counts,
      mail: askMail({ to: guardian, serviceName, choices: mailChoices(guardian), lang, ...about }),
    });
    return {
      name: 'guardian-asked',
      title: 'We asked your parent or guardian',
      lang,
      data: { address: person.address, guardian },
    };
  };
}

/** The mail to a guardian with the links to the accounts that they look after. */
type LinksMail = (to: MailAddress, lang: string) => Promise<Mail>;

/** For a guardian who lost the mail with the links. */
const findPages = (deps: GuardianPages, linksMail: LinksMail): PageHandlers => ({
  [`GET ${guardianPath}`]: () => page({ state: 'find' }),

  'POST /guardian': async (visit) => {
    const result = addressField.safeParse(visit.fields['email']);
    const to = result.success ? recipient(result.data)?.address : undefined;
    const again = (fault: string, status = 400) => page({ state: 'find', fault }, status);
    if (!to) return again(faultIn(visit.lang, 'badAddress'));
    const count = await counted(deps, to, visit);
    if ('refusal' in count) return again(refusalIn(visit.lang, count.refusal), count.refusal.status);
    // Every address gets a mail: the page does not tell who looks after an account.
    const { counts } = count;
    await deps.mail.sendLater({ kind: 'notice', counts, mail: await linksMail(to, visit.lang) });
    return page({ state: 'sent' });
  },
});

export function guardianPages(deps: GuardianPages): PageHandlers {
  const { accounts, membership, guardians, baseUrl, serviceName } = deps;
  const tell = noticeSender(deps);

  const mainOf = async (accountId: number) => (await accounts.mainProfile(accountId))?.address;

  const linksMail: LinksMail = async (to, lang) =>
    guardedMail({
      to,
      lang,
      serviceName,
      page: `${baseUrl}${guardianPath}`,
      accounts: (await guardians.accountsOf(to)).map(({ account_id: accountId, address }) => ({
        person: address,
        link: `${baseUrl}${guardians.accountPage(accountId, to)}`,
      })),
    });

  /** Leads from a question that was answered to its account, as long as its guardian looks after it. */
  const answered = async ({ to, guardian }: AskedGuardian): Promise<PageAnswer> => {
    const accountId = await membership.accountOf(to.address);
    const theirs = accountId === undefined ? [] : await guardians.accountsOf(guardian);
    const account = theirs.find((one) => one.account_id === accountId);
    return account ? { to: guardians.accountPage(account.account_id, guardian) } : over;
  };

  const show = async (token: string, link: GuardianLink, fault?: string): Promise<PageAnswer> => {
    if (link.kind === 'account')
      return page({
        state: 'account',
        token,
        person: (await mainOf(link.accountId)) ?? '',
        contributions: await deps.contributionsOf(link.accountId),
      });
    // The person may have said meanwhile that they are old enough.
    if (!link.isOpen || !(await membership.mustSayAge(link.to.address))) return answered(link);
    return page(
      { state: 'ask', token, person: link.to.address, ...(fault !== undefined && { fault }) },
      fault === undefined ? 200 : 400,
    );
  };

  const agree = async (token: string, { to, guardian, lang }: AskedGuardian, visit: Visit): Promise<void> => {
    const { now } = visit;
    // Before the account is made: if the process ends in between, a new mail asks again. In the other order, a second
    // press could make the account again after its deletion, and end an objection.
    if (!(await guardians.answer(token, now)) || !(await membership.mustSayAge(to.address))) return;
    await membership.join(to, now, { isOfAge: false, guardian: guardians.stored(guardian), lang });
    await tell(await linksMail(guardian, visit.lang), visit);
    await tell(agreedMail({ to: to.address, lang, serviceName, page: `${baseUrl}/sign-in` }), visit);
  };

  return {
    'POST /sign-in/:token/guardian': askGuardian(deps),

    ...findPages(deps, linksMail),

    [`GET ${guardianPath}/:token`]: async ({ params, now }) => {
      const token = params['token'] ?? '';
      const link = await guardians.read(token, now);
      return link ? show(token, link) : over;
    },

    'POST /guardian/:token': async (visit) => {
      const { params, fields, now } = visit;
      const token = params['token'] ?? '';
      const link = await guardians.read(token, now);
      if (!link) return over;
      if (link.kind === 'asked') {
        if (fields['act'] !== 'agree') return over;
        if (fields['is_guardian'] === undefined)
          return show(token, link, faultIn(visit.lang, 'tickGuardian'));
        await agree(token, link, visit);
        // A second press of the button, at the same moment, finds the account there, too.
        return { to: `${guardianPath}/${token}` };
      }
      const { accountId } = link;
      if (fields['act'] === 'end') {
        await deps.end(accountId, now);
        return page({ state: 'ended' });
      }
      if (fields['act'] === 'release') {
        await guardians.release(accountId, now);
        return page({ state: 'released' });
      }
      throw incomplete();
    },
  };
}
