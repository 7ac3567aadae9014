/** Signing in by a mailed link, and out. */
import type { MailLimit } from '../mail/limited.ts';
import type { Mailer } from '../mail/mailer.ts';
import { emailAddress } from '../../src/contract/fields.ts';
import type { PageAnswer, PageHandlers, Visit } from '../http/pages.ts';
import { Refusal } from '../http/refusal.ts';
import { mailWords } from '../languages.ts';
import type { Membership } from './membership.ts';
import { linkMinutes, type SignInLinks } from './sign-in-links.ts';
import type { Sessions } from './sessions.ts';
import type { AccountStore } from './store.ts';

export type SignIn = {
  accounts: AccountStore;
  sessions: Sessions;
  links: SignInLinks;
  membership: Membership;
  mail: Mailer;
  mailLimit: MailLimit;
  serviceName: string;
};

const address = emailAddress('the address to sign in with');

export function signInPages({
  accounts,
  sessions,
  links,
  membership,
  mail,
  mailLimit,
  serviceName,
}: SignIn): PageHandlers {
  const form = (state: 'form' | 'sent', next: string, fault?: string, lang?: string): PageAnswer => ({
    name: 'sign-in',
    title: state === 'sent' ? 'Look into your mail' : 'Sign in',
    ...(fault && { status: 400 }),
    data: { state, next, ...(fault && { fault }), ...(lang !== undefined && { lang }) },
  });
  const link = (token: string, isNew: boolean, fault?: string): PageAnswer => ({
    name: 'sign-in-link',
    title: isNew ? 'Create your profile' : 'Sign in',
    ...(fault && { status: 400 }),
    data: { token, isNew, ...(fault && { fault }) },
  });
  const linkGone = 'This link was used already, or is older than half an hour. Ask for a new one.';

  return {
    'GET /sign-in': ({ visitor, query }) =>
      visitor ? { to: ourPath(query['next']) } : form('form', ourPath(query['next'])),

    'POST /sign-in': async ({ fields, ip, now }: Visit) => {
      const next = ourPath(fields['next']);
      // The popup's, which knows the language that the embed spoke.
      const lang = typeof fields['lang'] === 'string' ? fields['lang'].slice(0, 35) : undefined;
      const again = (fault: string) => form('form', next, fault, lang);
      const read = address.safeParse(fields['email']);
      if (!read.success) return again('Type your e-mail address, like name@example.org.');
      try {
        await mailLimit({ address: read.data, ip }, now);
      } catch (error) {
        if (error instanceof Refusal) return again(error.message);
        throw error;
      }
      const say = mailWords(lang);
      const link = await links.make(read.data, next, now);
      const values = { service: serviceName, minutes: linkMinutes, link };
      await mail.send({
        to: read.data,
        subject: say('link.subject', values),
        text: `${say('link.text', values)}\n`,
      });
      return form('sent', next);
    },

    'GET /sign-in/:token': async ({ params, now }: Visit) => {
      const token = params['token'] ?? '';
      const found = await links.read(token, now);
      if (!found) return form('form', '/me', linkGone);
      return link(token, !(await membership.isMember(found.address)));
    },

    'POST /sign-in/:token': async ({ params, fields, now }: Visit) => {
      const token = params['token'] ?? '';
      const found = await links.read(token, now);
      if (!found) return form('form', '/me', linkGone);
      const isNew = !(await membership.isMember(found.address));
      if (isNew && fields['of_age'] === undefined)
        return link(
          token,
          true,
          'People under 16 cannot join here yet. Tick the box if you are 16 or older.',
        );
      const used = await links.use(token, now);
      if (!used) return form('form', '/me', linkGone);
      const { accountId } = await membership.join(used.address, now);
      await accounts.confirm(accountId, now);
      return { to: used.next, headers: await sessions.open(accountId, now) };
    },

    'POST /sign-out': async ({ visitor, fields }: Visit) => ({
      to: fields['next'] === undefined ? '/' : ourPath(fields['next']),
      ...(visitor && { headers: await sessions.close(visitor.session) }),
    }),
  };
}

/** A path of our own site, or the participant's page: never another site's address. */
export function ourPath(next: unknown): string {
  const isPath = typeof next === 'string' && /^\/(?![/\\])[^\\\s]*$/.test(next) && next.length < 1000;
  return isPath ? next : '/me';
}

/** For pages that need a signed-in person: who it is, or the way to sign in and come back. */
export function mustSignIn({ visitor, path }: Visit): { to: string } | undefined {
  return visitor ? undefined : { to: `/sign-in?next=${encodeURIComponent(path)}` };
}
