/** The OpenAPI 3.1 document, made from the contract: what is not in the contract cannot be in the reference. */
import { z } from 'zod';
import { api, type Operation } from '../../src/contract/index.ts';
import { jsonpFields } from '../../src/contract/jsonp.ts';
import { reference } from '../../src/contract/reference.ts';
import { refusals } from '../../src/contract/refusals.ts';

export type Schema = Record<string, unknown> & {
  properties?: Record<string, Schema>;
  required?: string[];
};
export type Naming = { baseUrl: string; serviceName: string; slug: string };

/** The rows of the contract as method, path and names in the path. */
export const rowsOf = () =>
  (Object.entries(api) as [keyof typeof api, Operation][]).map(([row, operation]) => {
    const [method, path] = row.split(' ') as ['GET' | 'POST', string];
    const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
    return { row, operation, method, path, inPath };
  });

const schemaOf = (shape: z.ZodType, io: 'input' | 'output'): Schema => {
  const schema = z.toJSONSchema(shape, { io, unrepresentable: 'any' }) as Schema;
  // The document says it once for all.
  Reflect.deleteProperty(schema, '$schema');
  return schema;
};

/** The fields of an operation's request. */
export const inputOf = (operation: Operation): Schema => schemaOf(operation.input, 'input');

/** The reply as it is sent: with `result`, with warnings where there are any, and with the names of the slug. */
export function replyOf(shape: z.ZodObject, slug: string): Schema {
  const schema = schemaOf(shape, 'output');
  const properties: Record<string, Schema> = {
    result: { const: 'success' },
    ...schema.properties,
    warnings: {
      type: 'array',
      items: { type: 'string' },
      description: 'what was accepted but should be seen to',
    },
  };
  const required = ['result', ...(schema.required ?? [])];
  if (slug !== 'service')
    for (const [name, property] of Object.entries(schema.properties ?? {}))
      if (name.startsWith('service_')) {
        properties[name.replace('service', slug)] = property;
        required.push(name.replace('service', slug));
      }
  return { ...schema, properties, required };
}

/** Every refusal has this shape. */
const refusal: Schema = {
  type: 'object',
  properties: {
    result: { const: 'error' },
    error: { type: 'string', description: 'one sentence for a person: what was wrong, and what to do' },
    code: {
      type: 'string',
      description: 'a stable word for programs',
      enum: Object.entries(refusals).flatMap(([code, meaning]) => ('embed' in meaning ? [] : [code])),
    },
    errors: {
      type: 'array',
      description: 'every bad field at once',
      items: {
        type: 'object',
        properties: { field: { type: 'string' }, message: { type: 'string' } },
        required: ['field', 'message'],
        additionalProperties: false,
      },
    },
    request_id: { type: 'string', description: 'with a 5xx: what the operator finds in the log' },
  },
  required: ['result', 'error', 'code'],
  additionalProperties: false,
};

const headers = {
  RateLimit: { description: 'what is left of each limit', schema: { type: 'string' } },
  'RateLimit-Policy': { description: 'the limits that count here', schema: { type: 'string' } },
};

const json = (schema: Schema) => ({ 'application/json': { schema } });

function responsesOf({ reply, formats, jsonp }: Operation, slug: string) {
  const replies = [reply, ...Object.values(formats ?? {})].map((shape) => replyOf(shape, slug));
  const schema = replies.length === 1 ? (replies[0] as Schema) : { anyOf: replies };
  return {
    200: {
      description: 'Success',
      headers,
      content: {
        ...json(schema),
        ...(jsonp && { 'application/javascript': { schema: { type: 'string' } } }),
      },
    },
    default: {
      description: 'A refusal; see the table of codes',
      headers: { ...headers, 'Retry-After': { description: 'seconds', schema: { type: 'integer' } } },
      content: json({ $ref: '#/components/schemas/Refusal' }),
    },
  };
}

const bodyTypes = ['application/x-www-form-urlencoded', 'multipart/form-data', 'application/json'];

const idempotencyHeader = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'the same key is recorded once: a retry answers the same event_id',
  schema: { type: 'string', maxLength: 128 },
};

export function openapiDocument({ baseUrl, serviceName, slug }: Naming) {
  const paths: Record<string, object> = {};
  for (const { row, operation, method, path, inPath } of rowsOf()) {
    const { properties = {}, required = [], ...rest } = inputOf(operation);
    const { title, says } = reference[row];
    const isInQuery = (name: string) => method === 'GET' || name in jsonpFields;
    const parameters = Object.entries(properties)
      .filter(([name]) => inPath.includes(name) || isInQuery(name))
      .map(([name, { description, ...schema }]) => ({
        name,
        in: inPath.includes(name) ? 'path' : 'query',
        description,
        required: inPath.includes(name) || required.includes(name),
        schema,
      }));
    const inBody = Object.entries(properties).filter(([name]) => !inPath.includes(name) && !isInQuery(name));
    const body = {
      ...rest,
      properties: Object.fromEntries(inBody),
      // An update names what changes, and other vocabularies have other names: only the server can tell.
      required:
        'service_id' in properties ? [] : required.filter((name) => inBody.some(([one]) => one === name)),
      // Unknown fields are ignored, and the reply says so.
      additionalProperties: true,
    };
    paths[path.replace(/:(\w+)/g, '{$1}')] = {
      [method.toLowerCase()]: {
        operationId: `${method.toLowerCase()}${path.replace(/\W+(\w)?/g, (_, letter: string | undefined) => letter?.toUpperCase() ?? '')}`,
        summary: title,
        description: says,
        parameters: [...parameters, ...('idempotency_key' in properties ? [idempotencyHeader] : [])],
        ...(method === 'POST' && {
          requestBody: {
            required: true,
            content: Object.fromEntries(bodyTypes.map((type) => [type, { schema: body }])),
          },
        }),
        security: operation.auth === 'key' ? [{ bearer: [] }, { key: [] }] : [],
        responses: responsesOf(operation, slug),
      },
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${serviceName} API`,
      version: '1',
      description: `Participation tracking and project directory. Read it with examples at ${baseUrl}/docs/api.`,
    },
    servers: [{ url: baseUrl }],
    paths,
    components: {
      schemas: { Refusal: refusal },
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The same key in the Authorization header, which keeps it out of addresses.',
        },
        key: {
          type: 'apiKey',
          in: 'query',
          name: 'key',
          description: 'A personal API key; with POST it may stand in the body instead.',
        },
      },
    },
  };
}
