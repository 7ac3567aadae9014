/** The report of an import, with the result of each record, as a file for people and programs. */
import type { ImportedEntry } from './import.ts';
import type { Inventory } from './inventory.ts';

export type ImportReport = {
  file: string;
  form: Inventory['form'];
  isDryRun: boolean;
  entries: ImportedEntry[];
};

type Row = [place: string, name: string, result: string, projectId: string, field: string, message: string];

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
    ...{ file, form, dry_run: isDryRun, read: entries.length },
    taken: count(isTaken),
    warned: count((entry) => isTaken(entry) && entry.fields.length > 0),
    refused: count((entry) => !isTaken(entry)),
    entries: entries.map(({ place, name, result, projectId, fields }) => ({
      ...{ place, name, result },
      ...(projectId !== undefined && { project_id: projectId }),
      ...(fields.length > 0 && { [result === 'refused' ? 'errors' : 'warnings']: fields }),
    })),
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}

function asCsv({ entries }: ImportReport): string {
  const rows = entries.flatMap((entry): Row[] => {
    const of = [entry.place, entry.name, resultOf(entry), String(entry.projectId ?? '')] as const;
    const said = entry.fields.length > 0 ? entry.fields : [{ field: '', message: '' }];
    return said.map(({ field, message }): Row => [...of, field, message]);
  });
  const header: Row = ['place', 'name', 'result', 'project_id', 'field', 'message'];
  return [header, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/** Escapes a cell that starts like a formula: spreadsheet programs would run it. */
const cell = (text: string): string => {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};
