/**
 * The slug's names for the fields that the contract calls `service_…`: clients of an existing service change nothing
 * but their key.
 */
import type { RequestFields } from './bodies/body.ts';
import { Refusal } from './refusal.ts';

export function slugNames(slug: string) {
  const isBranded = slug !== 'service';
  const alias = `${slug}_id`;
  return {
    /** Renames `<slug>_id` to the contract's name; returns whether it was sent. */
    take(fields: RequestFields): boolean {
      if (!isBranded || fields[alias] === undefined) return false;
      fields['service_id'] ??= fields[alias];
      Reflect.deleteProperty(fields, alias);
      return true;
    },

    /** A reply with both names. */
    answered(reply: object): object {
      if (!isBranded) return reply;
      const named: Record<string, unknown> = { ...reply };
      for (const [name, value] of Object.entries(reply))
        if (name.startsWith('service_')) named[name.replace('service', slug)] = value;
      return named;
    },

    /** A refusal under the field name that was sent. */
    asSent: ({ code, message, fields, retryAfter }: Refusal): Refusal =>
      new Refusal(code, message.replaceAll('service_id', alias), {
        fields: fields.map((fault) => (fault.field === 'service_id' ? { ...fault, field: alias } : fault)),
        ...(retryAfter !== undefined && { retryAfter }),
      }),
  };
}
