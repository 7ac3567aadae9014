import { languageCookie } from '../http/chosen-language.ts';
import { pathAfterSignIn } from '../accounts/after-sign-in.ts';
import type { PageHandlers } from '../http/pages.ts';
import { isLanguage } from '../text/languages.ts';

type Choosing = { baseUrl: string; setLanguage: (accountId: number, lang: string) => Promise<void> };

/** Remembers the language that a person chooses at the foot of a page, and shows that page again. */
export const languageChoice = ({ baseUrl, setLanguage }: Choosing): PageHandlers => ({
  'POST /language': async ({ fields, visitor }) => {
    const to = pathAfterSignIn(fields['next']);
    const { language } = fields;
    if (!isLanguage(language)) return { to };
    if (visitor) await setLanguage(visitor.accountId, language);
    return { to, headers: { 'Set-Cookie': languageCookie(language, baseUrl) } };
  },
});
