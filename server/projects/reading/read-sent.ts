/** Reads the fields of `POST /api/project/add`: in our names or PPSR's, a complete project or the changes of one. */
import { notesOf } from '../../../src/contract/fields/notes.ts';
import { jsonpFields } from '../../../src/contract/api/jsonp.ts';
import { inOurNames, isContactByWebsite } from '../../../src/contract/ppsr/in-our-names.ts';
import { ppsrNames } from '../../../src/contract/ppsr/names.ts';
import { projectAddInput, projectChange, projectInput } from '../../../src/contract/api/project.ts';
import { ignoredIn } from '../../http/mount.ts';
import { badFields, type FieldFault } from '../../http/refusal.ts';
import {
  matched,
  matchedPart,
  type PartialProject,
  type Project,
  readAll,
  warningsOf,
} from './read-project.ts';

type SentFields = Record<string, unknown>;

/**
 * Plain values, because they may come from a thread. `sentAs`: the names under which a field was sent, if they are not
 * ours.
 */
export type SentProject = { warnings: string[]; sentAs: Record<string, string> } & (
  { serviceId: number; said: PartialProject } | { serviceId: undefined; project: Project }
);

const ours = projectAddInput.shape;
const known = { has: (name: string) => Object.hasOwn(ours, name) || ppsrNames.has(name) };

const contactedByPage =
  'contactPoint names a page and no email address: that of your account is the contact; only editors see it';

/**
 * Throws a refusal that names every bad field at once, as it was sent. `contact`: the contact of a new project that
 * gives a page and no address.
 */
export function readSent(sent: SentFields, contact?: string): SentProject {
  const isByPage = contact !== undefined && sent['service_id'] === undefined && isContactByWebsite(sent);
  const fields = isByPage ? { ...sent, contact_email: contact } : sent;
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
        names.sentAs(field).map((name) => ({ field: name, message: names.messageFor(field, message) })),
      ),
    );
  const sentAs = (field: string) => names.sentAs(field).join(' and ');
  const read = 'project' in reading ? reading.project : (reading as { part: PartialProject }).part;
  const ignored = ignoredIn(fields, known);
  const dropped = 'notes' in reading ? reading.notes : [];
  const warnings = [
    ...notesOf(projectInput.shape, names.fields, sentAs),
    ...warningsOf(read, sentAs),
    ...dropped.map(({ field, message }) => `${sentAs(field)} ${message}`),
    ...(ignored ? [ignored] : []),
    ...unusedSentence(names.unused),
    ...(isByPage ? [contactedByPage] : []),
  ];
  const common = {
    warnings,
    sentAs: Object.fromEntries(
      Object.keys(projectInput.shape)
        .map((field) => [field, sentAs(field)])
        .filter(([field, name]) => field !== name),
    ) as SentProject['sentAs'],
  };
  return id.data === undefined
    ? { serviceId: undefined, project: read as Project, ...common }
    : { serviceId: id.data, said: read, ...common };
}

/** One warning about values inside PPSR's objects that no field here takes. */
const unusedSentence = (unused: string[]): string[] =>
  unused.length === 0 ? [] : [`no field of a project took: ${unused.join(', ')}`];

const faultsOf = (field: string, { issues }: { issues: { message: string }[] }): FieldFault[] =>
  issues.map(({ message }) => ({ field, message }));
