/** Warnings about fields that were read differently from how they were written. */
import { z } from 'zod';

/**
 * The note of a field about a value that was read differently from how it was written, such as an address without its
 * scheme; it follows the name of the field in `warnings`.
 */
export const notes = z.registry<{ note: (value: unknown) => string | undefined }>();

/** One sentence for each field that was read with a note; `nameOf` returns the name under which it was sent. */
export function notesOf(
  shape: Record<string, z.ZodType>,
  fields: Record<string, unknown>,
  nameOf: (field: string) => string = (field) => field,
): string[] {
  return Object.entries(shape).flatMap(([name, outer]) => {
    if (fields[name] === undefined) return [];
    let field = outer;
    while ('unwrap' in field) field = (field.unwrap as () => z.ZodType)();
    const note = notes.get(field)?.note(fields[name]);
    return note === undefined ? [] : [`${nameOf(name)} ${note}`];
  });
}
