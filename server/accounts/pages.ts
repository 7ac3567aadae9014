/** Signing in by a mailed link, and out. */
import type { MailLimit } from '../mail/limited.ts';
import type { Mailer } from '../mail/mailer.ts';
import { emailAddress } from '../../src/contract/fields/kinds.ts';
import type { PageAnswer, PageHandlers, Visit, Visitor } from '../http/pages.ts';
import { Refusal } from '../http/refusal.ts';
import { languageCookie, languageOfRequest } from '../http/chosen-language.ts';
import { faultIn, isLanguage, mailWords, refusalIn } from '../text/languages.ts';
import { signedIn } from '../http/signed-in.ts';
import { networksOf } from '../limits/network.ts';
import { type MailAddress, recipient } from '../text/mail-address.ts';
import { newToken, sha256 } from '../secrets/secrets.ts';
import { isPopup, pathAfterSignIn } from './after-sign-in.ts';
import { deviceOf } from './device.ts';
import type { Membership } from './membership.ts';
import { type MailedLinks, whatCame } from './mailed-links.ts';
import type { Sessions } from './sessions.ts';
import type { AccountStore } from './store.ts';
import { operatorPath } from '../../src/contract/pages/operator.ts';
import {
  meAddress,
  type SignInLinkPage,
  type SignInPage,
  startPath,
  waitingPath,
} from '../../src/contract/pages/sign-in.ts';
import { areDigitsOf, digitsOf, type WaitingDevice, waitingSession, waitingToken } from './waiting-device.ts';

/** The form that asks for a link, or what follows it. */
const signInForm = (
  state: SignInPage['state'],
  next: string,
  more: Pick<SignInPage, 'fault' | 'known' | 'lang' | 'to' | 'waiting'> = {},
  refusal?: Refusal,
): PageAnswer => ({
  name: 'sign-in',
  title: { form: 'Sign in', sent: 'Check your email', there: 'Continue on the other device' }[state],
  ...((more.fault ?? more.known) && { status: refusal?.status ?? 400 }),
  ...(refusal?.retryAfter && { headers: { 'Retry-After': String(refusal.retryAfter) } }),
  data: { state, next, ...more },
});

/** Offers a new link in place of one that has ended, to the same place: a popup, however, is not open any more. */
export async function linkGone(
  { find }: Pick<SignIn['links'], 'find'>,
  token: string,
  now: number,
): Promise<PageAnswer> {
  const next = (await find(token, now))?.next ?? startPath;
  return signInForm('form', isPopup(next) ? startPath : next, { known: 'linkGone' });
}

/** Where the work of each role is. */
const homes = { none: meAddress, editor: '/review', operator: operatorPath };

/** The session that a press of the page's button opens: a second press of the same page, the same. */
const sessionOf = (token: string, press: string | undefined): string | undefined =>
  press === undefined || press.length < 20 ? undefined : sha256(`${token} ${press}`);

type AskedLink = { token: string; address: MailAddress; next: string; waiting?: WaitingDevice };

/**
 * The page of a mailed link. It names both accounts: a link that an attacker requested would sign its reader in to the
 * attacker's account, and everything that they do from then on would be credited to the attacker (login CSRF).
 */
export function linkAnswer({ accounts, membership }: Pick<SignIn, 'accounts' | 'membership'>) {
  const nameOf = async ({ accountId, name }: Visitor) =>
    (await accounts.mainProfile(accountId))?.address ?? name;
  return async (
    { token, address, next, waiting }: AskedLink,
    visit: Visit,
    fault: Pick<SignInLinkPage, 'guardianFault' | 'wrongDigits'> = {},
    status = Object.keys(fault).length > 0 ? 400 : 200,
  ) => {
    const { visitor, query, fields } = visit;
    const lang = fields['lang'] ?? query['lang'];
    const account = await membership.accountOf(address);
    const isNew = account === undefined;
    const asksAge = await membership.mustSayAge(address);
    const present = visitor && { name: await nameOf(visitor), isSame: account === visitor.accountId };
    return {
      name: 'sign-in-link',
      title: isNew ? 'Create your profile' : 'Sign in',
      status,
      // The link may be opened in another browser than the one in which somebody was led here.
      lang: languageOfRequest(visit, { lang, next }),
      data: {
        token,
        press: newToken(),
        next,
        isNew,
        asksAge,
        address,
        ...(present && { present }),
        ...(waiting && { mayBeElsewhere: true as const }),
        ...fault,
        ...(isLanguage(lang) && { lang }),
      },
    } satisfies PageAnswer;
  };
}

const shownWaiting = (secret: string) => ({ secret, digits: digitsOf(waitingSession(secret)) });

export type SignIn = {
  accounts: AccountStore;
  sessions: Sessions;
  links: MailedLinks;
  membership: Membership;
  mail: Mailer;
  mailLimit: MailLimit;
  serviceName: string;
  baseUrl: string;
};

const address = emailAddress('the address to sign in with');

/** The form that asks for a link, the page that waits for it, and signing out. */
function askingPages({ sessions, links, mail, mailLimit, serviceName }: SignIn): PageHandlers {
  return {
    'GET /sign-in': {
      keepsOpener: ({ next }) => isPopup(pathAfterSignIn(next)),
      answer: ({ visitor, query }) => {
        const next = pathAfterSignIn(query['next']);
        // The popup signs in by itself, so members and strangers take the same way there.
        return visitor || isPopup(next) ? { to: next } : signInForm('form', next);
      },
    },

    [`GET ${startPath}`]: signedIn(({ visitor }) => ({ to: homes[visitor.role] })),

    'POST /sign-in': {
      keepsOpener: true,
      answer: async ({ fields, ip, userAgent, now, lang: spoken }: Visit) => {
        const next = pathAfterSignIn(fields['next']);
        const secret = newToken();
        // The popup sends it, because it knows the language of the embed.
        const lang = fields['lang']?.slice(0, 35);
        const led = lang === undefined ? {} : { lang };
        const again = (fault: string, refusal?: Refusal) =>
          signInForm('form', next, { fault, ...led }, refusal);
        const read = address.safeParse(fields['email']);
        if (!read.success) return signInForm('form', next, { known: 'badAddress', ...led });
        const to = recipient(read.data);
        if (!to) return again(faultIn(spoken, 'notMailable'));
        const say = mailWords(spoken);
        mail.mustWork();
        try {
          const { uncount } = await mailLimit({ purpose: 'sign-in', address: to.address, ip }, now);
          const waiting = { session: waitingSession(secret), device: deviceOf(userAgent) };
          // The usual place is left out: the release before, which may open the link, has none of that name.
          const link = await links.make(to, now, { ...(next !== startPath && { next }), waiting });
          // The page of the link is in the language of the embed that led here.
          const values = { service: serviceName, link: isLanguage(lang) ? `${link}?lang=${lang}` : link };
          const subject = say('link.subject', values);
          // Members and strangers get the same mail, so the time it takes reveals nothing, and the page can say if it
          // fails. Apart from the link it contains no digit: a site that asks for the digits of a mail must find none.
          await mail.send(
            { to: to.address, subject, text: `${say('link.text', values)}\n`, lang: spoken },
            networksOf(ip),
            uncount,
          );
        } catch (error) {
          if (error instanceof Refusal && error.status < 500) return again(refusalIn(spoken, error), error);
          throw error;
        }
        return signInForm('sent', next, { to: read.data, waiting: shownWaiting(secret) });
      },
    },

    // A script asks again and again, and a person without scripts by a button.
    [`POST ${waitingPath}`]: {
      keepsOpener: true,
      answer: async ({ fields, now }: Visit) => {
        const next = pathAfterSignIn(fields['next']);
        const secret = fields['secret'] ?? '';
        const headers = secret.length < 20 ? undefined : await sessions.again(waitingToken(secret), now);
        if (headers) return { to: next, headers };
        if (fields['by'] === 'script') return { json: { result: 'success', is_waiting: true } };
        return signInForm('sent', next, { waiting: shownWaiting(secret) });
      },
    },

    'POST /sign-out': {
      keepsOpener: true,
      answer: async ({ visitor, fields }: Visit) => ({
        to: fields['next'] === undefined ? '/' : pathAfterSignIn(fields['next']),
        ...(visitor && { headers: await sessions.close(visitor.session) }),
      }),
    },
  };
}

/** The page of the mailed link, and its buttons. */
function linkPages(deps: SignIn): PageHandlers {
  const { accounts, sessions, links, membership, baseUrl } = deps;
  const link = linkAnswer(deps);

  /** For a link that is used up or expired: leads on whoever is signed in by it, and offers others a new one. */
  const leadOn = async (token: string, { visitor, fields, now }: Visit): Promise<PageAnswer> => {
    const mailed = await links.find(token, now);
    if (visitor && mailed && (await membership.accountOf(mailed.to.address)) === visitor.accountId)
      return { to: mailed.next };
    const session = sessionOf(token, fields['press']);
    const headers = session && mailed && (await whatCame(mailed, now, () => sessions.again(session, now)));
    if (headers) return { to: mailed.next, headers };
    return linkGone(links, token, now);
  };

  /** The same for somebody who typed the digits of another device. */
  const leadThere = async (token: string, { fields, now }: Visit): Promise<PageAnswer> => {
    const mailed = await links.find(token, now);
    const { session } = mailed?.waiting ?? {};
    if (!mailed || session === undefined || !areDigitsOf(session, fields['digits'] ?? ''))
      return linkGone(links, token, now);
    const isOpen = await whatCame(
      mailed,
      now,
      async () => (await sessions.isOpen(session, now)) || undefined,
    );
    return isOpen ? signInForm('there', mailed.next) : linkGone(links, token, now);
  };

  return {
    'GET /sign-in/:token': async (visit: Visit) => {
      const { params, now } = visit;
      const token = params['token'] ?? '';
      const mailed = await links.read(token, now);
      if (!mailed) return leadOn(token, visit);
      return link({ ...mailed, token, address: mailed.to.address }, visit);
    },

    'POST /sign-in/:token': async (visit: Visit) => {
      const { params, fields, visitor, userAgent, now } = visit;
      const token = params['token'] ?? '';
      const elsewhere = (fields['there'] ?? fields['digits']) !== undefined;
      const mailed = await links.read(token, now);
      if (!mailed) return elsewhere ? leadThere(token, visit) : leadOn(token, visit);
      const question = { ...mailed, token, address: mailed.to.address };
      const { waiting } = mailed;
      if (elsewhere && !(waiting && areDigitsOf(waiting.session, fields['digits'] ?? '')))
        return link(question, visit, { wrongDigits: fields['digits'] ?? '' });
      const asksAge = await membership.mustSayAge(mailed.to.address);
      if (asksAge && fields['of_age'] === undefined) return link(question, visit, {}, 400);
      const used = await links.use(token, now);
      if (!used) return elsewhere ? leadThere(token, visit) : leadOn(token, visit);
      const { accountId } = await membership.join(used.to, now, { isOfAge: asksAge });
      await accounts.confirm(accountId, now);
      await accounts.setLanguage(
        accountId,
        languageOfRequest(visit, { lang: fields['lang'], next: mailed.next }),
      );
      if (elsewhere && waiting) {
        await sessions.openWaiting(accountId, waiting, now);
        return signInForm('there', used.next);
      }
      // The cookie is replaced, so nobody could end the session that it held.
      if (visitor) await sessions.close(visitor.session);
      const headers = await sessions.open(
        accountId,
        deviceOf(userAgent),
        now,
        sessionOf(token, fields['press']),
      );
      const spoken = isLanguage(fields['lang']) ? [languageCookie(fields['lang'], baseUrl)] : [];
      return { to: used.next, headers: { ...headers, 'Set-Cookie': [...headers['Set-Cookie'], ...spoken] } };
    },
  };
}

export const signInPages = (deps: SignIn): PageHandlers => ({ ...askingPages(deps), ...linkPages(deps) });
