/** The replies of an operation by status: its success, and each refusal. */
import { z } from 'zod';
import type { Operation } from '../../src/contract/index.ts';
import { ownEntry } from '../../src/contract/fields/own-entry.ts';
import { refusals, type RefusalCode } from '../../src/contract/api/refusals.ts';
import type { Naming, Schema } from './openapi.ts';

/** A shape of the contract as JSON Schema, without the dialect, which the document declares once. */
export function schemaOf(shape: z.ZodType, io: 'input' | 'output'): Schema {
  const schema = z.toJSONSchema(shape, { io, unrepresentable: 'any' }) as Schema;
  Reflect.deleteProperty(schema, '$schema');
  return schema;
}

/** The schema of a reply as sent: with `result`, with warnings if there are any, and with the names of the slug. */
export function replyOf(shape: z.ZodObject, slug: string): Schema {
  const schema = open(schemaOf(shape, 'output'));
  const properties: Record<string, Schema> = {
    result: { const: 'success' },
    ...schema.properties,
    warnings: {
      type: 'array',
      items: { type: 'string' },
      description: 'values that were accepted but should be corrected or checked',
    },
  };
  const required = ['result', ...(schema.required ?? [])];
  for (const [name, alias] of aliasesOf(Object.keys(schema.properties ?? {}), slug)) {
    properties[alias] = ownEntry(properties, name) as Schema;
    required.push(alias);
  }
  return { ...schema, properties, required };
}

/** The names with the slug, next to those of the contract. */
export const aliasesOf = (names: string[], slug: string): [name: string, alias: string][] =>
  slug === 'service'
    ? []
    : names.flatMap((name) =>
        name.startsWith('service_') ? [[name, name.replace('service', slug)] satisfies [string, string]] : [],
      );

/** The example of a reply, as it is sent. */
export function answerOf(answer: object, slug: string): Schema {
  const aliases = aliasesOf(Object.keys(answer), slug);
  return {
    result: 'success',
    ...answer,
    ...Object.fromEntries(aliases.map(([name, alias]) => [alias, (answer as Schema)[name]])),
  };
}

/** Allows further fields, because new ones may come: a document that somebody keeps must not refuse them. */
function open<Part>(part: Part): Part {
  if (Array.isArray(part)) return part.map((one: unknown) => open(one)) as Part;
  if (typeof part !== 'object' || part === null) return part;
  const { additionalProperties, ...rest } = part as Schema;
  const opened = Object.entries(rest).map(([name, value]) => [name, open(value)]);
  return {
    ...Object.fromEntries(opened),
    ...(additionalProperties !== undefined && additionalProperties !== false && { additionalProperties }),
  } as Part;
}

const publicCodes = Object.entries(refusals).flatMap(([code, meaning]) => ('embed' in meaning ? [] : [code]));

/** Every refusal has this shape. */
export const refusal: Schema = {
  type: 'object',
  properties: {
    result: { const: 'error' },
    error: { type: 'string', description: 'one sentence for a person: what was wrong, and what to do' },
    code: { type: 'string', description: 'a stable word for programs', enum: publicCodes },
    errors: {
      type: 'array',
      description: 'every bad field at once',
      items: {
        type: 'object',
        properties: { field: { type: 'string' }, message: { type: 'string' } },
        required: ['field', 'message'],
      },
    },
    request_id: { type: 'string', description: 'with a 5xx: what the operator finds in the log' },
  },
  required: ['result', 'error', 'code'],
};

/** Refusals that every operation may have: of the request itself, of the limits, and of the service. */
const always: RefusalCode[] = [
  ...(['invalid', 'unreadable', 'too_slow', 'long_headers', 'too_many'] as const),
  ...(['internal', 'busy', 'not_ready'] as const),
];

/** All codes of an operation, in the order of the table of codes. */
export function codesOf(operation: Operation, isPost: boolean, isOpen: boolean): RefusalCode[] {
  const may = new Set<RefusalCode>([
    ...always,
    ...(operation.refusals ?? []),
    ...(isPost ? (['too_large', 'unknown_body'] as const) : []),
    ...(operation.auth === 'token' ? (['no_token', 'wrong_token'] as const) : []),
    ...(isOpen || operation.auth === 'token' ? [] : (['no_key', 'wrong_key'] as const)),
    ...(isOpen || operation.auth === 'token' || operation.scope === 'any' ? [] : (['wrong_scope'] as const)),
  ]);
  return (Object.keys(refusals) as RefusalCode[]).filter((code) => may.has(code));
}

const rateHeaders = {
  RateLimit: { description: 'what is left of each limit', schema: { type: 'string' } },
  'RateLimit-Policy': { description: 'the limits that count here', schema: { type: 'string' } },
};
const retryHeader = { 'Retry-After': { description: 'seconds to wait', schema: { type: 'integer' } } };

const anyRefusal = { $ref: '#/components/schemas/Refusal' };

function refusalsOf(codes: RefusalCode[]) {
  const byStatus = Map.groupBy(codes, (code) => refusals[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, some]) => [
      status,
      {
        description: some.map((code) => `\`${code}\`: ${refusals[code].means}`).join('\n\n'),
        headers: { ...rateHeaders, ...(status === 429 || status === 503 ? retryHeader : {}) },
        content: {
          'application/json': {
            schema: {
              allOf: [anyRefusal, { type: 'object', properties: { code: { type: 'string', enum: some } } }],
            },
          },
        },
      },
    ]),
  );
}

export function responsesOf(
  { reply, formats, jsonp }: Operation,
  codes: RefusalCode[],
  answer: object,
  slug: Naming['slug'],
) {
  const replies = [reply, ...Object.values(formats ?? {})].map((shape) => replyOf(shape, slug));
  return {
    200: {
      description: 'Success',
      headers: rateHeaders,
      content: {
        'application/json': {
          schema: replies.length === 1 ? replies[0] : { anyOf: replies },
          example: answerOf(answer, slug),
        },
        ...(jsonp && {
          'application/javascript': {
            schema: {
              type: 'string',
              description: 'with `jsonp`: a call of that function, also for a refusal',
            },
          },
        }),
      },
    },
    ...refusalsOf(codes),
    default: {
      description: 'A refusal with a code that is added later, or a reply of a proxy in front of the service',
      headers: { ...rateHeaders, ...retryHeader },
      content: { 'application/json': { schema: anyRefusal } },
    },
  };
}
