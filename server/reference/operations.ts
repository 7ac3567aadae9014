/** Each operation as its page of the reference shows it. */
import type { ApiOperation } from '../../src/contract/pages/api-docs.ts';
import { reference } from '../../src/contract/api/reference.ts';
import { refusals } from '../../src/contract/api/refusals.ts';
import { type DocumentSettings, inputOf, isInAddress, isOpenTo, rowsOf, type Schema } from './openapi.ts';
import { answerOf, codesOf, replyOf } from './responses.ts';

/** Names by row, in the order of the rows. A name that an earlier row has gets the method in front. */
export function pageNames<Row extends string>(rows: readonly Row[]): Map<Row, string> {
  const names = new Map<Row, string>();
  const taken = new Set<string>();
  for (const row of rows) {
    const [method = '', path = ''] = row.split(' ');
    const plain = path
      .replace(/^\/api\b/, '')
      .replace(/\/:\w+/g, '')
      .replace(/^\/|\/$/g, '')
      .replace(/\W+|_/g, '-');
    const name = taken.has(plain) ? `${method.toLowerCase()}-${plain}` : plain;
    taken.add(name);
    names.set(row, name);
  }
  return names;
}

type OperationField = ApiOperation['fields'][number];
/** The examples differ from reader to reader. */
export type DescribedOperation = Omit<ApiOperation, 'examples'> & {
  entry: ReturnType<typeof rowsOf>[number];
};

export function describedOperations({ slug, openFinder }: DocumentSettings): DescribedOperation[] {
  const rows = rowsOf();
  const names = pageNames(rows.map(({ row }) => row));
  return rows.map((entry) => {
    const { row, operation, method, path, inPath } = entry;
    const { title, says, answer } = reference[row];
    return {
      entry,
      name: names.get(row) ?? '',
      title,
      says,
      method,
      path: path.replace(/:(\w+)/g, '{$1}'),
      needs: needsOf(operation),
      isOpen: operation.cors === true,
      jsonp: operation.jsonp === true,
      fields: fieldsOf(inputOf(operation), (name) =>
        inPath.includes(name) ? 'path' : isInAddress(entry, name) ? 'query' : 'body',
      ),
      reply: fieldsOf(replyOf(operation.reply, slug), () => 'reply'),
      answer: printed(answerOf(answer, slug)),
      refusals: codesOf(operation, method === 'POST', isOpenTo(openFinder, operation)).map((code) => ({
        code,
        status: refusals[code].status,
        means: refusals[code].means,
      })),
    };
  });
}

function needsOf({ auth, scope }: DescribedOperation['entry']['operation']): string {
  if (auth === 'none') return 'no key';
  if (auth === 'token') return 'an access token';
  return scope === 'any' ? 'any valid key' : `a key with the scope ${scope ?? ''}`;
}

/** JSON with each pair of numbers on one line. */
const printed = (value: object) =>
  JSON.stringify(value, undefined, 2).replace(/\[\s+(-?[\d.]+),\s+(-?[\d.]+)\s+\]/g, '[$1, $2]');

const fieldsOf = (
  { properties = {}, required = [] }: Schema,
  placeOf: (name: string) => string,
): OperationField[] =>
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
