/** The definition of a field: its maximum length, its parser, and its description in the reference. */
import { z } from 'zod';

/** Returned by a parser for a value that is not accepted: one sentence for the caller. */
class FieldProblem {
  readonly message: string;
  readonly status: 400 | 413;
  constructor(message: string, status: 400 | 413) {
    this.message = message;
    this.status = status;
  }
}

export const fault = (message: string, status: 400 | 413 = 400) => new FieldProblem(message, status);

/**
 * The description of a field in the reference: its canonical form as JSON Schema; `title` is its type in words. The
 * parser reads further forms, which the reference does not promise.
 */
type FieldSchema = Record<string, unknown>;

/** The parser of a field. A text of more than `longest` UTF-16 units is refused before `read` sees it. */
export type FieldParser<T> = {
  longest: number;
  /** The message for a text that is too long; by default, it names `longest`. */
  tooLong?: string | FieldProblem;
  read: (value: unknown) => T | FieldProblem;
};

/**
 * A field that one function parses from any input; absent and null are refused as missing. Its maximum length is
 * checked first, so that no parser spends time on a text that cannot be valid (ReDoS).
 */
export function field<T, Said = T>(
  { longest, tooLong = `must be at most ${longest} characters`, read }: FieldParser<T>,
  description: string,
  form: FieldSchema = {},
): z.ZodType<T, Said> {
  const answerTo = (value: unknown): T | FieldProblem => {
    if (value === undefined || value === null) return fault('is required');
    return typeof value === 'string' && value.length > longest
      ? tooLong instanceof FieldProblem
        ? tooLong
        : fault(tooLong)
      : read(value);
  };
  const schema = z
    .unknown()
    .transform((value, ctx): T => {
      const answer = answerTo(value);
      if (!(answer instanceof FieldProblem)) return answer;
      ctx.addIssue({ code: 'custom', message: answer.message, params: { status: answer.status } });
      return z.NEVER;
    })
    .meta({ description, ...form });
  // `Said` is the canonical form as a type, for typed clients; other forms are still read.
  return schema as unknown as z.ZodType<T, Said>;
}
