/** Signing in by a mailed link, and out. */
import type { MailLimit } from '../mail/limited.ts';
import type { Mailer } from '../mail/mailer.ts';
import { emailAddress } from '../../src/contract/fields.ts';
import { isPopup, pathAfterSignIn } from '../http/opener-policy.ts';
import type { PageHandlers, Visit } from '../http/pages.ts';
import { Refusal } from '../http/refusal.ts';
import { languageCookie, languageOfRequest } from '../http/chosen-language.ts';
import { faultIn, isLanguage, mailWords, refusalIn } from '../languages.ts';
import { recipient } from '../mail-address.ts';
import { deviceOf } from './device.ts';
import type { Membership } from './membership.ts';
import type { MailedLinks } from './mailed-links.ts';
import type { Sessions } from './sessions.ts';
import { linkAnswer, linkGone, signInForm } from './sign-in-answers.ts';
import type { AccountStore } from './store.ts';

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

export function signInPages(deps: SignIn): PageHandlers {
  const { accounts, sessions, links, membership, mail, mailLimit, serviceName, baseUrl } = deps;
  const link = linkAnswer(deps);

  return {
    'GET /sign-in': ({ visitor, query }) => {
      const next = pathAfterSignIn(query['next']);
      // The popup signs in by itself, so members and strangers take the same way there.
      return visitor || isPopup(next) ? { to: next } : signInForm('form', next);
    },

    'POST /sign-in': async ({ fields, ip, now, lang: spoken }: Visit) => {
      const next = pathAfterSignIn(fields['next']);
      // The popup sends it, because it knows the language of the embed.
      const lang = typeof fields['lang'] === 'string' ? fields['lang'].slice(0, 35) : undefined;
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
        const link = await links.make(to, next, now);
        // The page of the link is in the language of the embed that led here.
        const values = { service: serviceName, link: isLanguage(lang) ? `${link}?lang=${lang}` : link };
        const subject = say('link.subject', values);
        // Members and strangers get the same mail, so the time it takes reveals nothing, and the page can say if it
        // fails. Apart from the link it contains no digit: a site that asks for the digits of a mail must find none.
        await mail.send(
          { to: to.address, subject, text: `${say('link.text', values)}\n`, lang: spoken },
          uncount,
        );
      } catch (error) {
        if (error instanceof Refusal && error.status < 500) return again(refusalIn(spoken, error), error);
        throw error;
      }
      return signInForm('sent', next, { to: read.data });
    },

    'GET /sign-in/:token': async (visit: Visit) => {
      const { params, now } = visit;
      const token = params['token'] ?? '';
      const found = await links.read(token, now);
      if (!found) return linkGone(links, token);
      return link({ token, address: found.to.address, next: found.next }, visit);
    },

    'POST /sign-in/:token': async (visit: Visit) => {
      const { params, fields, visitor, userAgent, now } = visit;
      const token = params['token'] ?? '';
      const found = await links.read(token, now);
      if (!found) return linkGone(links, token);
      const asksAge = await membership.mustSayAge(found.to.address);
      if (asksAge && fields['of_age'] === undefined)
        return link({ token, address: found.to.address, next: found.next }, visit, { isTooYoung: true });
      const used = await links.use(token, now);
      if (!used) return linkGone(links, token);
      const { accountId } = await membership.join(used.to, now, { isOfAge: asksAge });
      await accounts.confirm(accountId, now);
      await accounts.setLanguage(
        accountId,
        languageOfRequest(visit, { lang: fields['lang'], next: found.next }),
      );
      // The cookie is replaced, so nobody could end the session that it held.
      if (visitor) await sessions.close(visitor.session);
      const headers = await sessions.open(accountId, deviceOf(userAgent), now);
      const spoken = isLanguage(fields['lang']) ? [languageCookie(fields['lang'], baseUrl)] : [];
      return { to: used.next, headers: { ...headers, 'Set-Cookie': [...headers['Set-Cookie'], ...spoken] } };
    },

    'POST /sign-out': async ({ visitor, fields }: Visit) => ({
      to: fields['next'] === undefined ? '/' : pathAfterSignIn(fields['next']),
      ...(visitor && { headers: await sessions.close(visitor.session) }),
    }),
  };
}
