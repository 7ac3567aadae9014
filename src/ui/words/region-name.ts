/** Names of countries and of the UN's regions in other languages, from the data that Intl has. */

/** The codes of the UN for parts of the world (M49). */
const parts =
  '001 002 005 009 011 013 014 015 017 018 019 021 029 030 034 035 039 053 054 057 061 142 143 145 150 151 154 155 202 419';

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const namesIn = (tag: string) => new Intl.DisplayNames(tag, { type: 'region', fallback: 'none' });

/** Where the UN's name differs from that of Intl. */
const otherNames: Record<string, string> = {
  'Latin America and the Caribbean': '419',
  'Australia and New Zealand': '053',
  'South-eastern Asia': '035',
  'Northern America': '021',
  Micronesia: '057',
  'United States of America': 'US',
  'United Kingdom of Great Britain and Northern Ireland': 'GB',
  'Russian Federation': 'RU',
};

let codes: Map<string, string> | undefined;

/** The code of each English name. */
function codeOf(name: string): string | undefined {
  if (!codes) {
    const english = namesIn('en');
    const all = [...parts.split(' '), ...letters.flatMap((one) => letters.map((other) => one + other))];
    codes = new Map(all.map((code) => [english.of(code) ?? code, code]));
    for (const [other, code] of Object.entries(otherNames)) codes.set(other, code);
  }
  return codes.get(name);
}

/** The names of regions in a language, from their English names with commas; unchanged where Intl does not know one. */
export function regionNameIn(tag: string, name: string): string {
  if (tag === 'en') return name;
  const inLanguage = (one: string) => {
    const code = codeOf(one);
    return (code === undefined ? undefined : namesIn(tag).of(code)) ?? one;
  };
  const whole = inLanguage(name);
  if (whole !== name) return whole;
  const separator = tag === 'ar' ? '، ' : ', ';
  return name.split(', ').map(inLanguage).join(separator);
}
