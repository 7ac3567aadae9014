/** The language that a person chose at the foot of a page, and the one of the embed or page that led to a page. */
import { languageOf } from '../text/languages.ts';
import type { RequestFields } from './bodies/body.ts';

const name = 'language';
/** The age of the cookie, in seconds. */
const oneYear = 365 * 86_400;

const chosenLanguage = (cookies = ''): string | undefined =>
  /(?:^|;\s*)language=([a-z]{2,3})(?:;|$)/.exec(cookies)?.[1];

export const languageCookie = (language: string, baseUrl: string): string =>
  `${name}=${language}; Path=/; Max-Age=${oneYear}; HttpOnly; SameSite=Lax${baseUrl.startsWith('https:') ? '; Secure' : ''}`;

/** The language in an address or a form, or in the path that a sign-in leads on to. */
function ledLanguage(lang: unknown, next: unknown): string | undefined {
  if (typeof lang === 'string') return lang;
  return typeof next === 'string'
    ? /[?&]lang=((?:[A-Za-z]{2,3}(?:,|%2C)?)+)/.exec(next)?.[1]?.replaceAll('%2C', ',')
    : undefined;
}

/** The headers `Cookie` and `Accept-Language`, as they were sent; `fallback`: the language of the service. */
export type LanguageHeaders = Record<'cookies' | 'languages', string | undefined> & { fallback: string };

/**
 * The language of a request with its fields: the person's choice, then that of the embed, then the browser's, then that
 * of the service.
 */
export const languageOfRequest = (
  { cookies, languages, fallback }: LanguageHeaders,
  fields: RequestFields,
): string =>
  languageOf(chosenLanguage(cookies), ledLanguage(fields['lang'], fields['next']), languages, fallback);
