/**
 * Converts values of the PPSR vocabularies to those of our fields; values that cannot be valid are passed on unchanged.
 */
import {
  ageWords,
  aimOf,
  processWords,
  readable,
  scienceWords,
  statusWords,
  targetedGroup,
} from './vocabulary.ts';
import { calendarDateOf } from '../fields/calendar-date.ts';
import { longestWebAddress, webUrl } from '../fields/web-url.ts';

type PpsrFields = Record<string, unknown>;

/** Characters: more than the largest outline has; parsing costs time. */
const maxCharacters = 250_000;

/** Parses JSON that came as text in a form. */
export function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || value.length > maxCharacters || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

/** One or several, as a list. */
export function listed(value: unknown): unknown[] {
  const json = parsed(value);
  return Array.isArray(json) ? (json as unknown[]) : json === undefined || json === null ? [] : [json];
}

/**
 * Entries: more than any of our fields accepts, so that the field refuses them itself; for values without a list,
 * enough to examine.
 */
const max = 301;

export const beginningOf = (value: unknown): unknown[] => listed(value).slice(0, max);

/** Whether a value counts as absent: undefined, null, or a text of white space. */
export const isBlank = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (typeof value === 'object' && Object.keys(value).length === 0);

export const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
const textsOf = (value: unknown): string[] => listed(value).filter(isText);

/** The first of several texts. */
export const first = (value: unknown): unknown => (Array.isArray(value) ? textsOf(value)[0] : value);

/** An identifier, which may also be a number. */
export const identifier = (value: unknown): unknown => (typeof value === 'number' ? String(value) : value);

const statuses = readable(statusWords);
export const mustBeStatus =
  'must be one of: Not yet started, Active, Periodically active, On hold, Completed, Abandoned';

export const status = (value: unknown): unknown =>
  (isText(value) && statuses.get(value.trim().toLowerCase())) || value;

/** A text that is short enough for our fields; PPSR sets no limits, and a longer one is left out. */
export const shortText = (value: unknown): unknown => textsOf(value).find((each) => each.length <= 300);

/** A year alone, or words, are no day: they are left out. */
export const startDate = (value: unknown): unknown => calendarDateOf(first(value));

/** Splits texts at commas and semicolons. */
function split(texts: string[]): string[] {
  const pieces: string[] = [];
  for (const text of texts) if (pieces.length < max) pieces.push(...text.split(/[,;]/, max).filter(isText));
  return pieces;
}

/** Texts, each perhaps several joined by commas or semicolons. */
export const keywords = (value: unknown): unknown => {
  const entries = listed(value);
  return entries.every((each) => typeof each === 'string') ? split(entries) : value;
};

/** Language codes or names; more or longer ones than our field takes are left out. */
export const languages = (value: unknown): unknown => {
  const words = split(textsOf(value)).filter((each) => each.length <= 100);
  return words.length === 0 ? undefined : words.slice(0, 20);
};

/**
 * Some names contain a comma, such as `446 - China, Macao …`: if codes are given, only a comma before a code separates
 * entries.
 */
const splitAtCodes = (text: string): string[] =>
  /^\s*\d{3}(?!\d)/.test(text) ? text.split(/;|,(?=\s*\d{3}(?!\d))/, max) : split([text]);

/** `021 - Northern America`, `Europe - Eastern Europe (151)`: the three digits are the code. */
export const unRegions = (value: unknown): unknown =>
  (isText(parsed(value)) ? splitAtCodes(value as string) : listed(value)).map((each) => {
    // No name is longer; a longer text is reported by its beginning.
    const name = isText(each) ? each.slice(0, 200) : each;
    return (isText(name) && /(?<!\d)\d{3}(?!\d)/.exec(name)?.[0]) || name;
  });

const ages = readable(ageWords);
export const mustBeAge =
  'must be among: Elementary school (6-10), Middle school (11-13), Youth/teen (up to 17), Families, General public, Targeted group';

const processes = readable(processWords);

/** Parts of the scientific process, as our activities name them. */
export const activities = (value: unknown): unknown =>
  (isText(parsed(value)) ? split([value as string]) : beginningOf(value)).map(
    (each) => (isText(each) && processes.get(each.trim().toLowerCase())) || each,
  );

const sciences = readable(scienceWords);

/** The topics that are nearest to fields of science; a field that is near to none has no equivalent here. */
export const topics = (value: unknown): unknown => {
  const near = beginningOf(value).flatMap((each) =>
    isText(each) ? (sciences.get(each.trim().toLowerCase()) ?? []) : [],
  );
  return near.length === 0 ? undefined : [...new Set(near)];
};

/** An aim that only repeats the description, as exports without a goal have it, counts as absent. */
export const aim = (value: unknown, sent: PpsrFields): unknown => {
  const description = sent['projectDescription'] ?? sent['description'];
  const isRepeated = isText(value) && isText(description) && value.trim() === aimOf(description.trim());
  return isRepeated ? undefined : value;
};

/** Age classes; a targeted group is not one of our audiences. */
export const audiences = (value: unknown): unknown => {
  const entries = isText(parsed(value)) ? split([value as string]) : listed(value);
  const meant = entries.filter(
    (each) => !(isText(each) && each.trim().toLowerCase() === targetedGroup.toLowerCase()),
  );
  return entries.length > 0 && meant.length === 0
    ? undefined
    : meant.map((each) => (isText(each) && ages.get(each.trim().toLowerCase())) || each);
};

const means = {
  email: /^e-?mail/i,
  phone: /^(tele)?phone/i,
  address: /address/i,
};

/**
 * A part of the contact: from PPSR's `{ contactName, meansOfContact, contactDetails }`, from an object with plain
 * names, or from an address alone.
 */
export const contact =
  (part: 'email' | 'name' | 'phone' | 'address') =>
  (value: unknown): unknown =>
    listed(value)
      .map((point) => partOf(point, part))
      .find(isText);

function partOf(point: unknown, part: 'email' | 'name' | 'phone' | 'address'): unknown {
  if (typeof point === 'string') return part === 'email' ? point : undefined;
  if (typeof point !== 'object' || point === null) return undefined;
  const fields = point as PpsrFields;
  if (part === 'name') return first(fields['contactName'] ?? fields['name']);
  const details = textsOf(fields['contactDetails']);
  const byWhich = textsOf(fields['meansOfContact']);
  const plain = part === 'phone' ? (fields['phone'] ?? fields['telephone']) : fields[part];
  const at = byWhich.findIndex((way) => means[part].test(way.trim()));
  if (at >= 0) return details[details.length > 1 ? at : 0];
  return byWhich.length === 0 && part === 'email'
    ? (plain ?? details.find((each) => each.includes('@')))
    : plain;
}

/** Whether a contact has a page and no other means of contact. */
export const isByWebsite = (value: unknown): boolean =>
  beginningOf(value).some((point) =>
    textsOf((point as PpsrFields | null)?.['meansOfContact']).some((way) => /^web ?site$/i.test(way.trim())),
  ) && contact('email')(value) === undefined;

type Media = { type: string; file: string; credit: unknown };

const videoHosts = /(^|\.)(youtube\.com|youtube-nocookie\.com|youtu\.be|vimeo\.com)$/;

/** The host and path of an address; empty for a text that is too long to be one. */
function partsOf(address: string): { host: string; path: string } {
  const url = webUrl(address.trim());
  return { host: url?.hostname.replace(/^www\./, '') ?? '', path: url?.pathname ?? '' };
}

const isVideoFile = (address: string): boolean =>
  address.length <= longestWebAddress && /\.(mp4|webm|mov|ogv)([?#]|$)/i.test(address);

function mediaOf(value: unknown): Media[] {
  return beginningOf(value).flatMap((each) => {
    if (isText(each)) {
      const isVideo = videoHosts.test(partsOf(each).host) || isVideoFile(each);
      return [{ type: isVideo ? 'video' : 'image', file: each, credit: undefined }];
    }
    const { projectMediaType, projectMediaFile, projectMediaCredit } = (each ?? {}) as PpsrFields;
    if (!isText(projectMediaFile)) return [];
    const type = isText(projectMediaType) ? projectMediaType.trim().toLowerCase() : 'image';
    return [{ type, file: projectMediaFile, credit: projectMediaCredit }];
  });
}

/** The first image, its credit, or the first video; files with an address take precedence. */
export const media =
  (part: 'image' | 'credit' | 'video') =>
  (value: unknown): unknown => {
    const kind = part === 'video' ? 'video' : 'image';
    const all = mediaOf(value).filter(({ type }) => type.startsWith(kind));
    const one =
      all.find(({ file }) => /^\s*https?:/i.test(file)) ?? all.find(({ type }) => !type.endsWith('file'));
    return part === 'credit' ? (isBlank(one?.credit) ? undefined : one?.credit) : one?.file;
  };

const kinds = {
  facebook: /(^|\.)(facebook\.com|fb\.com)$/,
  microblog: /(^|\.)(twitter\.com|x\.com|bsky\.app)$/,
  video: videoHosts,
};
const blog =
  /(^|\.)(blogspot\.com|wordpress\.com|tumblr\.com|medium\.com|substack\.com)$|^blog\.|\/blog(\/|$)/;

/** The first link of a kind; links of other kinds have no field here. */
export const link =
  (kind: keyof typeof kinds | 'blog') =>
  (value: unknown): unknown =>
    beginningOf(value)
      .map((each) => (isText(each) ? each : ((each ?? {}) as PpsrFields)['url']))
      .filter(isText)
      .find((address) => {
        const { host, path } = partsOf(address);
        if (kind !== 'blog') return kinds[kind].test(host);
        const isOther = Object.values(kinds).some((others) => others.test(host));
        return !isOther && (blog.test(host) || blog.test(path));
      });
