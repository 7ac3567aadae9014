/** Names of languages in other languages, from the data that Intl has. */

const letters = [...'abcdefghijklmnopqrstuvwxyz'];
const namesIn = (tag: string) =>
  new Intl.DisplayNames(tag === 'en' ? 'en-GB' : tag, { type: 'language', fallback: 'none' });

let codes: Map<string, string> | undefined;

/** The code of an English name; a code, such as `de` or `pt-BR`, is its own. */
function codeOf(name: string): string | undefined {
  if (!codes) {
    const english = namesIn('en');
    const all = letters.flatMap((one) => letters.map((other) => one + other));
    codes = new Map(all.map((code) => [(english.of(code) ?? code).toLowerCase(), code]));
  }
  return /^[a-z]{2,3}(-[A-Z]{2})?$/.test(name) ? name : codes.get(name.toLowerCase());
}

/** The name of a language in a language, from its code or English name; unchanged where Intl does not know it. */
export function languageNameIn(tag: string, name: string): string {
  const code = codeOf(name);
  return (code === undefined ? undefined : namesIn(tag).of(code)) ?? name;
}
