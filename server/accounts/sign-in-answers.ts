/** The answers of the sign-in pages: the form, and the page of a mailed link. */
import type { SignInLinkPage, SignInPage } from '../../src/contract/sign-in-page.ts';
import { languageOfRequest } from '../http/chosen-language.ts';
import { isPopup } from '../http/opener-policy.ts';
import type { PageAnswer, Visit, Visitor } from '../http/pages.ts';
import type { Refusal } from '../http/refusal.ts';
import { isLanguage } from '../languages.ts';
import type { MailAddress } from '../mail-address.ts';
import type { SignIn } from './pages.ts';

/** The form that asks for a link, or what follows it. */
export const signInForm = (
  state: SignInPage['state'],
  next: string,
  more: Pick<SignInPage, 'fault' | 'known' | 'lang' | 'to'> = {},
  refusal?: Refusal,
): PageAnswer => ({
  name: 'sign-in',
  title: state === 'sent' ? 'Look into your mail' : 'Sign in',
  ...((more.fault ?? more.known) && { status: refusal?.status ?? 400 }),
  ...(refusal?.retryAfter && { headers: { 'Retry-After': String(refusal.retryAfter) } }),
  data: { state, next, ...more },
});

/** Offers a new link in place of one that has ended, to the same place: a popup, however, is not open any more. */
export async function linkGone(
  { ledTo }: Pick<SignIn['links'], 'ledTo'>,
  token: string,
): Promise<PageAnswer> {
  const next = (await ledTo(token)) ?? '/me';
  return signInForm('form', isPopup(next) ? '/me' : next, { known: 'linkGone' });
}

/**
 * The page of a mailed link. It names both accounts: a link that an attacker requested would sign its reader in to the
 * attacker's account, and everything that they do from then on would be credited to the attacker (login CSRF).
 */
export function linkAnswer({ accounts, membership }: Pick<SignIn, 'accounts' | 'membership'>) {
  const nameOf = async ({ accountId, name }: Visitor) =>
    (await accounts.mainProfile(accountId))?.address ?? name;
  return async (
    { token, address, next }: { token: string; address: MailAddress; next: string },
    visit: Visit,
    fault: Pick<SignInLinkPage, 'isTooYoung' | 'guardianFault'> = {},
    status = 400,
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
      ...(Object.keys(fault).length > 0 && { status }),
      // The link may be opened in another browser than the one in which somebody was led here.
      lang: languageOfRequest(visit, { lang, next }),
      data: {
        ...{ token, next, isNew, asksAge, address },
        ...(present && { present }),
        ...fault,
        ...(isLanguage(lang) && { lang }),
      },
    } satisfies PageAnswer;
  };
}
