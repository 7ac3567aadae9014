/** Each language of our pages and mails by its own name. */
export const languageNames = {
  en: 'English',
  ar: 'العربية',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  pt: 'Português',
};
