/** Converts values of other directories to those of our fields. */
import activityList from '../../../src/catalogue/activities.json' with { type: 'json' };
import topicList from '../../../src/catalogue/topics.json' with { type: 'json' };
import { characters } from '../../../src/contract/fields/kinds.ts';
import { ownEntry } from '../../../src/contract/fields/own-entry.ts';
import { isBlank, parsed } from '../../../src/contract/ppsr/forms.ts';
import {
  aimOf,
  processWords,
  readable,
  scienceWords,
  statusWords,
} from '../../../src/contract/ppsr/vocabulary.ts';
import { byName } from '../../../src/contract/fields/same-name.ts';
import { projectStatuses, statusOf } from '../../../src/contract/fields/status-words.ts';
import { readRegions } from '../../geometry/read-area.ts';

type UnreadFields = Record<string, unknown>;

/** Reports something about a name of the record: that it was left out, or changed. */
export type Note = (field: string, message: string) => void;

/** The names under which directories put the word of an object such as `{ "id": 3, "topic": "Birds" }`. */
const wordNames = [
  ...['label', 'name', 'keyword', 'topic', 'hasTag', 'participationTask', 'status', 'title', 'code'],
];

/** One word of a text, a number, or an object with a word. */
export function wordOf(value: unknown): string | undefined {
  const first = Array.isArray(value) ? (value as unknown[])[0] : value;
  if (typeof first === 'string') return first.trim() === '' ? undefined : first.trim();
  if (typeof first === 'number') return String(first);
  if (typeof first !== 'object' || first === null) return undefined;
  const name = wordNames.find((each) => typeof (first as UnreadFields)[each] === 'string');
  return name === undefined ? undefined : wordOf((first as UnreadFields)[name]);
}

/** The words of a list, or of one text that commas or semicolons join. */
export function wordsOf(value: unknown): string[] {
  const entry = parsed(value);
  const list =
    typeof entry === 'string' ? entry.split(/[,;]/) : Array.isArray(entry) ? (entry as unknown[]) : [entry];
  const words = list.map(wordOf).filter((word) => word !== undefined);
  return [...new Set(words)];
}

const [topicNamed, activityNamed] = [topicList, activityList].map((list) => byName(list, ({ name }) => name));
const [sciences, processes, statuses] = [
  readable(scienceWords),
  readable(processWords),
  readable(statusWords),
];

/** Separates words that are topics from the others. */
export const topicsAmong = (words: string[]) =>
  parted(words, (word) => topicNamed?.(word)?.name ?? sciences.get(word.toLowerCase()));

export const activitiesAmong = (words: string[]) =>
  parted(words, (word) => processes.get(word.toLowerCase()) ?? activityNamed?.(word)?.name);

function parted(words: string[], nameOf: (word: string) => string | undefined) {
  const known = new Set<string>();
  const others: string[] = [];
  for (const word of words) {
    const name = nameOf(word.slice(0, 200));
    if (name === undefined) others.push(word.slice(0, 200));
    else known.add(name);
  }
  return { known: [...known], others };
}

/** Returns undefined, with a note, for a word that is not one of our statuses. */
export function status(field: string, value: unknown, note: Note): string | undefined {
  const word = wordOf(value);
  if (word === undefined) return undefined;
  const lower = word.toLowerCase();
  const known = projectStatuses.find((each) => each === lower) ?? statuses.get(lower) ?? statusOf(word);
  if (known === undefined) note(field, 'is none of the statuses, and is left out');
  return known;
}

/** How long a project lasts, from the years of its start and end. */
export function years(start: string | undefined, end: string | undefined): string | undefined {
  if (start === undefined) return end === undefined ? undefined : `Until ${end}`;
  if (end === undefined) return `Since ${start}`;
  return start === end ? start : `${start} to ${end}`;
}

/** Returns an outline or points that can be stored, or undefined with a note. */
export function regions(field: string, value: unknown, note: Note): unknown {
  const first =
    typeof value === 'string' && /^(undefined|null|none)$/i.test(value.trim()) ? undefined : parsed(value);
  if (isBlank(first)) return undefined;
  const { type, coordinates, centre } = first as UnreadFields;
  const middle = type === 'Circle' ? coordinates : centre;
  const isShape = typeof type !== 'string' || /^(Multi)?(Polygon|Point)$|^Feature/.test(type);
  if (!isShape && Array.isArray(middle)) {
    note(field, `is a ${type.slice(0, 40)}, of which only the centre is kept`);
    return regions(field, { type: 'Point', coordinates: (middle as unknown[]).map(Number) }, note);
  }
  const reading = readRegions(first);
  if (!('fault' in reading)) return first;
  note(field, `is left out: it ${reading.fault}`);
  return undefined;
}

/** A point from two numbers, as JSON or as text; undefined for 0, 0, which programs write if it is unknown. */
export function pin(field: string, lat: unknown, lng: unknown, note: Note): unknown {
  if (isBlank(lat) && isBlank(lng)) return undefined;
  if (Number(lat) === 0 && Number(lng) === 0) return undefined;
  return regions(field, { type: 'Point', coordinates: [Number(lng), Number(lat)] }, note);
}

/** The maximum length of a goal and a task, in Unicode code points. */
export const longest = 120;

/**
 * Text for a field of at most 120 characters: a longer text is shortened to its first sentence, and all of it is put
 * before `body`.
 */
export function shortened(
  field: string,
  value: unknown,
  body: unknown,
  note: Note,
): { short?: string; body?: string } {
  const text = plainText(value);
  const long = plainText(body);
  const whole = { ...(long !== undefined && { body: long }) };
  if (text === undefined) return whole;
  if (characters(text) <= longest)
    return {
      short: text
        .split('\n')
        .filter((line) => line !== '')
        .join(' '),
      ...whole,
    };
  note(
    field,
    `has more than ${longest} characters: it is shortened, and all of it is put before the longer text`,
  );
  const all = long === undefined || long.includes(text) ? (long ?? text) : `${text}\n\n${long}`;
  return { short: aimOf(text), body: all };
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/**
 * Text without mark-up: paragraphs become lines. This makes text readable, not safe; it is escaped like every other
 * text when it is shown.
 */
export function plainText(value: unknown): string | undefined {
  const word = wordOf(value);
  if (word === undefined) return undefined;
  const text = word
    .replace(/<(?:br|\/p|\/div|\/li|\/h[1-6]|\/tr)\b[^<>]{0,500}>/gi, '\n')
    .replace(/<\/?[a-z][^<>]{0,2000}>/gi, '')
    .replace(/&([a-z]{2,4}|#39);/gi, (entity, name: string) =>
      name === '#39' ? "'" : (ownEntry(entities, name.toLowerCase()) ?? entity),
    )
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return text === '' ? undefined : text;
}
