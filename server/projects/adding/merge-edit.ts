/** The three-way merge of an edit: what the form showed, what is stored by now, and what was typed. */
import {
  projectFieldNames,
  regionInputs,
  type ProjectField,
  type Typed,
} from '../../../src/contract/pages/project-form.ts';
import { sha256 } from '../../secrets/secrets.ts';
import { type Changes, changesBetween } from '../changes.ts';
import type { Project } from '../reading/read-project.ts';
import { typedOf } from './typed-form.ts';

/** A digest of each field that has a value, by its name: the form sends it back as it was shown. */
export type SeenFields = Map<string, string>;

/** Characters of a digest: enough to tell two values of one field apart. */
const digestLength = 12;

const digestOf = (value: unknown): string | undefined =>
  value === undefined ? undefined : sha256(JSON.stringify(value)).slice(0, digestLength);

/** Describes a project as a form shows it, for a hidden field of that form. */
export const seenOf = (project: Project): string =>
  projectFieldNames
    .flatMap((name) => (project[name] === undefined ? [] : [`${name}:${digestOf(project[name])}`]))
    .join(' ');

/** Reads the hidden field; undefined for a form that has none. */
export function readSeen(value: unknown): SeenFields | undefined {
  if (typeof value !== 'string') return undefined;
  const pairs = value.slice(0, maxSeen).split(' ');
  return new Map(pairs.map((pair): [string, string] => [pair.split(':')[0] ?? '', pair.split(':')[1] ?? '']));
}

/** Characters: a name and a digest for each field. */
const maxSeen = 5000;

export type MergedEdit = {
  /** The changes of the person who sent the form. */
  changes: Changes;
  /** Fields that this person and somebody else changed, each to another value. */
  conflicts: ProjectField[];
};

/** Keeps the fields that the sender left alone as they are by now, whoever changed them meanwhile. */
export function mergedEdit(seen: SeenFields | undefined, now: Project, sent: Project): MergedEdit {
  const all = changesBetween(now, sent);
  if (!seen) return { changes: all, conflicts: [] };
  const isAsSeen = (project: Project, name: ProjectField) => digestOf(project[name]) === seen.get(name);
  const own = projectFieldNames.filter((name) => name in all && !isAsSeen(sent, name));
  return {
    changes: Object.fromEntries(own.map((name) => [name, all[name]])) as Changes,
    conflicts: own.filter((name) => !isAsSeen(now, name)),
  };
}

/** The form again after a conflict: what was typed, and for fields that were left alone what is stored by now. */
export function mergedTyped(typed: Typed, now: Project, { changes }: MergedEdit): Typed {
  const stored = typedOf(now);
  const merged: Typed = {};
  for (const name of projectFieldNames) {
    const source = name in changes ? typed : stored;
    for (const input of name === 'regions' ? regionInputs : [name])
      if (source[input] !== undefined) merged[input] = source[input];
  }
  return merged;
}
