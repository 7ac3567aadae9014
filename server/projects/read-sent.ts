/** Reads what `POST /api/project/add` was sent: in our names or PPSR's, a whole project or what changes of one. */
import { notesOf } from '../../src/contract/notes.ts';
import { jsonpFields } from '../../src/contract/jsonp.ts';
import { inOurNames } from '../../src/contract/ppsr.ts';
import { ppsrNames } from '../../src/contract/ppsr-names.ts';
import { projectAddInput, projectChange, projectInput } from '../../src/contract/project.ts';
import { ignoredIn } from '../http/mount.ts';
import { badFields, type FieldFault } from '../http/refusal.ts';
import { matched, matchedPart, type Part, type Project, readAll, warningsOf } from './read-project.ts';

type Fields = Record<string, unknown>;

/** `sentAs`: the names under which a field was sent. */
export type Sent = { warnings: string[]; sentAs: (field: string) => string } & (
  { serviceId: number; said: Part } | { serviceId: undefined; project: Project }
);

const ours = projectAddInput.shape;
const known = { has: (name: string) => Object.hasOwn(ours, name) || ppsrNames.has(name) };

/** Names every bad field at once, as it was sent. */
export function readSent(fields: Fields): Sent {
  const names = inOurNames(fields);
  const id = ours.service_id.safeParse(fields['service_id']);
  const callbacks = Object.entries(jsonpFields).map(
    ([name, field]) => [name, field.safeParse(fields[name])] as const,
  );
  const reading =
    fields['service_id'] === undefined
      ? readAll(names.fields, projectInput, matched)
      : readAll(names.fields, projectChange, matchedPart);
  const faults: FieldFault[] = [
    ...('faults' in reading ? reading.faults : []),
    ...(id.success ? [] : faultsOf('service_id', id.error)),
    ...callbacks.flatMap(([name, { error }]) => (error ? faultsOf(name, error) : [])),
  ];
  if (faults.length > 0)
    throw badFields(
      faults.flatMap(({ field, message }) =>
        names.sentAs(field).map((name) => ({ field: name, message: names.told(field, message) })),
      ),
    );
  const sentAs = (field: string) => names.sentAs(field).join(' and ');
  const read = 'project' in reading ? reading.project : (reading as { part: Part }).part;
  const ignored = ignoredIn(fields, known);
  const dropped = 'notes' in reading ? reading.notes : [];
  const warnings = [
    ...notesOf(projectInput.shape, names.fields, sentAs),
    ...warningsOf(read, sentAs),
    ...dropped.map(({ field, message }) => `${sentAs(field)} ${message}`),
    ...(ignored ? [ignored] : []),
    ...unusedSentence(names.unused),
  ];
  return id.data === undefined
    ? { serviceId: undefined, project: read as Project, warnings, sentAs }
    : { serviceId: id.data, said: read, warnings, sentAs };
}

/** What stands inside PPSR's objects and has no place here, as one warning. */
export const unusedSentence = (unused: string[]): string[] =>
  unused.length === 0 ? [] : [`no field of a project took: ${unused.join(', ')}`];

const faultsOf = (field: string, { issues }: { issues: { message: string }[] }): FieldFault[] =>
  issues.map(({ message }) => ({ field, message }));
