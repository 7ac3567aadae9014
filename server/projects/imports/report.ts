/** The report of an import, with the result of each record, as a file for people and programs. */
import type { FieldFault } from '../../http/refusal.ts';
import { csvText } from '../../text/csv.ts';
import type { ImportedEntry, ReportedEntry } from './import.ts';
import type { Inventory } from './inventory.ts';

export type ImportReport = {
  file: string;
  form: Inventory['form'];
  isDryRun: boolean;
  entries: ImportedEntry[];
};

/** JSON, or CSV with one line per message, depending on the ending of the report's name. */
export const reportText = (path: string, report: ImportReport): string =>
  /\.csv$/i.test(path) ? asCsv(report) : asJson(report);

/** `taken without a warning`, `warned` or `refused`. */
const resultOf = ({ result, fields }: ImportedEntry): string =>
  result === 'refused' ? result : fields.length > 0 ? `${result} with warnings` : result;

function asJson({ file, form, isDryRun, entries }: ImportReport): string {
  const count = (isOne: (entry: ImportedEntry) => boolean) => entries.filter(isOne).length;
  const isTaken = ({ result }: ImportedEntry) => result !== 'refused';
  const report = {
    file,
    form,
    dry_run: isDryRun,
    read: entries.length,
    taken: count(isTaken),
    warned: count((entry) => isTaken(entry) && entry.fields.length > 0),
    refused: count((entry) => !isTaken(entry)),
    entries: entries.map(({ place, name, result, projectId, fields }) => ({
      place,
      name,
      result,
      ...(projectId !== undefined && { project_id: projectId }),
      ...(fields.length > 0 && { [result === 'refused' ? 'errors' : 'warnings']: fields }),
    })),
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}

function asCsv({ entries }: ImportReport): string {
  const rows = entries.flatMap((entry) => {
    const of = [entry.place, entry.name, resultOf(entry), String(entry.projectId ?? '')];
    const remarks = entry.fields.length > 0 ? entry.fields : [{ field: '', message: '' }];
    return remarks.map(({ field, message }) => [...of, field, message]);
  });
  return csvText(['place', 'name', 'result', 'project_id', 'field', 'message'], rows);
}

/** Entries from which on a remark that they share is said once. */
const fewShared = 3;
/** Places of a shared remark that are listed. */
const maxPlaces = 5;

/** A remark of several entries in one sentence, with the first of their places. */
export type SharedRemark = { remark: string; count: number; places: string[] };

/** Says what many entries share once: two hundred rows may all lack the same column. */
export function summedUp(entries: readonly ReportedEntry[]): {
  shared: SharedRemark[];
  others: ReportedEntry[];
} {
  const remarkOf = ({ field, message }: FieldFault) => `${field} ${message}`;
  const placesOf = new Map<string, string[]>();
  for (const { place, fields } of entries)
    for (const remark of new Set(fields.map(remarkOf))) {
      const places = placesOf.get(remark);
      if (places) places.push(place);
      else placesOf.set(remark, [place]);
    }
  const isShared = (fault: FieldFault) => (placesOf.get(remarkOf(fault))?.length ?? 0) >= fewShared;
  const others = entries.map((entry) => ({
    ...entry,
    fields: entry.fields.filter((fault) => !isShared(fault)),
  }));
  return {
    shared: [...placesOf]
      .filter(([, places]) => places.length >= fewShared)
      .map(([remark, places]) => ({ remark, count: places.length, places: places.slice(0, maxPlaces) })),
    others: others.filter(({ fields }) => fields.length > 0),
  };
}
