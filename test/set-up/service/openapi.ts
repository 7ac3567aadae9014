/** Checks replies against the OpenAPI document that a service publishes. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { openapiDocument } from '../../../server/reference/openapi.ts';
import { api } from '../../../src/contract/index.ts';
import { refusals, type RefusalCode } from '../../../src/contract/api/refusals.ts';

type Described = { responses: Record<string, { content: { 'application/json': { schema: object } } }> };

const document = openapiDocument({
  baseUrl: 'http://localhost',
  serviceName: 'Manyhands',
  slug: 'service',
  openFinder: false,
});
const ajv = new Ajv2020({ strict: false, allErrors: true });
(addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
// The document allows further fields in the future; today there are none.
ajv.addSchema(closed(document), 'document');

const compiled = new Map<string, ValidateFunction>();

/** Forbids further fields in objects whose fields are all named. */
function closed<Part>(part: Part): Part {
  if (Array.isArray(part)) return part.map((one: unknown) => closed(one)) as Part;
  if (typeof part !== 'object' || part === null) return part;
  const inner = Object.entries(part).map(([name, value]) => [name, closed(value as unknown)]);
  const isNamed = 'properties' in part && 'required' in part && !('additionalProperties' in part);
  return { ...Object.fromEntries(inner), ...(isNamed && { additionalProperties: false }) } as Part;
}

/** Refusals of another method, or of a similar address: they are not replies of the operation. */
const elsewhere = ['wrong_method', 'not_found'];

function statusIn({ result, code = '' }: { result?: unknown; code?: string }): number | 'default' {
  if (result === 'success') return 200;
  return elsewhere.includes(code) ? 'default' : refusals[code as RefusalCode].status;
}

/**
 * The differences between a reply and the document, for a row of the contract such as `GET /finder`; empty if there are
 * none. The document must list the code of a refusal for this row: replies to a script have no other status than 200.
 */
export function misfits(row: string, body: { result?: unknown; code?: string }): string[] {
  const [method = '', path = ''] = row.split(' ');
  const name = path.replace(/:(\w+)/g, '{$1}');
  const operation = (document.paths as Record<string, Record<string, Described> | undefined>)[name]?.[
    method.toLowerCase()
  ];
  if (!operation) return [];
  const status = statusIn(body);
  if (!operation.responses[status]) return [`the status ${status} is not in the document`];
  const key = `${row} ${status}`;
  let validate = compiled.get(key);
  if (!validate) {
    const pointer = ['paths', name, method.toLowerCase(), 'responses', String(status)]
      .concat('content', 'application/json', 'schema')
      .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
      .join('/');
    validate = ajv.compile({ $ref: `document#/${pointer}` });
    compiled.set(key, validate);
  }
  if (validate(body)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message }) => `${instancePath || 'body'} ${message ?? ''}`,
  );
}

const patterns = Object.keys(api).map((row) => {
  const path = row.split(' ')[1] ?? '';
  return { row, shape: new RegExp(`^${path.replace(/:\\w+/g, '[^/]+')}/?$`) };
});

/** The row of the contract for an address; each path has one method. */
export const rowAt = (address: string): string | undefined =>
  URL.canParse(address)
    ? // The last match: /api/project/add also matches /api/project/:project_id.
      patterns.findLast(({ shape }) => shape.test(new URL(address).pathname))?.row
    : undefined;
