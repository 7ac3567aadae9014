/** The OpenAPI 3.1 document, generated from the contract, so that the reference cannot differ from it. */
import { api, type Operation } from '../../src/contract/index.ts';
import { jsonpFields } from '../../src/contract/jsonp.ts';
import { otherNamesOf } from '../../src/contract/ppsr-names.ts';
import { exampleOf, reference } from '../../src/contract/reference.ts';
import { aliasesOf, codesOf, refusal, responsesOf, schemaOf } from './responses.ts';
import { conditionOf, sentForms, type Needed, type FieldLocation } from './sent-forms.ts';

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
  method === 'GET' || inPath.includes(name) || name in jsonpFields;

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
      const place: FieldLocation = row.inPath.includes(name) ? 'path' : 'query';
      const isRequired = place === 'path' || required.includes(name);
      const { description, ...schema } = sentForms(field, place, isRequired);
      return {
        name,
        in: place,
        description,
        required: isRequired,
        ...(!isRequired && { allowEmptyValue: true }),
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

/** Fields that the schema of a body cannot mark as required, because others may replace them. */
function neededIn({ operation, row }: Row, required: string[], slug: string): Needed | undefined {
  if (operation.eitherOf) return { someOf: [[...operation.eitherOf]], unless: [] };
  if (row !== 'POST /api/project/add') return undefined;
  const unless = ['service_id', ...aliasesOf(['service_id'], slug).map(([, alias]) => alias)];
  return { someOf: required.map((name) => [name, ...otherNamesOf(name)]), unless };
}

function bodyOf(row: Row, place: 'form' | 'json', slug: string): Schema {
  const { properties = {}, required: named = [] } = inputOf(row.operation);
  const fields = Object.entries(properties).filter(([name]) => !isInAddress(row, name));
  const inBody = fields.map(([name]) => name);
  const required = named.filter((name) => inBody.includes(name));
  const needed = neededIn(row, required, slug);
  // An update names the fields that change, and other vocabularies have other names.
  const isRequired = (name: string) => !row.operation.ownReading && required.includes(name);
  const schemas = fields.map(([name, field]) => [name, sentForms(field, place, isRequired(name))] as const);
  const body = Object.fromEntries(schemas);
  const aliases = aliasesOf(inBody, slug).map(([name, alias]) => [alias, body[name]]);
  return {
    type: 'object',
    properties: {
      ...(row.operation.auth === 'key' && { key: sentForms(keyInBody, place, false) }),
      ...body,
      ...Object.fromEntries(aliases),
    },
    ...(inBody.some(isRequired) && { required: inBody.filter(isRequired) }),
    // The names of other vocabularies. Unknown fields are ignored everywhere, and the reply names them.
    ...(row.operation.ownReading && { additionalProperties: true }),
    ...(needed && conditionOf(needed)),
  };
}

/** One schema for both kinds of forms. */
const formName = (row: Row) => `${operationId(row)}Form`;

function requestBodyOf(row: Row, slug: string) {
  const { inPath } = row;
  const said = Object.entries(exampleOf(row.row)).filter(([name]) => !inPath.includes(name));
  // The specification puts the key into the body here.
  const example = { ...(row.operation.ownReading && { key: 'YOUR_API_KEY' }), ...Object.fromEntries(said) };
  const form = { schema: { $ref: `#/components/schemas/${formName(row)}` }, example };
  return {
    required: true,
    content: {
      'application/json': { schema: bodyOf(row, 'json', slug), example },
      'application/x-www-form-urlencoded': form,
      'multipart/form-data': form,
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
    ...(isPost && { requestBody: requestBodyOf(row, slug) }),
    // `{}`: the key is in the body, which OpenAPI cannot express, or no key is needed.
    security: [
      ...(operation.auth === 'key' ? [{ bearer: [] }, { key: [] }] : []),
      ...(operation.auth === 'token' ? [{ accessToken: [] }] : []),
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
  const forms = rows
    .filter(({ method }) => method === 'POST')
    .map((row) => [formName(row), bodyOf(row, 'form', slug)] as const);
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
      schemas: { Refusal: refusal, ...Object.fromEntries(forms) },
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key in the Authorization header, which keeps it out of addresses.',
        },
        accessToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'An access token of OAuth 2, which `/token` gives for the authorization of a person.',
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

The schemas say every form that the reference promises. White space around a value and other spellings of a word of a list (\`Collection\` for \`collection\`) are read as well, but do not rely on them behind a validator.

If you validate requests: in an address and in a form every value is text; convert it to the type that its schema names. Unknown fields are ignored, and the reply names them in \`warnings\`: let them through. Every path works with a slash at its end, too.

Replies may get new fields, and refusals new codes; none changes its meaning or goes away.`;
