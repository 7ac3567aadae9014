/** Imports many projects at once; each is read by the same rules as one that is added by the API. */
import { setImmediate } from 'node:timers/promises';
import type { FieldFault } from '../../http/refusal.ts';
import type { Contacts, Project } from '../reading/read-project.ts';
import type { InventoryRecord } from './inventory.ts';
import { type ReadRecord, readRecord } from './read-record.ts';
import type { Change, NewProject, ProjectStore } from '../store.ts';

export type Importing = Contacts & {
  /** The account that manages the added projects. */
  accountId: number;
  publish: boolean;
  now: number;
  /** Reads and reports everything, and stores nothing. */
  isDryRun?: boolean;
  /** Called now and then with the number of entries that have been read. */
  onProgress?: (done: number, of: number) => void;
};

/** An entry by its position in the file, with its faults or corrections. */
export type ReportedEntry = { index: number; place: string; name: string; fields: FieldFault[] };
/** The result of each entry; `projectId` is absent for refused entries, and for additions in a dry run. */
export type ImportedEntry = ReportedEntry & { result: 'added' | 'updated' | 'refused'; projectId?: number };
/** `refused` entries were left out, `warned` ones were accepted. */
export type Imported = {
  added: number;
  updated: number;
  refused: ReportedEntry[];
  warned: ReportedEntry[];
  entries: ImportedEntry[];
};

/**
 * Stores every readable entry, in one transaction. A given `id` is kept; an entry with the origin and name of a stored
 * project, or of an earlier entry, is an update of it: those that it has, or that an import first gave it.
 */
export async function importProjects(
  projects: ProjectStore,
  records: (InventoryRecord | ReadRecord)[],
  { accountId, publish, now, contact, owner, isDryRun = false, onProgress }: Importing,
): Promise<Imported> {
  const entries: (ImportedEntry & { source?: string })[] = [];
  const added = new Map<string, NewProject>();
  /** By the id of the project, which a file may name twice: as it was called before a correction, and after it. */
  const changed = new Map<number, Change>();
  const taken = new Map<number, string>();

  for (const [index, record] of records.entries()) {
    if (index % 100 === 0) onProgress?.(index, records.length);
    // The service answers other requests in between, when an operator imports on a page.
    if (index % 10 === 9) await setImmediate();
    const read = 'name' in record ? record : readRecord(record, { contact, owner });
    const identity = { index, place: read.place, name: read.name };
    const refuse = (fields: FieldFault[]) => entries.push({ ...identity, result: 'refused', fields });
    if ('faults' in read) {
      refuse(read.faults);
      continue;
    }
    const { id, project } = read;
    const source = JSON.stringify([project.origin, project.name]);
    const inFile = added.get(source);
    const stored = inFile ? undefined : await storedAs(projects, project, id);
    const earlier = inFile ?? (stored && changed.get(stored.project_id));
    const knownAs = earlier?.id ?? stored?.project_id;
    if (id !== undefined) {
      const isOthers =
        id !== stored?.project_id &&
        ((taken.get(id) ?? source) !== source || (await projects.row(id)) !== undefined);
      if (isOthers || (knownAs !== undefined && knownAs !== id)) {
        refuse([
          {
            field: 'id',
            message: isOthers ? 'is the id of another project' : 'differs from the id it has here',
          },
        ]);
        continue;
      }
      taken.set(id, source);
    }
    if (earlier) Object.assign(earlier, { project }, id !== undefined && { id });
    else if (stored) changed.set(stored.project_id, { id: stored.project_id, project, accountId, publish });
    else added.set(source, { id, project, accountId, lineage: null, publish, isImported: true });
    const result = earlier || stored ? ('updated' as const) : ('added' as const);
    const made = stored ? { projectId: stored.project_id } : { source };
    entries.push({ ...identity, name: project.name, result, fields: read.notes, ...made });
  }
  const ids = isDryRun ? [] : await projects.saveAll([...added.values()], [...changed.values()], now);
  onProgress?.(records.length, records.length);
  const idOfSource = new Map([...added.keys()].map((source, at) => [source, ids[at]]));
  const all = entries.map(({ source, ...entry }): ImportedEntry => {
    const projectId = source === undefined ? undefined : idOfSource.get(source);
    return { ...entry, ...(projectId !== undefined && { projectId }) };
  });
  return { ...countsOf(all), entries: all };
}

/** The stored project that an entry means; a file with ids may be older than a correction of the name. */
const storedAs = async (
  projects: Pick<ProjectStore, 'findBySource' | 'findByFormerName'>,
  { origin, name }: Project,
  id: number | undefined,
) =>
  (await projects.findBySource(origin, name)) ??
  (id === undefined ? undefined : await projects.findByFormerName(id, origin, name));

function countsOf(entries: ImportedEntry[]): Omit<Imported, 'entries'> {
  const reported = (some: ImportedEntry[]) =>
    some.map(({ index, place, name, fields }): ReportedEntry => ({ index, place, name, fields }));
  const count = (result: ImportedEntry['result']) =>
    entries.filter((entry) => entry.result === result).length;
  return {
    added: count('added'),
    updated: count('updated'),
    refused: reported(entries.filter(({ result }) => result === 'refused')),
    warned: reported(entries.filter(({ result, fields }) => result !== 'refused' && fields.length > 0)),
  };
}
