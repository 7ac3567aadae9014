/** The request that an operation's examples show, before it is written in a language. */
import type { Operation } from '../../../src/contract/index.ts';
import type { OperationDescription } from '../../../src/contract/api/reference.ts';

/** Values that the examples have from the reader, or a placeholder for each. */
export type Reader = { key: string; projectId: string; now: number };

type Pairs = (readonly [name: string, value: string])[];

export type ExampleRequest = {
  method: 'GET' | 'POST';
  /** Without its query. */
  address: string;
  /** The API key or the access token of the Authorization header. */
  bearer: string | undefined;
  /** Fields of the query with GET, of a form with POST. */
  fields: Pairs;
  /** The body, if it is JSON. */
  json: object | undefined;
};

type OperationEntry = { method: 'GET' | 'POST'; path: string; inPath: string[]; operation: Operation };

export function exampleRequest(
  { method, path, inPath, operation }: OperationEntry,
  { example }: OperationDescription,
  baseUrl: string,
  reader: Reader,
): ExampleRequest {
  const filledIn = (value: unknown) =>
    value === 'YOUR_PROJECT_ID'
      ? reader.projectId
      : value === 'NOW'
        ? new Date(reader.now).toISOString().replace(/\.\d+/, '')
        : value;
  const fields = Object.entries(example).filter(([name]) => !inPath.includes(name));
  // A project is an object with lists in it.
  const isJson = fields.some(([, value]) => typeof value === 'object');
  return {
    method,
    address: baseUrl + path.replace(/:(\w+)/g, (_, name: string) => String(filledIn(example[name]))),
    bearer: { none: undefined, key: reader.key, token: 'YOUR_ACCESS_TOKEN' }[operation.auth],
    fields: isJson ? [] : fields.map(([name, value]) => [name, String(filledIn(value))] as const),
    json: isJson ? Object.fromEntries(fields) : undefined,
  };
}
