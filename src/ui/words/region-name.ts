/** Names of countries, US states and the UN's regions in other languages; Intl has those of countries and regions. */
import { ownEntry } from '../../contract/fields/own-entry.ts';
import { isState, stateNameIn } from './us-states.ts';

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

/** A place of many countries is called by their number (server/projects/derived/glance.ts), which is never one or two. */
const manyCountries: Record<string, Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }> = {
  de: { other: 'Länder' },
  es: { other: 'países' },
  fr: { other: 'pays' },
  pt: { other: 'países' },
  ar: { few: 'دول', other: 'دولة' },
};

function countriesIn(tag: string, count: number): string {
  const forms = ownEntry(manyCountries, tag);
  const word = forms && (forms[new Intl.PluralRules(tag).select(count)] ?? forms.other);
  return `${new Intl.NumberFormat(tag).format(count)} ${word ?? 'countries'}`;
}

const afterState = ' (US)';

/**
 * The names of regions in a language, from their English names with commas; unchanged where nothing has one. Georgia is a
 * country, unless it is followed by `(US)`, or stands with another state.
 */
export function regionNameIn(tag: string, name: string): string {
  if (tag === 'en') return name;
  const [, count] = /^(\d{1,3}) countries$/.exec(name) ?? [];
  if (count !== undefined) return countriesIn(tag, Number(count));
  if (name.endsWith(afterState)) return stateIn(tag, name.slice(0, -afterState.length)) + afterState;
  const parts = name.split(', ');
  const isOfStates = parts.length > 1 && parts.every(isState);
  const inLanguage = (one: string) => {
    const code = isOfStates ? undefined : codeOf(one);
    return (code === undefined ? undefined : namesIn(tag).of(code)) ?? stateIn(tag, one);
  };
  const whole = inLanguage(name);
  if (whole !== name) return whole;
  const separator = tag === 'ar' ? '، ' : ', ';
  return parts.map(inLanguage).join(separator);
}

/** The name of a US state in a language; anything else unchanged. */
export const stateIn = (tag: string, name: string): string => stateNameIn(tag, name) ?? name;
