/** Reads one record of a file by the rules of the API; pure, so that a thread may do it. */
import { isBlank } from '../../../src/contract/ppsr/forms.ts';
import type { FieldFault } from '../../http/refusal.ts';
import { type Contacts, type Project, type ProjectReading, readProject } from '../reading/read-project.ts';
import { adapted } from './directories.ts';
import type { InventoryRecord } from './inventory.ts';

/** A record that was read: the project to store, or why it is left out. */
export type ReadRecord = { place: string; name: string } & (
  { faults: FieldFault[] } | { id: number | undefined; project: Project; notes: FieldFault[] }
);

/** Reads a record of a file. */
export function readRecord(record: InventoryRecord, contacts: Contacts): ReadRecord {
  const entry = 'entry' in record ? record.entry : undefined;
  const identity = { place: record.place, name: nameOf(entry) };
  if ('fault' in record) return { ...identity, faults: [{ field: 'body', message: record.fault }] };
  const { id, reading } = readEntry(entry, contacts);
  if (id === 'fault' || 'faults' in reading)
    return {
      ...identity,
      faults: [...(id === 'fault' ? [idFault] : []), ...('faults' in reading ? reading.faults : [])],
    };
  const { project, notes } = reading;
  return { ...identity, id, project, notes };
}

/** An id in our own export is kept; the id of another directory is ignored. */
function readEntry(
  value: unknown,
  { contact, owner }: Contacts,
): { id: number | 'fault' | undefined; reading: ProjectReading } {
  const { entry, directory, notes } = adapted(value);
  const isFromDirectory = directory !== undefined;
  const reading = readProject(entry, { contact: contact ?? (isFromDirectory ? owner : undefined), owner });
  const id = isFromDirectory ? undefined : idOf(entry);
  if ('faults' in reading) return { id, reading };
  const isOwners =
    isFromDirectory && contact === undefined && isBlank((entry as Record<string, unknown>)['contact_email']);
  const contactNote = isOwners ? [ownersNote] : [];
  return { id, reading: { ...reading, notes: [...notes, ...reading.notes, ...contactNote] } };
}

const ownersNote: FieldFault = {
  field: 'contact_email',
  message: 'is not given; the owner is the contact, unless --contact names another',
};

const idFault: FieldFault = { field: 'id', message: 'must be a positive whole number' };

/** A number in JSON, or the cell of a table. */
function idOf(entry: unknown): number | 'fault' | undefined {
  const key = (entry as { id?: unknown } | null)?.id ?? undefined;
  if (key === undefined) return undefined;
  const id = typeof key === 'string' && /^\d{1,15}$/.test(key) ? Number(key) : key;
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : 'fault';
}

function nameOf(entry: unknown): string {
  const { name: ours, ProjectName, projectName } = (entry ?? {}) as Record<string, unknown>;
  const name = ours ?? ProjectName ?? projectName;
  return typeof name === 'string' ? name.slice(0, 300) : '';
}
