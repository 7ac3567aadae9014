/** Reads a file of projects: JSON, JSON lines or CSV, recognised by its content. */
import { InventoryFault, readCsv } from './csv.ts';

export { InventoryFault };

/** A record by its position in the file, counted from 1; `fault` if it could not be read. */
export type InventoryRecord = { place: string } & ({ entry: unknown } | { fault: string });
export type Inventory = { form: 'JSON' | 'JSON lines' | 'CSV'; records: InventoryRecord[] };

const maxBytes = 200_000_000;

/** The names under which directories put the list of their projects. */
const listNames = ['projects', 'results', 'entities', 'items', 'data'];

/** Throws an `InventoryFault` with a predicate of the file (`cannot be read as JSON: …`) if all of it is unreadable. */
export function readInventory(bytes: Uint8Array): Inventory {
  const text = textOf(bytes).trim();
  if (text === '') throw new InventoryFault('is empty.');
  if (text.startsWith('[')) return ofList(whole(text));
  if (!text.startsWith('{')) return { form: 'CSV', records: readCsv(text) };
  const lines = readLines(text);
  if (lines) return { form: 'JSON lines', records: lines };
  const object = whole(text) as Record<string, unknown>;
  const list = listNames.map((name) => object[name]).find(Array.isArray);
  return ofList(list ?? object);
}

export const asRecords = (entries: unknown[]): InventoryRecord[] =>
  entries.map((entry, index) => ({ place: `entry ${index}`, entry }));

function ofList(value: unknown): Inventory {
  if (!Array.isArray(value)) throw new InventoryFault('must hold an array of projects.');
  return { form: 'JSON', records: asRecords(value) };
}

function whole(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new InventoryFault(`cannot be read as JSON: ${(error as Error).message}`);
  }
}

/** One object per line; undefined unless the first line is a complete object and there is a second line. */
function readLines(text: string): InventoryRecord[] | undefined {
  const lines = text.split(/\r\n|[\r\n]/).map((line, index) => ({ line: line.trim(), at: index + 1 }));
  const given = lines.filter(({ line }) => line !== '');
  const records = given.map(({ line, at }): InventoryRecord => {
    try {
      return { place: `line ${at}`, entry: JSON.parse(line) as unknown };
    } catch (error) {
      return { place: `line ${at}`, fault: `cannot be read as JSON: ${(error as Error).message}` };
    }
  });
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

/** Decodes UTF-8, or UTF-16 with a byte order mark. Bytes that cannot be decoded are refused, never replaced. */
function textOf(bytes: Uint8Array): string {
  if (bytes.length > maxBytes) throw new InventoryFault(`is larger than ${maxBytes / 1e6} MB: split it.`);
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  try {
    return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new InventoryFault('cannot be read: it is not text in UTF-8. Save it as UTF-8.');
  }
}
