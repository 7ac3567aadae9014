/** The two forms: their questions, and how answers are read; returns values or friendly messages. */
import { randomUUID } from 'node:crypto';
import type { RequestFields } from '../http/bodies/body.ts';

export type Option = { name: string; label: string; hint: string };

export const birds: Option[] = [
  { name: 'robin', label: 'Robin', hint: 'orange face, sings all winter' },
  { name: 'blackbird', label: 'Blackbird', hint: 'yellow bill, turns leaves over' },
  { name: 'blue_tit', label: 'Blue tit', hint: 'blue cap, hangs upside down' },
  { name: 'great_tit', label: 'Great tit', hint: 'black stripe down a yellow belly' },
  { name: 'house_sparrow', label: 'House sparrow', hint: 'grey cap, never alone' },
  { name: 'goldfinch', label: 'Goldfinch', hint: 'red mask, gold in the wing' },
  { name: 'magpie', label: 'Magpie', hint: 'long tail, loud opinions' },
  { name: 'wood_pigeon', label: 'Wood pigeon', hint: 'white collar, heavy landing' },
];

export const pondLife: Option[] = [
  { name: 'saw_skater', label: 'Pond skaters', hint: 'walk on the water' },
  { name: 'saw_boatman', label: 'Water boatmen', hint: 'row below it, upside down' },
  { name: 'saw_dragonfly', label: 'Dragonflies', hint: 'or damselflies, wings closed' },
  { name: 'saw_tadpole', label: 'Frogs or tadpoles', hint: 'or spawn, in clumps' },
  { name: 'saw_newt', label: 'Newts', hint: 'best found by torchlight' },
  { name: 'saw_snail', label: 'Pond snails', hint: 'on stems and stones' },
  { name: 'saw_flea', label: 'Water fleas', hint: 'dots that jerk' },
  { name: 'saw_fish', label: 'Fish', hint: 'of any size' },
];

export const clarities: Option[] = [
  { name: 'clear', label: 'Clear', hint: 'we saw the bottom' },
  { name: 'murky', label: 'A bit murky', hint: 'we saw our hand' },
  { name: 'soup', label: 'Pea soup', hint: 'we saw nothing' },
];

/** Messages by the name of the field that they are about. */
export type Faults = Record<string, string>;
/** A form as typed, to be drawn again. */
export type TypedFields = Record<string, string>;
export type FormReading<T> = { visit: string; typed: TypedFields; faults: Faults; read: T | undefined };

export type BirdCount = { counts: Record<string, number>; minutes: number };
export type MothCount = { moths: number; minutes: number };
export type PondNote = { pond: string; clarity: string; saw: string[]; minutes: number };

const maxBirds = 999;
const maxMinutes = 600;
const longestPond = 80;

const visitShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const newVisit = () => randomUUID();
export const isVisit = (value: unknown): value is string =>
  typeof value === 'string' && visitShape.test(value);

/** The visit that the form was drawn for; a form without one is a new visit. */
const visitOf = ({ visit }: RequestFields) => (isVisit(visit) ? visit : newVisit());

function typedIn(fields: RequestFields, max: number): TypedFields {
  const typed: TypedFields = {};
  for (const [name, value] of Object.entries(fields))
    if (typeof value === 'string') typed[name] = value.slice(0, max);
  return typed;
}

function wholeIn(text: string, max: number): number | undefined {
  const number = /^\d{1,6}$/.test(text.trim()) ? Number(text) : NaN;
  return number <= max ? number : undefined;
}

function minutesIn(typed: TypedFields, faults: Faults): number {
  const minutes = wholeIn(typed['minutes'] ?? '', maxMinutes);
  if (minutes) return minutes;
  faults['minutes'] = `Tell us for how many minutes you watched, from 1 to ${maxMinutes}.`;
  return 0;
}

export function readBirdCount(fields: RequestFields): FormReading<BirdCount> {
  const typed = typedIn(fields, 20);
  const faults: Faults = {};
  const counts: Record<string, number> = {};
  for (const { name, label } of birds) {
    const count = wholeIn(typed[name] ?? '0', maxBirds);
    if (count === undefined) faults[name] = `${label}: write a whole number from 0 to ${maxBirds}.`;
    else if (count > 0) counts[name] = count;
  }
  const minutes = minutesIn(typed, faults);
  const isRead = Object.keys(faults).length === 0;
  return { visit: visitOf(fields), typed, faults, read: isRead ? { counts, minutes } : undefined };
}

export function readMothCount(fields: RequestFields): FormReading<MothCount> {
  const typed = typedIn(fields, 20);
  const faults: Faults = {};
  const moths = wholeIn(typed['moths'] ?? '', maxBirds);
  if (moths === undefined) faults['moths'] = `Write how many moths came, from 0 to ${maxBirds}.`;
  const minutes = minutesIn(typed, faults);
  const isRead = moths !== undefined && Object.keys(faults).length === 0;
  return { visit: visitOf(fields), typed, faults, read: isRead ? { moths, minutes } : undefined };
}

export function readPondNote(fields: RequestFields): FormReading<PondNote> & { address: string } {
  const typed = typedIn(fields, 300);
  const faults: Faults = {};
  const pond = (typed['pond'] ?? '').trim();
  if (pond === '') faults['pond'] = 'Give the pond a name, any name that you will know again.';
  else if (pond.length > longestPond) faults['pond'] = `Use at most ${longestPond} characters for the pond.`;
  const clarity = clarities.find(({ name }) => name === typed['clarity']);
  if (!clarity) faults['clarity'] = 'Choose how clear the water was.';
  const minutes = minutesIn(typed, faults);
  const address = addressIn(typed, faults);
  const saw = pondLife.filter(({ name }) => typed[name] === 'yes').map(({ name }) => name);
  const isRead = clarity !== undefined && Object.keys(faults).length === 0;
  const read = isRead ? { pond: pond.toWellFormed(), clarity: clarity.name, saw, minutes } : undefined;
  return { visit: visitOf(fields), typed, faults, address, read };
}

/** Another try for a report that failed: only the address is asked for again, because it was not stored. */
export function readAddress(fields: RequestFields): {
  visit: string | undefined;
  address: string;
  faults: Faults;
} {
  const faults: Faults = {};
  const address = addressIn(typedIn(fields, 300), faults);
  return { visit: isVisit(fields['visit']) ? fields['visit'] : undefined, address, faults };
}

function addressIn(typed: TypedFields, faults: Faults): string {
  const address = (typed['email'] ?? '').trim();
  const isAddress = address.length <= 254 && /^[^\s@<>]+@[^\s@<>.]+\.[^\s@<>]+$/.test(address);
  if (!isAddress) faults['email'] = 'Write your email address, such as name@example.org.';
  return address;
}
