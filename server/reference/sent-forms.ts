/**
 * The forms in which a field may be sent, by its place in the request. The contract defines the best form of each, and
 * further forms that the documentation promises; both become one schema here, which client generators and validators
 * read.
 */
import type { Schema } from './openapi.ts';

/** A form and an address contain text only: a validator converts it to the type that the schema names. */
export type FieldLocation = 'path' | 'query' | 'form' | 'json';

type TypedSchema = Schema & {
  type?: string | string[];
  enum?: unknown[];
  pattern?: string;
  anyOf?: TypedSchema[];
  items?: TypedSchema;
};

const typesOf = ({ type = [] }: TypedSchema) => [type].flat();
const isNumber = (schema: TypedSchema) => schema.type === 'integer' || schema.type === 'number';

export function sentForms(field: Schema, place: FieldLocation, isRequired: boolean): Schema {
  const { also, description, ...best } = field as TypedSchema & { also?: TypedSchema };
  const all = withOthers(place === 'json' ? best : inText(best), also, place);
  return { description, ...(isRequired ? all : orEmpty(all, place)) };
}

/** An object in a form is JSON text. */
function inText(schema: TypedSchema): TypedSchema {
  const { anyOf, items, ...rest } = schema;
  const [first, ...more] = anyOf?.filter(({ type }) => type !== 'object') ?? [];
  return {
    ...rest,
    ...(more.length > 0 ? { anyOf: [first as TypedSchema, ...more] } : first),
    ...(items && { items: inText(items) }),
  };
}

function withOthers(best: TypedSchema, also: TypedSchema | undefined, place: FieldLocation): TypedSchema {
  const isText = place !== 'json';
  if (isText && isNumber(best)) return best;
  if (best.enum && also) return { anyOf: [best, also] };
  const all = { ...best, ...also };
  const types = [...typesOf(best), ...(also ? typesOf(also) : [])];
  // As text, any value is a string.
  if (types.length === 0 && isText && !best.anyOf) return { ...all, type: 'string' };
  return types.length > 0 ? { ...all, type: types.length > 1 ? types : types[0] } : all;
}

/** Also allows an empty text, which counts as absent, and in JSON null. */
function orEmpty(schema: TypedSchema, place: FieldLocation): Schema {
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

/** At least one field of each of these lists must be sent, unless one of `unless` is. */
export type Needed = { someOf: string[][]; unless: string[] };

/**
 * A rule that `required` cannot express. It is an `if`, because generators turn a plain `anyOf` into a union of types.
 */
export function conditionOf({ someOf, unless }: Needed): Schema {
  const empty = { enum: ['', null] };
  const sent = (name: string) => ({ required: [name], properties: { [name]: { not: empty } } });
  return {
    if: { type: 'object', properties: Object.fromEntries(unless.map((name) => [name, empty])) },
    then: { allOf: someOf.map((names) => ({ anyOf: names.map(sent) })) },
  };
}
