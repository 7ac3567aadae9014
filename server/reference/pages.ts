/** /docs/api, generated from the same contract as /openapi.json. */
import type { PageData } from '../../src/contract/pages.ts';
import { hashingExample, reference } from '../../src/contract/reference.ts';
import { refusals } from '../../src/contract/refusals.ts';
import type { PageHandlers } from '../http/pages.ts';
import { examplesOf } from './examples.ts';
import { secondProfiles } from './second-profiles.ts';
import { inputOf, isInAddress, isOpenTo, rowsOf, type DocumentSettings, type Schema } from './openapi.ts';
import { answerOf, codesOf, replyOf } from './responses.ts';

type ApiDocs = PageData['api-docs'];
type Field = ApiDocs['operations'][number]['fields'][number];

export type ReferenceSettings = DocumentSettings & {
  limits: { name: string; most: number; per: string }[];
};

export const referencePages = (settings: ReferenceSettings): PageHandlers => {
  const data = apiDocs(settings);
  return {
    'GET /docs/api': () => ({
      name: 'api-docs',
      title: 'API reference',
      description: `Every operation of the ${settings.serviceName} API, with examples.`,
      data,
    }),
  };
};

function apiDocs({ limits, openFinder, ...naming }: ReferenceSettings): ApiDocs {
  return {
    baseUrl: naming.baseUrl,
    slug: naming.slug,
    openFinder,
    limits,
    hashing: hashingExample,
    secondProfiles,
    refusals: Object.entries(refusals).flatMap(([code, { status, means, todo, ...more }]) =>
      'embed' in more ? [] : [{ code, status, means, todo }],
    ),
    operations: rowsOf().map((asked) => {
      const { row, operation, method, path, inPath } = asked;
      const described = reference[row];
      return {
        row,
        anchor: row.toLowerCase().replace(/\W+/g, '-'),
        title: described.title,
        says: described.says,
        method,
        path: path.replace(/:(\w+)/g, '<$1>'),
        needs:
          operation.auth === 'none'
            ? 'no key'
            : operation.scope === 'any'
              ? 'any valid key'
              : `a key with the scope ${operation.scope ?? ''}`,
        isOpen: operation.cors === true,
        jsonp: operation.jsonp === true,
        fields: fieldsOf(inputOf(operation), (name) =>
          inPath.includes(name) ? 'path' : isInAddress(asked, name) ? 'query' : 'body',
        ),
        reply: fieldsOf(replyOf(operation.reply, naming.slug), () => 'reply'),
        answer: printed(answerOf(described.answer, naming.slug)),
        refusals: codesOf(operation, method === 'POST', isOpenTo(openFinder, operation)),
        examples: examplesOf(asked, described, naming.baseUrl),
      };
    }),
  };
}

/** JSON with each pair of numbers on one line. */
const printed = (value: object) =>
  JSON.stringify(value, undefined, 2).replace(/\[\s+(-?[\d.]+),\s+(-?[\d.]+)\s+\]/g, '[$1, $2]');

const fieldsOf = ({ properties = {}, required = [] }: Schema, placeOf: (name: string) => string): Field[] =>
  Object.entries(properties).map(([name, schema]) => ({
    name,
    place: placeOf(name),
    type: typeOf(schema),
    required: required.includes(name),
    says: sentence(schema),
  }));

/** The type of a JSON Schema in words, as short as possible. */
function typeOf(schema: Schema): string {
  const { type, title, anyOf, items } = schema as {
    type?: string;
    title?: string;
    anyOf?: Schema[];
    items?: Schema;
  };
  if (title !== undefined) return title;
  if ('const' in schema) return JSON.stringify(schema['const']);
  if (anyOf) return [...new Set(anyOf.map(typeOf))].join(' or ');
  if (type === 'array') return items ? `list of ${typeOf(items)}` : 'list';
  return type ?? 'anything';
}

/** The description, with the limits and the allowed values. */
function sentence(schema: Schema): string {
  const {
    description = '',
    maxLength,
    maximum,
    minimum,
    items,
  } = schema as Record<string, unknown> & {
    items?: Schema;
  };
  const allowed = (schema['enum'] ?? items?.['enum']) as string[] | undefined;
  const isCount = typeof maximum === 'number' && maximum < 1e6;
  return [
    description,
    allowed && `one of: ${allowed.join(', ')}`,
    maxLength && `at most ${String(maxLength)} characters`,
    isCount && `from ${String(minimum)} to ${String(maximum)}`,
  ]
    .filter((part) => part)
    .join('; ');
}
