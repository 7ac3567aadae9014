/** One language of our pages: its words, its plural forms, its numbers and dates. */
import type { DisclosedPeople } from '../../contract/api/disclosed.ts';
import type en from './en.json';

/** A count in the plural forms of a language (CLDR); each language has `other`. */
export type Plural = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;
export type PageWords = Omit<typeof en, 'counts'> & { counts: Record<keyof typeof en.counts, Plural> };

export type Blanks = Record<string, string | number>;

const hasRightToLeft = (text: string) => /[\u0590-\u08ff]/.test(text);
/**
 * A name or other words in a line, which are not isolated yet. No address: a program that looks for one would take the
 * mark behind it as a part.
 */
const isWorded = (value: string) => /\p{L}/u.test(value) && !/^(?:https?:|>|\u2068)|\n/.test(value);

/** Fills the placeholders of a text, such as `{date}`. A value of the other direction is isolated: it would turn the sentence. */
export function fillIn(text: string, values: Blanks): string {
  const placeholders = /\{(\w+)\}/g;
  const hasLetters = /\p{L}/u.test(text.replace(placeholders, ''));
  return text.replace(placeholders, (all, name: string) => {
    const value = String(values[name] ?? all);
    const isTurning = hasLetters && isWorded(value) && hasRightToLeft(value) !== hasRightToLeft(text);
    return isTurning ? `\u2068${value}\u2069` : value;
  });
}

/**
 * A text by what it is in English, as in gettext: the keys of a catalogue are English texts with placeholders. Their
 * values may be such texts, too.
 */
function fromCatalogue(catalogue: Record<string, string>, english: string): string {
  for (const [template, ours] of Object.entries(catalogue)) {
    const values = valuesIn(template, english);
    if (values)
      return fillIn(
        ours,
        Object.fromEntries(
          Object.entries(values).map(([name, value]) => [name, fromCatalogue(catalogue, value)]),
        ),
      );
  }
  return english;
}

/** The values of a template's placeholders in a text; undefined if the text was not made from it. */
function valuesIn(template: string, text: string): Record<string, string> | undefined {
  const [start = '', ...rest] = template.split(/\{(\w+)\}/);
  if (rest.length === 0) return text === template ? {} : undefined;
  if (!text.startsWith(start) || !text.endsWith(rest.at(-1) ?? '')) return undefined;
  const values: Record<string, string> = {};
  let from = start.length;
  for (let at = 0; at < rest.length; at += 2) {
    const [name = '', after = ''] = rest.slice(at, at + 2);
    const to = at + 2 === rest.length ? text.length - after.length : text.indexOf(after, from);
    if (to <= from) return undefined;
    values[name] = text.slice(from, to);
    from = to + after.length;
  }
  return values;
}

export type PageLanguage = ReturnType<typeof createLanguage>;

/** A language with some groups of its words: a live page carries it into the browser. */
export type LanguagePart = { tag: string; words: Partial<PageWords> };

export const partOf = ({ tag, words }: LanguagePart, groups: (keyof PageWords)[]): LanguagePart => ({
  tag,
  words: Object.fromEntries(groups.map((group) => [group, words[group]])),
});

/** The names of places and languages in a language: data that pages are drawn with on the server only. */
export type NameLookups = {
  region: (name: string) => string;
  state: (name: string) => string;
  language: (name: string) => string;
};

const asTheyAre: NameLookups = { region: (name) => name, state: (name) => name, language: (name) => name };

/** The tag of our words in a document: our Portuguese is that of Brazil. */
export const documentLang = (tag: string): string => (tag === 'pt' ? 'pt-BR' : tag);

/** Arabic with the digits that its texts have, whatever the version of Node.js. */
export const localeOf = (tag: string) => ({ en: 'en-GB', ar: 'ar-u-nu-latn' })[tag] ?? tag;

/** Whether texts of a language run from right to left. Not every browser knows `getTextInfo`. */
export const isRightToLeft = (tag: string): boolean =>
  /^(?:Adlm|Arab|Hebr|Nkoo|Syrc|Thaa)$/.test(new Intl.Locale(tag).maximize().script ?? '');

/** Writes times by the formats of a language; the first day of a month is "1er" in French. */
export function timesIn(tag: string, options: Intl.DateTimeFormatOptions): (time: Date | number) => string {
  const format = new Intl.DateTimeFormat(localeOf(tag), options);
  const first = ({ type, value }: Intl.DateTimeFormatPart) =>
    tag === 'fr' && type === 'day' && value === '1' ? '1er' : value;
  return (time) => format.formatToParts(time).map(first).join('');
}

/** Writes moments: in a zone that is fixed, so that server and browser draw the same text. */
function momentsIn(tag: string, timeZone: string, options: Intl.DateTimeFormatOptions) {
  const written = timesIn(tag, { ...options, timeZone });
  return (value: string) => {
    const time = new Date(value);
    // Shown as it came rather than as "Invalid Date": a page must not fail on one bad row.
    return Number.isNaN(time.getTime()) ? value : written(time);
  };
}

const monthOnly = { month: 'short', year: 'numeric' } as const;
const dayOfMonth = { ...monthOnly, day: 'numeric' } as const;
const timeOfDay = { hour: 'numeric', minute: '2-digit' } as const;

const agoUnits = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

const isDay = (value: string) => /^\d{4}-\d\d-\d\d$/.test(value);

/** The same language for somebody in a zone: their dates of moments; a day (yyyy-mm-dd) stays what it is. */
export function inZone(language: PageLanguage, timeZone: string): PageLanguage {
  const dates = momentsIn(language.tag, timeZone, dayOfMonth);
  return {
    ...language,
    date: (value) => (isDay(value) ? language.date(value) : dates(value)),
    clock: momentsIn(language.tag, timeZone, timeOfDay),
  };
}

export function createLanguage(tag: string, words: PageWords, names: NameLookups = asTheyAre) {
  const locale = localeOf(tag);
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const plurals = new Intl.PluralRules(locale);
  const kilometres = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'kilometer',
    maximumFractionDigits: 1,
  });
  const relative = new Intl.RelativeTimeFormat(locale);
  const lists = new Intl.ListFormat(locale, { type: 'conjunction' });
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const degrees = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 });
  const number = (value: number) => numbers.format(value);
  const formOf = (plural: Plural, value: number) => plural[plurals.select(value)] ?? plural.other;
  return {
    tag,
    words,
    isRightToLeft: isRightToLeft(tag),
    number,
    /** "0.4 km", "12 km": nobody walks tenths of a long way. */
    distance: (km: number) => kilometres.format(km < 10 ? km : Math.round(km)),
    /** "51.507° N, 0.128° W": to about a hundred metres. Isolated from right to left, which would reorder the parts. */
    position: ({ lat, lng }: { lat: number; lng: number }) => {
      const { north, south, east, west } = words.position;
      const parts = [fillIn(lat < 0 ? south : north, { n: degrees.format(Math.abs(lat)) })];
      parts.push(fillIn(lng < 0 ? west : east, { n: degrees.format(Math.abs(lng)) }));
      const isolated = isRightToLeft(tag) ? parts.map((part) => `\u2068${part}\u2069`) : parts;
      return isolated.join(words.ages.comma);
    },
    ...names,
    /** A name of the catalogue, which is English in the API; unchanged if it is none. */
    nameOf: (kind: 'topics' | 'activities' | 'audiences' | 'statuses', name: string): string =>
      (words[kind] as Record<string, string>)[name] ?? name,
    date: momentsIn(tag, 'UTC', dayOfMonth),
    /** "9:14". */
    clock: momentsIn(tag, 'UTC', timeOfDay),
    month: momentsIn(tag, 'UTC', monthOnly),
    /** "3 Jan". */
    dayOfYear: momentsIn(tag, 'UTC', { day: 'numeric', month: 'short' }),
    /** A share of a whole in percent; 0 % if the whole is 0. */
    share: (part: number, whole: number) => percent.format(whole === 0 ? 0 : part / whole),
    /** "12 min", "171 h 48 min", of hours. */
    duration: (hours: number): string => {
      const minutes = Math.round(hours * 60);
      const parts = { h: Math.floor(minutes / 60), min: minutes % 60 };
      return (['h', 'min'] as const)
        .filter((unit) => parts[unit] > 0)
        .map((unit) => fillIn(words.time.duration[unit], { n: number(parts[unit]) }))
        .join(' ');
    },
    /** A text that the service writes in English, such as a fault; as it is if there is no translation. */
    translated: (text: string): string =>
      fromCatalogue({ ...words.faults, ...words.findings, ...words.buildFaults }, text),
    /** "about 25", "fewer than 10": a number of people as owners learn it. */
    about: (people: DisclosedPeople) =>
      people === null ? words.people.fewer : fillIn(words.people.about, { n: number(people) }),
    /** "about 25 people", "fewer than 10 people". */
    people: (people: DisclosedPeople) =>
      people === null
        ? words.people.fewerPeople
        : fillIn(formOf(words.counts.aboutPeople, people), { n: number(people) }),
    /** "3 minutes ago"; of less than a minute there are words in `shown`. */
    ago: (seconds: number): string => {
      const [unit, length] = agoUnits.find(([, each]) => seconds >= each) ?? [];
      return unit ? relative.format(-Math.floor(seconds / length), unit) : words.shown.justNow;
    },
    /** "goal, task and name". */
    list: (texts: string[]) => lists.format(texts),
    /** "1 project", "2,310 projects". */
    count: (what: keyof PageWords['counts'], value: number) =>
      fillIn(formOf(words.counts[what], value), { n: number(value) }),
    /** The same with the placeholder `{n}`. */
    countText: (what: keyof PageWords['counts'], value: number) => formOf(words.counts[what], value),
  };
}
