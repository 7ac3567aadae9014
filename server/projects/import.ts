/** Brings in many projects at once, each read by the same rules as one that is added by the API. */
import type { FieldFault } from '../http/refusal.ts';
import { readProject } from './read-project.ts';
import type { Change, NewProject, ProjectStore } from './store.ts';

export type Importing = {
  /** Who manages what is added. */
  accountId: number;
  publish: boolean;
  now: number;
  /** The contact of what names none; without it, what says that it is to be reached by a page gets `owner`. */
  contact?: string | undefined;
  owner?: string | undefined;
  /** Told now and then how many entries have been read. */
  onProgress?: (done: number, of: number) => void;
};

/** An entry by its place in the file, with what is wrong with it or was put right in it. */
export type ToldEntry = { index: number; name: string; fields: FieldFault[] };
/** `refused` were left out, `warned` were taken. */
export type Imported = { added: number; updated: number; refused: ToldEntry[]; warned: ToldEntry[] };

/**
 * Stores every entry that can be read, in one transaction. A given `id` is kept; an entry with the origin and
 * name of a stored project, or of an earlier entry, is its update.
 */
export async function importProjects(
  projects: ProjectStore,
  entries: unknown[],
  { accountId, publish, now, contact, owner, onProgress }: Importing,
): Promise<Imported> {
  const refused: ToldEntry[] = [];
  const warned: ToldEntry[] = [];
  const added = new Map<string, NewProject>();
  const changed = new Map<string, Change>();
  const taken = new Map<number, string>();
  let updates = 0;

  for (const [index, entry] of entries.entries()) {
    const refuse = (fields: FieldFault[]) => refused.push({ index, name: nameOf(entry), fields });
    if (index % 100 === 0) onProgress?.(index, entries.length);
    const id = idOf(entry);
    const reading = readProject(entry, { contact, owner });
    if (id === 'fault' || 'faults' in reading) {
      refuse([...(id === 'fault' ? [idFault] : []), ...('faults' in reading ? reading.faults : [])]);
      continue;
    }
    const { project } = reading;
    const source = JSON.stringify([project.origin, project.name]);
    const earlier = added.get(source) ?? changed.get(source);
    const stored = earlier ? undefined : await projects.findBySource(project.origin, project.name);
    const knownAs = earlier?.id ?? stored?.project_id;
    if (id !== undefined) {
      const isOthers =
        (taken.get(id) ?? source) !== source || (id !== stored?.project_id && (await projects.row(id)));
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
    if (reading.notes.length > 0) warned.push({ index, name: nameOf(entry), fields: reading.notes });
    if (earlier) Object.assign(earlier, { project }, id !== undefined && { id });
    else if (stored) changed.set(source, { id: stored.project_id, project, accountId, publish });
    else added.set(source, { id, project, accountId, lineage: null, publish });
    if (earlier || stored) updates += 1;
  }
  await projects.saveAll([...added.values()], [...changed.values()], now);
  onProgress?.(entries.length, entries.length);
  return { added: added.size, updated: updates, refused, warned };
}

const idFault: FieldFault = { field: 'id', message: 'must be a positive whole number' };

function idOf(entry: unknown): number | 'fault' | undefined {
  const id = (entry as { id?: unknown } | null)?.id ?? undefined;
  if (id === undefined) return undefined;
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : 'fault';
}

function nameOf(entry: unknown): string {
  const { name: ours, ProjectName, projectName } = (entry ?? {}) as Record<string, unknown>;
  const name = ours ?? ProjectName ?? projectName;
  return typeof name === 'string' ? name.slice(0, 300) : '';
}
