/** Warnings about single fields: what was read, but not as it is written. */
import { z } from 'zod';

/**
 * What is said of a value that was read otherwise than as it is written, such as an address without its scheme; it
 * follows the name of the field in `warnings`.
 */
export const notes = z.registry<{ note: (value: unknown) => string | undefined }>();

/** One sentence for each field that was read with a note; `nameOf` says under which name it was sent. */
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
