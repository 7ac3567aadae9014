/** Holds replies against the OpenAPI document that a service publishes. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { openapiDocument } from '../../server/reference/openapi.ts';

type Media = { content: { 'application/json': { schema: object } } };
type Described = { responses: { 200: Media; default: Media } };

const document = openapiDocument({ baseUrl: 'http://localhost', serviceName: 'Manyhands', slug: 'service' });
const ajv = new Ajv2020({ strict: false, allErrors: true });
(addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
ajv.addSchema(document, 'document');

const compiled = new Map<string, ValidateFunction>();

/** What is wrong with a reply to a row of the contract, such as `GET /finder`; empty when it fits. */
export function misfits(row: string, isSuccess: boolean, body: unknown): string[] {
  const [method = '', path = ''] = row.split(' ');
  const name = path.replace(/:(\w+)/g, '{$1}');
  const operation = (document.paths as Record<string, Record<string, Described> | undefined>)[name]?.[
    method.toLowerCase()
  ];
  if (!operation) return [];
  const key = `${row} ${isSuccess}`;
  let validate = compiled.get(key);
  if (!validate) {
    const pointer = ['paths', name, method.toLowerCase(), 'responses', isSuccess ? '200' : 'default']
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
