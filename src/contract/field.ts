/** One field of a request: its limit of length, its reading, and what the reference says of it. */
import { z } from 'zod';

/** What a reading answers when the value cannot be meant: one sentence for the caller. */
class Fault {
  readonly message: string;
  readonly status: 400 | 413;
  constructor(message: string, status: 400 | 413) {
    this.message = message;
    this.status = status;
  }
}

export const fault = (message: string, status: 400 | 413 = 400) => new Fault(message, status);

/**
 * What the reference says of a field: its best form as JSON Schema; `title` is its type in words. `also` is what the
 * documentation promises to read besides, as keywords that go on top (server/reference/other-forms.ts). White space
 * around a value, and other spellings of a word of a list, are read all the same.
 */
export type Form = Record<string, unknown> & { also?: Record<string, unknown> };

/** A pattern for a word in any case: flags have no place in JSON Schema. */
export const anyCase = (word: string) =>
  word.replace(/[a-z]/gi, (letter) => `[${letter.toUpperCase()}${letter.toLowerCase()}]`);

/** How a field is read. A text of more than `longest` UTF-16 units is refused before `read` sees it. */
export type Reading<T> = {
  longest: number;
  /** Says so; without it, the sentence names `longest`. */
  tooLong?: string | Fault;
  read: (value: unknown) => T | Fault;
};

/**
 * A field that is read by one function from whatever arrived; absent and null are refused as missing. The limit on
 * its length comes first for every field, so that no reading spends time on a text that cannot be meant (ReDoS).
 */
export function field<T, Said = T>(
  { longest, tooLong = `must be at most ${longest} characters`, read }: Reading<T>,
  description: string,
  form: Form = {},
): z.ZodType<T, Said> {
  const answerTo = (value: unknown): T | Fault => {
    if (value === undefined || value === null) return fault('is required');
    return typeof value === 'string' && value.length > longest
      ? tooLong instanceof Fault
        ? tooLong
        : fault(tooLong)
      : read(value);
  };
  const schema = z
    .unknown()
    .transform((value, ctx): T => {
      const answer = answerTo(value);
      if (!(answer instanceof Fault)) return answer;
      ctx.addIssue({ code: 'custom', message: answer.message, params: { status: answer.status } });
      return z.NEVER;
    })
    .meta({ description, ...form });
  // `Said` is the best form as a type, for those who call with types; whatever else arrives is read all the same.
  return schema as unknown as z.ZodType<T, Said>;
}
