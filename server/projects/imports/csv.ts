/** Reads projects from CSV whose first line names the columns, in our names, PPSR's or another directory's. */
import { type CsvError, parse } from 'csv-parse/sync';
import { ppsrNames } from '../../../src/contract/ppsr-names.ts';
import { projectFields } from '../../../src/contract/project.ts';
import { isOfDirectory } from './directories.ts';

/** A fault of a whole file: a predicate that ends with a full stop. */
export class InventoryFault extends Error {}

type CsvRecord = { place: string } & ({ entry: object } | { fault: string });

/** Characters. A larger record has a quotation mark that is never closed. */
const maxOfRecord = 3_000_000;

/** Faulty lines are reported and left out; an empty cell counts as absent. */
export function readCsv(text: string): CsvRecord[] {
  const [header = ''] = text.split(/[\r\n]/, 1);
  const delimiter = delimiterOf(header);
  const faults: CsvRecord[] = [];
  let rows: { record: Record<string, string>; info: { lines: number } }[];
  try {
    rows = parse(text, {
      bom: true,
      delimiter,
      columns: columnsOf,
      info: true,
      skip_empty_lines: true,
      max_record_size: maxOfRecord,
      skip_records_with_error: true,
      on_skip: (error) => {
        if (error) faults.push({ place: `line ${lineOf(error)}`, fault: sentenceOf(error) });
        return undefined;
      },
    }) as unknown as typeof rows;
  } catch (error) {
    if (error instanceof InventoryFault) throw error;
    throw new InventoryFault(`cannot be read as CSV: ${(error as Error).message}.`);
  }
  const read = rows.map(({ record, info }): CsvRecord & { line: number } => ({
    place: `line ${info.lines}`,
    line: info.lines,
    entry: Object.fromEntries(Object.entries(record).filter(([, cell]) => cell.trim() !== '')),
  }));
  return [...read.map(({ line: _, ...record }) => record), ...faults];
}

const lineOf = (error: CsvError): string => String((error as { lines?: number }).lines ?? '?');

const sentenceOf = (error: CsvError): string =>
  error.code.startsWith('CSV_RECORD_INCONSISTENT')
    ? 'has a different number of cells than the first line'
    : `cannot be read as CSV: ${error.message}`;

/** The delimiter that splits the first line into the most names. */
function delimiterOf(header: string): string {
  const parts = [',', ';', '\t', '|'].map((delimiter) => ({
    delimiter,
    count: header.split(delimiter).length,
  }));
  return parts.reduce((max, one) => (one.count > max.count ? one : max)).delimiter;
}

/**
 * Reduces a column name to letters and digits, because people write `Contact e-mail`, `contact_email`,
 * `projectPinLatitude`.
 */
const folded = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

const known = new Map<string, string>();
for (const name of [...Object.keys(projectFields), ...ppsrNames, 'id']) {
  const inner = name.split('.').at(-1) ?? name;
  for (const each of [inner, name]) if (!known.has(folded(each))) known.set(folded(each), name);
}

function columnsOf(header: string[]): string[] {
  const given = header.map((cell) => cell.trim());
  const isTheirs = isOfDirectory(given);
  const names = given.map((name) => {
    return isTheirs || ppsrNames.has(name) || Object.hasOwn(projectFields, name)
      ? name
      : (known.get(folded(name)) ?? name);
  });
  if (!isTheirs && !names.some((name) => ['name', 'projectName', 'ProjectName'].includes(name)))
    throw new InventoryFault(
      'is neither JSON nor CSV whose first line names the columns, one of them name or projectName.',
    );
  const twice = names.find((name, index) => name !== '' && names.indexOf(name) !== index);
  if (twice !== undefined) throw new InventoryFault(`names the column ${twice.slice(0, 100)} twice.`);
  return names.map((name, index) => name || `column ${index + 1}`);
}
