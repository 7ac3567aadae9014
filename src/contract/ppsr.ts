/** What was sent in the names of PPSR, put into ours before anything is checked; ours win where both are given. */
import * as form from './ppsr-forms.ts';
import { allNames, type OtherName, readMembers } from './ppsr-names.ts';

type Sent = Record<string, unknown>;

export type InOurNames = {
  fields: Sent;
  /** The names under which a field was sent; its own where it was sent so, or not at all. */
  sentAs: (field: string) => string[];
  /** The message for a fault of a field, in the words of the vocabulary that it was sent in. */
  told: (field: string, message: string) => string;
  /** Names inside PPSR's objects that say something which no field took. */
  unused: string[];
};

/** A longer list is read by nobody: our field refuses it, whatever it holds. */
const mostEntries = 300;

/** What was sent, in our names; what is neither ours nor PPSR's stays as it is. */
export function inOurNames(sent: Sent): InOurNames {
  const fields: Sent = Object.assign(Object.create(null), sent) as Sent;
  const said = new Map<string, OtherName[]>();
  const given = new Map<string, unknown>();
  for (const other of allNames) {
    const { name, field, read, from = name } = other;
    if (sent[field] !== undefined) continue;
    if (read && !given.has(from)) given.set(from, valueAt(sent, from));
    const found = read ? given.get(from) : (sent[name] ?? undefined);
    const isTooLong = Array.isArray(found) && found.length > mostEntries;
    const value = read && !isTooLong && found !== undefined ? read(found, sent) : found;
    if (value === undefined) continue;
    const earlier = said.get(field);
    if (earlier && field !== 'tags' && earlier[0]?.from !== from) continue;
    fields[field] = earlier ? joined(fields[field], value) : value;
    said.set(field, [...(earlier ?? []), other]);
  }
  return {
    fields,
    sentAs: (field) => said.get(field)?.map(({ name }) => name) ?? [field],
    told: (field, message) => said.get(field)?.[0]?.says ?? message,
    unused: unusedIn(sent, (name): boolean =>
      allNames.some(
        (other) =>
          other.name === name && (sent[other.field] !== undefined || said.get(other.field)?.includes(other)),
      ),
    ),
  };
}

/** Longer names, and more of them, are told to nobody. */
const [longestName, mostTold] = [100, 20];

/** Of objects of PPSR's, the members that hold something which was not read. */
function unusedIn(sent: Sent, isUsed: (name: string) => boolean): string[] {
  const missed = allNames.filter(
    ({ name, mayMiss }) => mayMiss && !form.isBlank(sent[name]) && !isUsed(name),
  );
  const unused = new Set(missed.map(({ name }) => name));
  for (const [top, members] of Object.entries(readMembers))
    for (const each of form.listed(valueAt(sent, top)).slice(0, mostEntries)) {
      if (typeof each !== 'object' || each === null) continue;
      for (const [member, value] of Object.entries(each)) {
        const name = `${top}.${member.slice(0, longestName)}`;
        if (unused.size < mostTold && !members.includes(member) && !isUsed(name) && !form.isBlank(value))
          unused.add(name);
      }
    }
  return [...unused];
}

/** Whether the contact is named by PPSR's names, and by a page only: our own export gives no mail address away. */
export const isContactByWebsite = (sent: Sent): boolean =>
  form.isBlank(sent['contact_email']) &&
  ['projectResponsiblePartyContactEmail', 'ProjectContactEmail'].every((name) => form.isBlank(sent[name])) &&
  form.isByWebsite(valueAt(sent, 'contactPoint'));

const joined = (one: unknown, other: unknown) =>
  Array.isArray(one) && Array.isArray(other) ? [...(one as unknown[]), ...(other as unknown[])] : one;

/** The value of a name; of a list of objects, what stands inside each. */
function valueAt(sent: Sent, name: string): unknown {
  const [top = name, inner] = name.split('.');
  // A form has no objects: there the whole name may stand, or JSON.
  if (inner === undefined) return form.parsed(sent[name] ?? membersOf(sent, name));
  if (sent[name] !== undefined) return form.parsed(sent[name] ?? undefined);
  const outer = form.listed(sent[top]);
  if (outer.length > mostEntries) return outer;
  const found = outer
    .map((each) => (typeof each === 'object' && each !== null ? (each as Sent)[inner] : undefined))
    .filter((each) => !form.isBlank(each));
  return found.length > 1 ? found.flat() : found[0];
}

/** An object whose members came by their whole names, as `projectGeographicLocation.projectPinLatitude`. */
function membersOf(sent: Sent, top: string): Sent | undefined {
  const members = allNames.flatMap(({ name }) =>
    name.startsWith(`${top}.`) && sent[name] !== undefined
      ? [[name.slice(top.length + 1), sent[name]] as const]
      : [],
  );
  return members.length === 0 ? undefined : Object.fromEntries(members);
}
