/**
 * Renames fields that were sent under PPSR's names to ours, before anything is checked; ours take precedence if both
 * are given.
 */
import * as form from './forms.ts';
import { allNames, type OtherName, readMembers } from './names.ts';

type SentDocument = Record<string, unknown>;

export type InOurNames = {
  fields: SentDocument;
  /** The names under which a field was sent; its own name if it was sent so, or not at all. */
  sentAs: (field: string) => string[];
  /** The message for a fault of a field, in the words of the vocabulary in which it was sent. */
  messageFor: (field: string, message: string) => string;
  /** Names inside PPSR's objects with values that no field took. */
  unused: string[];
};

/** Entries. A longer list is not converted: our field refuses it in any case. */
const maxEntries = 300;

/** Returns the sent fields under our names; names that are neither ours nor PPSR's stay. */
export function inOurNames(sent: SentDocument): InOurNames {
  const fields: SentDocument = Object.assign(Object.create(null), sent) as SentDocument;
  const names = new Map<string, OtherName[]>();
  const values = new Map<string, unknown>();
  for (const other of allNames) {
    const { name, field, read, from = name } = other;
    if (sent[field] !== undefined) continue;
    if (read && !values.has(from)) values.set(from, valueAt(sent, from));
    const original = read ? values.get(from) : (sent[name] ?? undefined);
    const isTooLong = Array.isArray(original) && original.length > maxEntries;
    const value = read && !isTooLong && original !== undefined ? read(original, sent) : original;
    if (value === undefined) continue;
    const earlier = names.get(field);
    if (earlier && field !== 'tags' && earlier[0]?.from !== from) continue;
    fields[field] = earlier ? joined(fields[field], value) : value;
    names.set(field, [...(earlier ?? []), other]);
  }
  return {
    fields,
    sentAs: (field) => names.get(field)?.map(({ name }) => name) ?? [field],
    messageFor: (field, message) => names.get(field)?.[0]?.says ?? message,
    unused: unusedIn(
      sent,
      new Set(
        allNames
          .filter((other) => sent[other.field] !== undefined || names.get(other.field)?.includes(other))
          .map(({ name }) => name),
      ),
    ),
  };
}

/** Longer names, and more of them, are not reported. */
const [longestName, maxReported] = [100, 20];

/** The members of PPSR's objects that have a value and were not read. */
function unusedIn(sent: SentDocument, used: ReadonlySet<string>): string[] {
  const missed = allNames.filter(
    ({ name, mayMiss }) => mayMiss && !form.isBlank(sent[name]) && !used.has(name),
  );
  const unused = new Set(missed.map(({ name }) => name));
  for (const [top, members] of Object.entries(readMembers))
    for (const each of form.listed(valueAt(sent, top)).slice(0, maxEntries)) {
      if (typeof each !== 'object' || each === null) continue;
      for (const [member, value] of Object.entries(each)) {
        const name = `${top}.${member.slice(0, longestName)}`;
        if (unused.size < maxReported && !members.includes(member) && !used.has(name) && !form.isBlank(value))
          unused.add(name);
      }
    }
  return [...unused];
}

/** Whether the contact is given in PPSR's names, and by a page only: our own export does not contain mail addresses. */
export const isContactByWebsite = (sent: SentDocument): boolean =>
  form.isBlank(sent['contact_email']) &&
  ['projectResponsiblePartyContactEmail', 'ProjectContactEmail'].every((name) => form.isBlank(sent[name])) &&
  form.isByWebsite(valueAt(sent, 'contactPoint'));

const joined = (one: unknown, other: unknown) =>
  Array.isArray(one) && Array.isArray(other) ? [...(one as unknown[]), ...(other as unknown[])] : one;

/** The value of a name; for a list of objects, the values inside each. */
function valueAt(sent: SentDocument, name: string): unknown {
  const [top = name, inner] = name.split('.');
  // A form has no objects: the whole name, or JSON, may be given there.
  if (inner === undefined) return form.parsed(sent[name] ?? membersOf(sent, name));
  if (sent[name] !== undefined) return form.parsed(sent[name] ?? undefined);
  const outer = form.listed(sent[top]);
  if (outer.length > maxEntries) return outer;
  const values = outer
    .map((each) => (typeof each === 'object' && each !== null ? (each as SentDocument)[inner] : undefined))
    .filter((each) => !form.isBlank(each));
  return values.length > 1 ? values.flat() : values[0];
}

/** An object whose members were sent by their full names, such as `projectGeographicLocation.projectPinLatitude`. */
function membersOf(sent: SentDocument, top: string): SentDocument | undefined {
  const members = allNames.flatMap(({ name }) =>
    name.startsWith(`${top}.`) && sent[name] !== undefined
      ? [[name.slice(top.length + 1), sent[name]] as const]
      : [],
  );
  return members.length === 0 ? undefined : Object.fromEntries(members);
}
