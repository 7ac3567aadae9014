/** Matches the names of topics, activities and UN regions with the lists of the catalogue. */
import activities from '../../src/catalogue/activities.json' with { type: 'json' };
import topics from '../../src/catalogue/topics.json' with { type: 'json' };
import unAreas from '../../src/catalogue/un-regions.json' with { type: 'json' };
import type { UnRegion } from '../../src/contract/api/project.ts';
import { byName } from '../../src/contract/fields/same-name.ts';
import { editDistance } from './misspelling.ts';
import { folded } from './words.ts';

/** The matched entries; `fault` if an entry is not in the list. It names the entry's position, never its text. */
export type Matched<T> = { found: T[]; fault?: string };

const namesOf = { topic: topics.map(({ name }) => name), activity: activities.map(({ name }) => name) };
type ListedName = { name: string; folded: string };
const listed = (names: string[]): ListedName[] => names.map((name) => ({ name, folded: folded(name) }));
const listedNames = { topic: listed(namesOf.topic), activity: listed(namesOf.activity) };
const named = {
  topic: byName(namesOf.topic, (name) => name),
  activity: byName(namesOf.activity, (name) => name),
};

/** Matches topic or activity names in any spelling, and returns them as the catalogue writes them. */
export function matchNames(kind: 'topic' | 'activity', written: string[]): Matched<string> {
  const names = new Set<string>();
  const unknown: Unknown[] = [];
  written.forEach((entry, index) => {
    const name = named[kind](entry);
    if (name === undefined) unknown.push({ entry, index });
    else names.add(name);
  });
  if (unknown.length === 0) return { found: [...names] };
  return {
    found: [...names],
    fault: faultOf(unknown, written.length, kind === 'topic' ? 'a topic' : 'an activity', listedNames[kind]),
  };
}

const listedUnAreas = listed(unAreas.map(({ name }) => name));
const unByCode = new Map(unAreas.map(({ code, name }) => [code, { code, name }]));
const unByName = byName([...unByCode.values()], ({ name }) => name);
const maxUnRegions = 300;

/**
 * Matches UN regions by name, by code (`21`, `"021"`, `021 - Americas`) or as `{code, name}`, where a known code
 * decides.
 */
export function matchUnRegions(names: unknown[]): Matched<UnRegion> {
  if (names.length > maxUnRegions) return { found: [], fault: `must have at most ${maxUnRegions} entries` };
  const regions = new Map<string, UnRegion>();
  const unknown: Unknown[] = [];
  const entries = rejoined(names);
  entries.forEach((entry, index) => {
    const { code, name } = (
      typeof entry === 'object' && entry !== null ? entry : { code: entry, name: entry }
    ) as Record<string, unknown>;
    const area = areaOfCode(code) ?? (typeof name === 'string' ? unByName(name) : undefined);
    if (area) regions.set(area.code, area);
    else unknown.push({ entry: typeof name === 'string' ? name : '', index });
  });
  if (unknown.length === 0) return { found: [...regions.values()] };
  return {
    found: [...regions.values()],
    fault: faultOf(unknown, entries.length, 'a UN region', listedUnAreas),
  };
}

const areaOfCode = (code: unknown): UnRegion | undefined =>
  (typeof code === 'number' || typeof code === 'string') && /^\s*\d{1,3}\s*$/.test(String(code))
    ? unByCode.get(String(code).trim().padStart(3, '0'))
    : typeof code === 'string'
      ? unByCode.get(leadingCode.exec(code)?.[1] ?? '')
      : undefined;

const leadingCode = /^\s*(\d{3})\s*[-–:]\s*\S/;

/** Joins the parts of a text that was split at its commas: three names in the list contain a comma. */
function rejoined(names: unknown[]): unknown[] {
  const entries: unknown[] = [];
  for (let at = 0; at < names.length; at++) {
    const [entry, next] = [names[at], names[at + 1]];
    const both =
      typeof entry === 'string' && typeof next === 'string' ? `${entry.trim()}, ${next.trim()}` : undefined;
    const isOne =
      both !== undefined && unByName(both.replace(leadingCode, (start) => start.slice(-1))) !== undefined;
    if (isOne) at++;
    if (isOne) entries.push(both);
    else if (typeof entry !== 'string' || entry.trim() !== '') entries.push(entry);
  }
  return entries;
}

type Unknown = { entry: string; index: number };

/** Suggestions are made for the first few only: each costs a comparison with the whole list. */
const maxOffers = 3;

function faultOf(unknown: Unknown[], of: number, what: string, names: ListedName[]): string {
  const messages = unknown.slice(0, maxOffers).map(({ entry, index }) => {
    const offers = nearest(entry, names);
    const which =
      of === 1 ? `is not ${what} of the list` : `has at place ${index + 1} what is not ${what} of the list`;
    return offers.length > 0 ? `${which}; the nearest: ${offers.join('; ')}` : which;
  });
  const more = unknown.length - messages.length;
  return `${messages.join(', and ')}${more > 0 ? `, and ${more} more` : ''}`;
}

/** Returns up to three similar names of a list, nearest first. */
function nearest(word: string, names: ListedName[]): string[] {
  const wanted = folded(word.trim()).slice(0, 60);
  if (wanted === '') return [];
  const max = Math.max(2, wanted.length / 3);
  return names
    .map(({ name, folded }) => ({ name, distance: distanceTo(wanted, folded, max) }))
    .filter(({ distance }) => distance <= max)
    .sort((one, other) => one.distance - other.distance || (one.name < other.name ? -1 : 1))
    .slice(0, 3)
    .map(({ name }) => name);
}

/** Edits from one text to another; half an edit if one is part of the other; Infinity if the lengths differ too much. */
function distanceTo(wanted: string, name: string, max: number): number {
  if (wanted.length > 2 && (name.includes(wanted) || wanted.includes(name))) return 0.5;
  return Math.abs(wanted.length - name.length) > max ? Infinity : editDistance(wanted, name);
}
