/** A person under 16 names a guardian, who agrees by a mailed link, and can end the account later. */
import { guardianPath, type GuardianPage } from '../../src/contract/guardian-page.ts';
import { emailAddress } from '../../src/contract/fields.ts';
import { languageOfRequest } from '../http/chosen-language.ts';
import type { PageAnswer, PageHandlers, Visit } from '../http/pages.ts';
import { Refusal } from '../http/refusal.ts';
import { faultIn, refusalIn } from '../languages.ts';
import { inboxOf, type MailAddress, recipient } from '../mail-address.ts';
import { agreedMail, askMail, guardedMail } from './guardian-mails.ts';
import type { Counted } from '../mail/limited.ts';
import type { GuardianLink, Guardians } from './guardians.ts';
import type { SignIn } from './pages.ts';
import { linkAnswer, linkGone } from './sign-in-answers.ts';

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

const addressField = emailAddress('the address of a parent or guardian');

const page = (data: GuardianPage, status = 200): PageAnswer => ({
  name: 'guardian',
  title: 'A young person’s account',
  ...(status !== 200 && { status }),
  data,
});

const over = page({ state: 'over' }, 404);

/** Counts a mail to a guardian. Returns the refusal, if there were too many. */
async function counted({ mail, mailLimit }: GuardianPages, address: MailAddress, { ip, now }: Visit) {
  try {
    mail.mustWork();
    return { counts: (await mailLimit({ purpose: 'guardian', address, ip }, now)).counts };
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error };
    throw error;
  }
}

/** The form on the page of a sign-in link: its reader has shown that they read their own mail. */
function askGuardian(deps: GuardianPages): PageHandlers[string] {
  const { links, membership, guardians, mail, mailChoices, serviceName } = deps;
  const answer = linkAnswer(deps);
  return async (visit) => {
    const { params, fields, now } = visit;
    const token = params['token'] ?? '';
    const found = await links.read(token, now);
    if (!found) return linkGone(links, token);
    const { to: person, next } = found;
    const link = { token, address: person.address, next };
    // An account that has answered the age question keeps its answer.
    if (!(await membership.mustSayAge(person.address))) return answer(link, visit);
    const given = addressField.safeParse(fields['email']);
    const guardian = given.success ? recipient(given.data)?.address : undefined;
    if (!guardian || inboxOf(guardian) === inboxOf(person.address))
      return answer(link, visit, { guardianFault: 'own' });
    const { counts, refusal } = await counted(deps, guardian, visit);
    // The link may be opened in another browser than the one in which somebody was led here.
    const lang = languageOfRequest(visit, { lang: fields['lang'], next });
    if (refusal)
      return answer(link, visit, { guardianFault: { text: refusalIn(lang, refusal) } }, refusal.status);
    // One link asks one guardian, so that nobody mails many people with it.
    if (!(await links.use(token, now))) return linkGone(links, token);
    const about = { person: person.address, link: guardians.askLink(person, guardian, now, lang) };
    await mail.sendLater({
      ...{ kind: 'notice', counts },
      mail: askMail({ ...{ to: guardian, serviceName, choices: mailChoices(guardian), lang }, ...about }),
    });
    return {
      name: 'guardian-asked',
      title: 'We asked your parent or guardian',
      lang,
      data: { address: person.address, guardian },
    };
  };
}

/** Mails a guardian the links to the accounts that they look after. */
type MailLinks = (
  to: MailAddress,
  lang: string,
  more: { isOwn: true } | Pick<Counted, 'counts'>,
) => Promise<void>;

/** For a guardian who lost the mail with the links. */
const findPages = (deps: GuardianPages, mailLinks: MailLinks): PageHandlers => ({
  [`GET ${guardianPath}`]: () => page({ state: 'find' }),

  'POST /guardian': async (visit) => {
    const given = addressField.safeParse(visit.fields['email']);
    const to = given.success ? recipient(given.data)?.address : undefined;
    const again = (fault: string, status = 400) => page({ state: 'find', fault }, status);
    if (!to) return again(faultIn(visit.lang, 'badAddress'));
    const { counts, refusal } = await counted(deps, to, visit);
    if (refusal) return again(refusalIn(visit.lang, refusal), refusal.status);
    // Every address gets a mail: the page does not tell who looks after an account.
    await mailLinks(to, visit.lang, { counts });
    return page({ state: 'sent' });
  },
});

export function guardianPages(deps: GuardianPages): PageHandlers {
  const { accounts, membership, guardians, mail, baseUrl, serviceName } = deps;

  const mainOf = async (accountId: number) => (await accounts.mainProfile(accountId))?.address;

  const mailLinks: MailLinks = async (to, lang, more) =>
    mail.sendLater({
      ...{ kind: 'notice', ...more },
      mail: guardedMail({
        ...{ to, lang, serviceName, page: `${baseUrl}${guardianPath}` },
        accounts: (await guardians.accountsOf(to)).map(({ account_id: accountId, address }) => ({
          ...{ person: address, link: guardians.accountLink(accountId, to) },
        })),
      }),
    });

  /** The account that a question led to: the same link shows it, once the guardian has agreed. */
  const accountOf = async (link: GuardianLink): Promise<number | undefined> => {
    if (link.kind === 'account') return link.accountId;
    const accountId = await membership.accountOf(link.to.address);
    const theirs = accountId === undefined ? [] : await guardians.accountsOf(link.guardian);
    return theirs.find((one) => one.account_id === accountId)?.account_id;
  };

  const show = async (token: string, link: GuardianLink, fault?: string): Promise<PageAnswer> => {
    const accountId = await accountOf(link);
    if (accountId !== undefined)
      return page({
        ...{ state: 'account', token, person: (await mainOf(accountId)) ?? '' },
        contributions: await deps.contributionsOf(accountId),
      });
    if (link.kind === 'account') return over;
    // The person has said meanwhile that they are old enough.
    if (!(await membership.mustSayAge(link.to.address))) return over;
    return page(
      { state: 'ask', token, person: link.to.address, ...(fault !== undefined && { fault }) },
      fault === undefined ? 200 : 400,
    );
  };

  const agree = async (link: GuardianLink, { now, lang }: Visit): Promise<void> => {
    if (link.kind === 'account' || !(await membership.mustSayAge(link.to.address))) return;
    await membership.join(link.to, now, {
      ...{ isOfAge: false, guardian: guardians.stored(link.guardian), lang: link.lang },
    });
    await mailLinks(link.guardian, lang, { isOwn: true });
    const told = agreedMail({
      to: link.to.address,
      lang: link.lang,
      serviceName,
      page: `${baseUrl}/sign-in`,
    });
    await mail.sendLater({ kind: 'notice', isOwn: true, mail: told });
  };

  return {
    'POST /sign-in/:token/guardian': askGuardian(deps),

    ...findPages(deps, mailLinks),

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
      if (fields['act'] === 'agree') {
        if (fields['is_guardian'] === undefined)
          return show(token, link, faultIn(visit.lang, 'tickGuardian'));
        await agree(link, visit);
        return { to: `${guardianPath}/${token}` };
      }
      const accountId = await accountOf(link);
      if (accountId === undefined) return over;
      if (fields['act'] === 'end') {
        await deps.end(accountId, now);
        return page({ state: 'ended' });
      }
      if (fields['act'] === 'release') {
        await guardians.release(accountId, now);
        return page({ state: 'released' });
      }
      throw new Refusal('invalid', 'This form is not complete; open the page again.');
    },
  };
}
