/** The OpenAPI document itself: a linter accepts it, its examples match their schemas, and settings change it. */
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { openapiDocument, rowsOf } from '../../../server/reference/openapi.ts';
import { exampleOf, reference } from '../../../src/contract/api/reference.ts';
import { misfits } from '../../set-up/service/openapi.ts';

type Json = Record<string, unknown>;
type Schema = { properties: Json };
type Operation = {
  requestBody: { content: Record<string, { schema: Schema | { $ref: string } }> };
  security: Json[];
};

const settings = {
  baseUrl: 'https://citizenscience.example.org',
  serviceName: 'Manyhands',
  slug: 'service',
  openFinder: false,
};
const documents: [string, Json][] = [
  ['as usual', openapiDocument(settings)],
  [
    'with names of its own and an open finder',
    openapiDocument({ ...settings, slug: 'acme', openFinder: true }),
  ],
];

/** The messages of the linter, without the licence of the data, which is the operator's decision. */
async function lint(document: Json): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended-strict'], rules: { 'info-license': 'off' } });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  return problems.map(
    ({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`,
  );
}

/** Every object of the document with a schema, or that is one, and with examples; with its pointer. */
function withExamples(part: unknown, pointer = '#'): { pointer: string; examples: unknown[] }[] {
  if (typeof part !== 'object' || part === null) return [];
  const { schema, example, examples } = part as Json;
  const here = [
    ...(example !== undefined && schema !== undefined
      ? [{ pointer: `${pointer}/schema`, examples: [example] }]
      : []),
    ...(Array.isArray(examples) ? [{ pointer, examples: examples as unknown[] }] : []),
  ];
  const inner = Object.entries(part).flatMap(([name, value]) =>
    ['example', 'examples'].includes(name)
      ? []
      : withExamples(
          value,
          `${pointer}/${encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))}`,
        ),
  );
  return [...here, ...inner];
}

describe.each(documents)('the document %s', (_, document) => {
  test('has no problem that the linter finds', async () => {
    expect(await lint(document)).toEqual([]);
  });

  test('has examples that fit their schemas', () => {
    const ajv = new Ajv2020({ strict: false });
    ajv.addSchema(document, 'document');
    const all = withExamples(document);
    // One for each reply, and for each body of each type, besides parameters and fields of forms.
    expect(
      all.filter(({ pointer }) => /200\/content|requestBody/.test(pointer)).length,
    ).toBeGreaterThanOrEqual(rowsOf().reduce((sum, { method }) => sum + (method === 'POST' ? 4 : 1), 0));
    for (const { pointer, examples } of all) {
      const validate = ajv.compile({ $ref: `document${pointer}` });
      for (const example of examples)
        expect([pointer, example, validate(example), validate.errors]).toEqual([
          pointer,
          example,
          true,
          null,
        ]);
    }
  });
});

test('the linter does find problems', async () => {
  const document = openapiDocument(settings);
  const paths = JSON.parse(
    JSON.stringify(document.paths).replace('"operationId":"getFinder"', '"operationId":"postApiProjectAdd"'),
  ) as Json;
  expect(await lint({ ...document, paths })).toEqual([
    expect.stringMatching(/^operation-operationId-unique/),
  ]);
});

test.each(rowsOf().map(({ row }) => row))(
  '%s: the example of its reply has no field that is not said',
  (row) => {
    expect(misfits(row, { result: 'success', ...reference[row].answer })).toEqual([]);
    expect(JSON.stringify(exampleOf(row))).not.toContain('<');
  },
);

test('an open finder needs no key and accepts one; other reads need one', () => {
  const [[, usual], [, open]] = documents as [[string, Json], [string, Json]];
  const finder = (document: Json) => (document['paths'] as Record<string, { get: Json }>)['/finder']?.get;
  const statuses = (document: Json) => Object.keys(finder(document)?.['responses'] as Json);
  expect(finder(usual)?.['security']).toEqual([{ bearer: [] }, { key: [] }]);
  expect(finder(open)?.['security']).toEqual([{ bearer: [] }, { key: [] }, {}]);
  expect(statuses(usual)).toEqual(expect.arrayContaining(['401', '403']));
  expect(statuses(open)).not.toEqual(expect.arrayContaining(['401']));
  expect(statuses(open)).not.toEqual(expect.arrayContaining(['403']));
});

test("the slug's name of service_id is declared next to it", () => {
  const text = JSON.stringify(documents[1]?.[1]);
  expect(text.match(/"acme_id":\{"description":/g)).toHaveLength(1);
});

test.each(rowsOf().filter(({ method }) => method === 'POST'))(
  '$row: a key may stand in each kind of body, and nowhere else than is said',
  ({ path }) => {
    const document = openapiDocument(settings);
    const { post } =
      (document.paths as Record<string, { post: Operation }>)[path.replace(/:(\w+)/g, '{$1}')] ?? {};
    const forms = document.components.schemas as Record<string, Schema>;
    const bodies = Object.values(post?.requestBody.content ?? {}).map(({ schema }) =>
      '$ref' in schema ? forms[schema.$ref.split('/').at(-1) ?? ''] : schema,
    );
    expect(bodies.map((body) => typeof body?.properties['key'])).toEqual(['object', 'object', 'object']);
    expect(post?.security).toEqual([{ bearer: [] }, { key: [] }, {}]);
  },
);

/** A schema in one line: `a` and `b?` of an object, the item of a list, or its type with its bounds. */
const outlineOf = (schema: Json): string => {
  const {
    $ref,
    properties,
    required = [],
    items,
    oneOf,
    anyOf,
    type,
    enum: values,
    ...rest
  } = schema as {
    $ref?: string;
    properties?: Record<string, Json>;
    required?: string[];
    items?: Json;
    oneOf?: Json[];
    anyOf?: Json[];
    type?: string;
    enum?: unknown[];
  } & Json;
  if ($ref !== undefined) return $ref;
  const parts = oneOf ?? anyOf;
  if (parts) return parts.map(outlineOf).join(' | ');
  if (items) return `[${outlineOf(items)}]`;
  if (properties) {
    const fields = Object.entries(properties).map(
      ([name, field]) => `${name}${required.includes(name) ? '' : '?'} ${outlineOf(field)}`,
    );
    return `{${fields.join(', ')}}`;
  }
  const bounds = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'const', 'format'];
  const set = bounds.flatMap((name) =>
    rest[name] === undefined ? [] : [`${name} ${JSON.stringify(rest[name])}`],
  );
  return [type, values && `of ${values.length}`, ...set].filter(Boolean).join(' ');
};

test('the outline of every operation', async () => {
  const { paths, components } = openapiDocument(settings);
  type Reply = { description: string; content?: Record<string, { schema: Json }> };
  type Shown = Pick<Operation, 'security'> & {
    parameters: { name: string; in: string; required?: boolean; schema: Json }[];
    responses: Record<string, Reply>;
  };
  const lines = Object.entries(paths as Record<string, Record<string, Shown>>).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { security, parameters, responses }]) => [
      `${method} ${path} ${JSON.stringify(security)}`,
      ...parameters.map(
        (one) => `  ${one.in} ${one.name}${one.required ? '' : '?'} ${outlineOf(one.schema)}`,
      ),
      ...Object.entries(responses).map(([status, { description, content }]) => {
        const codes = [...description.matchAll(/^`(\w+)`/gm)].map(([, code]) => code);
        const schema = codes.length === 0 ? content?.['application/json']?.schema : undefined;
        return `  ${status} ${schema ? outlineOf(schema) : codes.join(' ')}`;
      }),
    ]),
  );
  const bodies = Object.entries(components.schemas as Record<string, Json>).map(
    ([name, schema]) => `${name} ${outlineOf(schema)}`,
  );
  await expect(`${[...lines, ...bodies].join('\n')}\n`).toMatchFileSnapshot('openapi-outline.txt');
});
