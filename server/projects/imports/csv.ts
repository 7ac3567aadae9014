/** Reads projects from a table: CSV with any usual separator, as spreadsheets, databases and people write it. */
import { type CsvError, type Options, parse } from 'csv-parse/sync';
import { ownEntry } from '../../../src/contract/fields/own-entry.ts';
import { columnsOf, isField } from './column-names.ts';

/** A fault of a whole file: a predicate that ends with a full stop. */
export class InventoryFault extends Error {}

/** Lines that cannot be read; the error of each costs a hundred times what reading it does. */
const maxFaults = 5000;

/** Ends the reading of a file of which hardly a line can be read. */
export function mustBeFewFaults(count: number): void {
  if (count > maxFaults)
    throw new InventoryFault(`has more than ${maxFaults} lines that cannot be read: save it again.`);
}

type CsvRecord = { place: string } & ({ entry: object } | { fault: string });
type Row = { record: string[]; info: { lines: number } };

/** Characters. A larger record has a quotation mark that is never closed. */
const maxOfRecord = 3_000_000;
/** Columns; each record is compared with their names. Directories have up to 150. */
const maxColumns = 1000;
/** Rows among which the row of names is looked for: titles and notes may stand above it. */
const maxRowsAbove = 20;

/** Rows without any text are left out, and so are empty cells. */
const options: Options = {
  info: true,
  // Of a file that several programs wrote.
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  skip_empty_lines: true,
  skip_records_with_empty_values: true,
  relax_quotes: true,
  max_record_size: maxOfRecord,
};

/** Faulty rows are reported and left out. Behind more than `most` rows, nothing is read. */
export function readCsv(text: string, most = Infinity): CsvRecord[] {
  const { delimiter, line: headLine, names } = headOf(text);
  const faults: CsvRecord[] = [];
  const rows = rowsOf(text, {
    ...options,
    delimiter,
    ...(most < Infinity && { to: maxRowsAbove + most + 1 }),
    skip_records_with_error: true,
    on_skip: (error) => {
      if (error)
        faults.push({ place: `line ${lineOf(error)}`, fault: `cannot be read as CSV: ${error.message}` });
      mustBeFewFaults(faults.length);
      return undefined;
    },
  });
  let tooWide = 0;
  const below = rows.filter(({ info }) => info.lines > headLine);
  const read = below.map(({ record, info }): CsvRecord => {
    const place = `line ${info.lines}`;
    const cells = [...record.entries()].filter(([, cell]) => cell.trim() !== '');
    const last = cells.at(-1)?.[0] ?? 0;
    if (last >= names.length) {
      mustBeFewFaults(++tooWide);
      return {
        place,
        fault: `has ${last + 1} cells, but there are ${names.length} columns: put texts that contain ${ownEntry(separators, delimiter) ?? delimiter} in quotation marks`,
      };
    }
    const named = cells.flatMap(([column, cell]) => {
      const name = names[column];
      if (name !== undefined) return [[name, isDegrees(name) ? cell.replace(',', '.') : cell]];
      // A number of the row; a text is reported as left out.
      return /^\s*\d+\s*$/.test(cell) ? [] : [[`column ${column + 1}`, cell]];
    });
    return { place, entry: Object.fromEntries(named) as object };
  });
  return [...read, ...faults];
}

/** Degrees may have a decimal comma. */
const isDegrees = (name: string): boolean => /(latitude|longitude|^lat|^lng|^lon)$/i.test(name);

const lineOf = (error: CsvError): string => String((error as { lines?: number }).lines ?? '?');

function rowsOf(text: string, how: Options): Row[] {
  try {
    return parse(text, how) as unknown as Row[];
  } catch (error) {
    if (error instanceof InventoryFault) throw error;
    throw new InventoryFault(`cannot be read as CSV: ${(error as Error).message}.`);
  }
}

const separators: Record<string, string> = {
  ',': 'a comma',
  ';': 'a semicolon',
  '\t': 'a tab',
  '|': 'a vertical bar',
};

/**
 * The row of names: the one of the first rows of which we know the most names, with the separator that makes it so. A
 * spreadsheet names the separator in a line before it (`sep=;`).
 */
function headOf(text: string): { delimiter: string; line: number; names: (string | undefined)[] } {
  const [, named] = /^"?sep=([^\r\n])/i.exec(text) ?? [];
  const few = { ...options, skip_records_with_error: true, to: maxRowsAbove };
  const heads = (named === undefined ? Object.keys(separators) : [named]).flatMap((delimiter) =>
    rowsOf(text, { ...few, delimiter }).map(({ record, info }) => ({
      delimiter,
      line: info.lines,
      width: record.length,
      ...columnsOf(record.slice(0, maxColumns)),
    })),
  );
  const [head] = heads.toSorted((one, other) => other.known - one.known);
  if (head === undefined || head.known === 0)
    throw new InventoryFault(
      'is neither JSON nor CSV with a line that names the columns, one of them name or projectName.',
    );
  if (head.width > maxColumns)
    throw new InventoryFault(`names ${head.width} columns; at most ${maxColumns} are read.`);
  const twice = head.names.find((name, index) => isField(name) && head.names.indexOf(name) !== index);
  if (twice !== undefined) throw new InventoryFault(`names the column ${twice.slice(0, 100)} twice.`);
  return head;
}
