/** Reads a file of projects: JSON, JSON lines or CSV, recognised by its content. */
import { InventoryFault, mustBeFewFaults, readCsv } from './csv.ts';

export { InventoryFault };

/** A record by its position in the file, counted from 1; `fault` if it could not be read. */
export type InventoryRecord = { place: string } & ({ entry: unknown } | { fault: string });
export type Inventory = { form: 'JSON' | 'JSON lines' | 'CSV'; records: InventoryRecord[] };

/** `notes`: what its reader should know about the file, each a predicate that ends with a full stop. */
export type InventoryText = { text: string; notes: string[] };

const maxBytes = 200_000_000;

/** The names under which directories put the list of their projects. */
const listNames = ['projects', 'results', 'entities', 'items', 'data'];

/**
 * Throws an `InventoryFault` with a predicate of the file (`cannot be read as JSON: …`) if all of it is unreadable. A
 * table of more than `most` projects is read until that is known.
 */
export function readInventory(whole: string, most?: number): Inventory {
  const text = whole.trim();
  if (text === '') throw new InventoryFault('is empty.');
  if (text.startsWith('[')) return ofList(parsed(text));
  // Not trimmed: the first column of a table with tabs may have no name.
  if (!text.startsWith('{')) return { form: 'CSV', records: readCsv(whole, most) };
  const lines = readLines(text);
  if (lines) return { form: 'JSON lines', records: lines };
  const object = parsed(text) as Record<string, unknown>;
  const list = listNames.map((name) => object[name]).find(Array.isArray);
  return ofList(list ?? object);
}

export const asRecords = (entries: unknown[]): InventoryRecord[] =>
  entries.map((entry, index) => ({ place: `entry ${index}`, entry }));

function ofList(value: unknown): Inventory {
  if (!Array.isArray(value)) throw new InventoryFault('must hold an array of projects.');
  return { form: 'JSON', records: asRecords(value) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new InventoryFault(`cannot be read as JSON: ${(error as Error).message}`);
  }
}

/** One object per line; undefined unless the first line is a complete object and there is a second line. */
function readLines(text: string): InventoryRecord[] | undefined {
  const lines = text.split(/\r\n|[\r\n]/).map((line, index) => ({ line: line.trim(), at: index + 1 }));
  const rows = lines.filter(({ line }) => line !== '');
  let faults = 0;
  const read = ({ line, at }: (typeof lines)[number]): InventoryRecord => {
    try {
      return { place: `line ${at}`, entry: JSON.parse(line) as unknown };
    } catch (error) {
      mustBeFewFaults(++faults);
      return { place: `line ${at}`, fault: `cannot be read as JSON: ${(error as Error).message}` };
    }
  };
  // The lines of an object that is written over many of them are no objects.
  if (rows[0] && 'fault' in read(rows[0])) return undefined;
  const records = rows.map(read);
  const [first] = records;
  const isLines = records.length > 1 && first !== undefined && 'entry' in first;
  const isOnlyLine = records.length === 1 && isProject(first);
  return isLines || isOnlyLine ? records : undefined;
}

const isProject = (record: InventoryRecord | undefined): boolean =>
  record !== undefined &&
  'entry' in record &&
  ['name', 'projectName', 'ProjectName'].some((name) => Object.hasOwn(record.entry as object, name)) &&
  !listNames.some((name) => Array.isArray((record.entry as Record<string, unknown>)[name]));

/** Decodes UTF-8, UTF-16 and, with a note, Windows-1252, which old spreadsheets write. */
export function inventoryText(bytes: Uint8Array): InventoryText {
  if (bytes.length > maxBytes) throw new InventoryFault(`is larger than ${maxBytes / 1e6} MB: split it.`);
  const utf16 = utf16Of(bytes);
  try {
    return { text: new TextDecoder(utf16 ?? 'utf-8', { fatal: true }).decode(bytes), notes: [] };
  } catch {
    if (utf16 !== undefined) throw new InventoryFault('cannot be read as UTF-16. Save it as UTF-8.');
    const notes = [
      'is not UTF-8 and was read as Windows-1252: check letters such as é and ü, or save it as UTF-8.',
    ];
    return { text: new TextDecoder('windows-1252').decode(bytes), notes };
  }
}

/** UTF-16 by its byte order mark or, as tables of mostly Latin letters, by a zero in every second byte. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const start = bytes.subarray(0, 1000);
  const zeros = (from: number) => start.filter((byte, at) => at % 2 === from && byte === 0).length;
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || zeros(1) > start.length / 4) return 'utf-16le';
  if ((bytes[0] === 0xfe && bytes[1] === 0xff) || zeros(0) > start.length / 4) return 'utf-16be';
  return undefined;
}
