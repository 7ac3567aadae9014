import { languageCookie } from '../http/chosen-language.ts';
import { pathAfterSignIn } from '../http/opener-policy.ts';
import type { PageHandlers } from '../http/pages.ts';
import { isLanguage } from '../languages.ts';

/** Remembers the language that a person chooses at the foot of a page, and shows that page again. */
export const languageChoice = (baseUrl: string): PageHandlers => ({
  'POST /language': ({ fields }) => ({
    to: pathAfterSignIn(fields['next']),
    ...(isLanguage(fields['language']) && {
      headers: { 'Set-Cookie': languageCookie(fields['language'], baseUrl) },
    }),
  }),
});
