/**
 * In which forms a field may be sent, by its place in the request. The contract says the best form of each, and what
 * more the documentation promises; here both become one schema, which generators of clients and validators read.
 */
import type { Schema } from './openapi.ts';

/** A form and an address hold text only: a validator turns it into the type that the schema names. */
export type Place = 'path' | 'query' | 'form' | 'json';

type Typed = Schema & {
  type?: string | string[];
  enum?: unknown[];
  pattern?: string;
  anyOf?: Typed[];
  items?: Typed;
};

const typesOf = ({ type = [] }: Typed) => [type].flat();
const isNumber = (schema: Typed) => schema.type === 'integer' || schema.type === 'number';

export function sentForms(field: Schema, place: Place, isRequired: boolean): Schema {
  const { also, description, ...best } = field as Typed & { also?: Typed };
  const all = withOthers(place === 'json' ? best : inText(best), also, place);
  return { description, ...(isRequired ? all : orEmpty(all, place)) };
}

/** An object in a form is JSON, which is text. */
function inText(schema: Typed): Typed {
  const { anyOf, items, ...rest } = schema;
  const [first, ...more] = anyOf?.filter(({ type }) => type !== 'object') ?? [];
  return {
    ...rest,
    ...(more.length > 0 ? { anyOf: [first as Typed, ...more] } : first),
    ...(items && { items: inText(items) }),
  };
}

function withOthers(best: Typed, also: Typed | undefined, place: Place): Typed {
  const isText = place !== 'json';
  if (isText && isNumber(best)) return best;
  if (best.enum && also) return { anyOf: [best, also] };
  const all = { ...best, ...also };
  const types = [...typesOf(best), ...(also ? typesOf(also) : [])];
  // In text anything is text.
  if (types.length === 0 && isText && !best.anyOf) return { ...all, type: 'string' };
  return types.length > 0 ? { ...all, type: types.length > 1 ? types : types[0] } : all;
}

/** An empty text counts as absent, and so does null in JSON. */
function orEmpty(schema: Typed, place: Place): Schema {
  const nothing = place === 'json' ? ['', null] : [''];
  if (schema.anyOf) return { ...schema, anyOf: [...schema.anyOf, { enum: nothing }] };
  if (isNumber(schema)) return { anyOf: [schema, { enum: nothing }] };
  if (schema.type === undefined) return schema;
  return {
    ...schema,
    type: place === 'json' ? [...typesOf(schema), 'null'] : schema.type,
    ...(schema.enum && { enum: [...schema.enum, ...nothing] }),
    ...(schema.pattern !== undefined && { pattern: `^$|${schema.pattern}` }),
  };
}

/** Of each of these lists at least one field must be sent, unless one of `unless` is. */
export type Needed = { someOf: string[][]; unless: string[] };

/** What `required` cannot say. As a condition, since generators would make a union of types of a plain `anyOf`. */
export function conditionOf({ someOf, unless }: Needed): Schema {
  const empty = { enum: ['', null] };
  const sent = (name: string) => ({ required: [name], properties: { [name]: { not: empty } } });
  return {
    if: { type: 'object', properties: Object.fromEntries(unless.map((name) => [name, empty])) },
    then: { allOf: someOf.map((names) => ({ anyOf: names.map(sent) })) },
  };
}
