/** The OpenAPI 3.1 document, generated from the contract, so that the reference cannot differ from it. */
import { authorizePath, scopeMeanings, tokenPath } from '../../src/contract/api/user-info.ts';
import { api, type Operation } from '../../src/contract/index.ts';
import { jsonpFields } from '../../src/contract/api/jsonp.ts';
import { exampleOf, reference } from '../../src/contract/api/reference.ts';
import { aliasesOf, codesOf, refusal, responsesOf, schemaOf } from './responses.ts';

export type Schema = Record<string, unknown> & {
  properties?: Record<string, Schema>;
  required?: string[];
};
export type Naming = { baseUrl: string; serviceName: string; slug: string };

/** `openFinder`: searching needs no key. */
export type DocumentSettings = Naming & { openFinder: boolean };

/** The rows of the contract as method, path and names in the path. */
export const rowsOf = () =>
  (Object.entries(api) as [keyof typeof api, Operation][]).map(([row, operation]) => {
    const [method, path] = row.split(' ') as ['GET' | 'POST', string];
    const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
    return { row, operation, method, path, inPath };
  });
type Row = ReturnType<typeof rowsOf>[number];

/** The fields of an operation's request. */
export const inputOf = (operation: Operation): Schema => schemaOf(operation.input, 'input');

/** Whether an operation needs no key. */
export const isOpenTo = (everybody: boolean, { auth, scope }: Operation) =>
  auth === 'none' || (everybody && scope === 'finder');

const operationId = ({ method, path }: Row) =>
  `${method.toLowerCase()}${path.replace(/\W+(\w)?/g, (_, letter: string | undefined) => letter?.toUpperCase() ?? '')}`;

/** Whether a field is in the address, not in a body. */
export const isInAddress = ({ method, inPath }: Pick<Row, 'method' | 'inPath'>, name: string) =>
  method === 'GET' || inPath.includes(name) || Object.hasOwn(jsonpFields, name);

const idempotencyHeader = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'the same key is recorded once: a retry returns the same event_id',
  schema: { type: 'string', maxLength: 128 },
};

function parametersOf(row: Row) {
  const { properties = {}, required = [] } = inputOf(row.operation);
  const example: Record<string, unknown> = exampleOf(row.row);
  const parameters = Object.entries(properties)
    .filter(([name]) => isInAddress(row, name))
    .map(([name, field]) => {
      const isInPath = row.inPath.includes(name);
      const { description, ...schema } = field;
      return {
        name,
        in: isInPath ? 'path' : 'query',
        description,
        required: isInPath || required.includes(name),
        schema,
        ...(name in example && {
          example: schema['type'] === 'string' ? String(example[name]) : example[name],
        }),
      };
    });
  return [...parameters, ...('idempotency_key' in properties ? [idempotencyHeader] : [])];
}

const keyInBody: Schema = {
  type: 'string',
  description:
    'your API key, where it is neither in the header nor in the query; a body with its key in it may have at most 212,992 bytes',
};

function bodyOf(row: Row, slug: string): Schema {
  const { properties = {}, required = [] } = inputOf(row.operation);
  const body = Object.fromEntries(Object.entries(properties).filter(([name]) => !isInAddress(row, name)));
  const names = Object.keys(body);
  const aliases = aliasesOf(names, slug).map(([name, alias]) => [alias, body[name]]);
  // An update names the fields that change, and other vocabularies have other names.
  const needed = row.operation.ownReading ? [] : required.filter((name) => names.includes(name));
  return {
    type: 'object',
    properties: {
      ...(row.operation.auth === 'key' && { key: keyInBody }),
      ...body,
      ...Object.fromEntries(aliases),
    },
    ...(needed.length > 0 && { required: needed }),
    // The names of other vocabularies. Unknown fields are ignored everywhere, and the reply names them.
    ...(row.operation.ownReading && { additionalProperties: true }),
  };
}

/** One schema for every kind of body. */
const bodyName = (row: Row) => `${operationId(row)}Body`;

function requestBodyOf(row: Row) {
  const { inPath } = row;
  const said = Object.entries(exampleOf(row.row)).filter(([name]) => !inPath.includes(name));
  // The specification puts the key into the body here.
  const example = { ...(row.operation.ownReading && { key: 'YOUR_API_KEY' }), ...Object.fromEntries(said) };
  const body = { schema: { $ref: `#/components/schemas/${bodyName(row)}` }, example };
  return {
    required: true,
    content: {
      'application/json': body,
      'application/x-www-form-urlencoded': body,
      'multipart/form-data': body,
    },
  };
}

function operationOf(row: Row, { slug, openFinder }: DocumentSettings) {
  const { operation, method } = row;
  const { title, says, answer } = reference[row.row];
  const isPost = method === 'POST';
  const isOpen = isOpenTo(openFinder, operation);
  return {
    operationId: operationId(row),
    summary: title,
    description: says,
    parameters: parametersOf(row),
    ...(isPost && { requestBody: requestBodyOf(row) }),
    // `{}`: the key is in the body, which OpenAPI cannot express, or no key is needed.
    security: [
      ...(operation.auth === 'key' ? [{ bearer: [] }, { key: [] }] : []),
      ...(operation.auth === 'token' ? [{ accessToken: ['login'] }] : []),
      ...(operation.auth === 'key' && (isPost || isOpen) ? [{}] : []),
    ],
    responses: responsesOf(operation, codesOf(operation, isPost, isOpen), answer, slug),
  };
}

export function openapiDocument(settings: DocumentSettings) {
  const { baseUrl, serviceName, slug } = settings;
  const rows = rowsOf();
  const paths: Record<string, object> = {};
  for (const row of rows)
    paths[row.path.replace(/:(\w+)/g, '{$1}')] = {
      [row.method.toLowerCase()]: operationOf(row, settings),
    };
  const bodies = rows
    .filter(({ method }) => method === 'POST')
    .map((row) => [bodyName(row), bodyOf(row, slug)] as const);
  return {
    openapi: '3.1.0',
    info: {
      title: `${serviceName} API`,
      version: '1',
      description: describes(baseUrl),
    },
    servers: [{ url: baseUrl }],
    paths,
    components: {
      schemas: { Refusal: refusal, ...Object.fromEntries(bodies) },
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key in the Authorization header, which keeps it out of addresses.',
        },
        accessToken: {
          type: 'oauth2',
          description:
            'The authorization code flow, with PKCE: the person agrees at `/authorize`, and `/token` gives the access token, which goes into the Authorization header as a bearer token.',
          flows: {
            authorizationCode: {
              authorizationUrl: `${baseUrl}${authorizePath}`,
              tokenUrl: `${baseUrl}${tokenPath}`,
              refreshUrl: `${baseUrl}${tokenPath}`,
              scopes: scopeMeanings,
            },
          },
        },
        key: {
          type: 'apiKey',
          in: 'query',
          name: 'key',
          description: 'The same key in the query. With POST it may be in the body instead, as `key`.',
        },
      },
    },
  };
}

const describes = (
  baseUrl: string,
) => `Participation tracking and project directory. Read it with examples at ${baseUrl}/docs/api.

The schemas say the canonical form of each field. The service reads further forms, as older clients send them: do not rely on those, and do not refuse requests by these schemas in front of it.

In an address and in a form every value is text, and an object is JSON. Unknown fields are ignored, and the reply names them in \`warnings\`. Every path works with a slash at its end, too.

Replies may get new fields, and refusals new codes; none changes its meaning or goes away.`;
