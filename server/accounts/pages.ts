/** Signing in by a mailed link, and out. */
import type { MailLimit } from '../mail/limited.ts';
import type { Mailer } from '../mail/mailer.ts';
import { emailAddress } from '../../src/contract/fields.ts';
import { isPopup, pathAfterSignIn } from '../http/opener-policy.ts';
import type { PageAnswer, PageHandlers, Visit, Visitor } from '../http/pages.ts';
import { Refusal } from '../http/refusal.ts';
import { consentWords, languageOf, languageTowards, mailWords, speaking } from '../languages.ts';
import { type MailAddress, notMailable, recipient } from '../mail-address.ts';
import { deviceOf } from './device.ts';
import type { Membership } from './membership.ts';
import type { MailedLinks } from './mailed-links.ts';
import type { Sessions } from './sessions.ts';
import type { AccountStore } from './store.ts';

export type SignIn = {
  accounts: AccountStore;
  sessions: Sessions;
  links: MailedLinks;
  membership: Membership;
  mail: Mailer;
  mailLimit: MailLimit;
  serviceName: string;
};

const address = emailAddress('the address to sign in with');

const form = (
  state: 'form' | 'sent',
  next: string,
  fault?: string,
  lang?: string,
  refusal?: Refusal,
): PageAnswer => ({
  name: 'sign-in',
  title: consentWords(languageTowards(next))(state === 'sent' ? 'sent.title' : 'link.signIn'),
  ...(fault && { status: refusal?.status ?? 400 }),
  ...(refusal?.retryAfter && { headers: { 'Retry-After': String(refusal.retryAfter) } }),
  data: { state, next, ...(fault && { fault }), ...(lang !== undefined && { lang }), ...speaking(next) },
});

const linkGone = 'This link was used already, or is older than half an hour. Ask for a new one.';

/**
 * The page of a mailed link. It names both accounts: a link that an attacker requested would sign its reader in to the
 * attacker's account, and everything that they do from then on would be credited to the attacker (login CSRF).
 */
function linkPage({ accounts, membership }: Pick<SignIn, 'accounts' | 'membership'>) {
  const nameOf = async ({ accountId, name }: Visitor) =>
    (await accounts.mainProfile(accountId))?.address ?? name;
  return async (
    { token, address, next }: { token: string; address: MailAddress; next: string },
    visitor: Visitor | undefined,
    fault?: string,
  ) => {
    const say = consentWords(languageTowards(next));
    const account = await membership.accountOf(address);
    const isNew = account === undefined;
    const asksAge = await membership.mustSayAge(address);
    const present = visitor && { name: await nameOf(visitor), isSame: account === visitor.accountId };
    return {
      name: 'sign-in-link',
      title: say(isNew ? 'link.create' : 'link.signIn'),
      ...(fault && { status: 400 }),
      data: {
        ...{ token, isNew, asksAge, address },
        ...(present && { present }),
        ...(fault && { fault }),
        ...speaking(next),
      },
    } satisfies PageAnswer;
  };
}

export function signInPages(deps: SignIn): PageHandlers {
  const { accounts, sessions, links, membership, mail, mailLimit, serviceName } = deps;
  const link = linkPage(deps);

  return {
    'GET /sign-in': ({ visitor, query }) => {
      const next = pathAfterSignIn(query['next']);
      // The popup signs in by itself, so members and strangers take the same way there.
      return visitor || isPopup(next) ? { to: next } : form('form', next);
    },

    'POST /sign-in': async ({ fields, ip, now }: Visit) => {
      const next = pathAfterSignIn(fields['next']);
      // Of the popup, which knows the language of the embed.
      const lang = typeof fields['lang'] === 'string' ? fields['lang'].slice(0, 35) : undefined;
      const again = (fault: string, refusal?: Refusal) => form('form', next, fault, lang, refusal);
      const read = address.safeParse(fields['email']);
      if (!read.success) return again(consentWords(languageTowards(next))('fault.address'));
      const to = recipient(read.data);
      if (!to) return again(`This address ${notMailable}.`);
      const say = mailWords(lang);
      try {
        const { uncount } = await mailLimit({ purpose: 'sign-in', address: to.address, ip }, now);
        const link = await links.make(to, next, now);
        const values = { service: serviceName, link };
        const subject = say('link.subject', values);
        // Members and strangers get the same mail, so the time it takes reveals nothing, and the page can say if it
        // fails. Apart from the link it contains no digit: a site that asks for the digits of a mail must find none.
        await mail.send(
          { to: to.address, subject, text: `${say('link.text', values)}\n`, lang: languageOf(lang) },
          uncount,
        );
      } catch (error) {
        if (error instanceof Refusal && error.status < 500) return again(error.message, error);
        throw error;
      }
      return form('sent', next);
    },

    'GET /sign-in/:token': async ({ params, visitor, now }: Visit) => {
      const token = params['token'] ?? '';
      const found = await links.read(token, now);
      if (!found) return form('form', '/me', linkGone);
      return link({ token, address: found.to.address, next: found.next }, visitor);
    },

    'POST /sign-in/:token': async ({ params, fields, visitor, userAgent, now }: Visit) => {
      const token = params['token'] ?? '';
      const found = await links.read(token, now);
      if (!found) return form('form', '/me', linkGone);
      const asksAge = await membership.mustSayAge(found.to.address);
      if (asksAge && fields['of_age'] === undefined)
        return link(
          { token, address: found.to.address, next: found.next },
          visitor,
          consentWords(languageTowards(found.next))('fault.young'),
        );
      const used = await links.use(token, now);
      if (!used) return form('form', '/me', linkGone);
      const { accountId } = await membership.join(used.to, now, { isOfAge: asksAge });
      await accounts.confirm(accountId, now);
      // The cookie is replaced, so nobody could end the session that it held.
      if (visitor) await sessions.close(visitor.session);
      return { to: used.next, headers: await sessions.open(accountId, deviceOf(userAgent), now) };
    },

    'POST /sign-out': async ({ visitor, fields }: Visit) => ({
      to: fields['next'] === undefined ? '/' : pathAfterSignIn(fields['next']),
      ...(visitor && { headers: await sessions.close(visitor.session) }),
    }),
  };
}
