/** The only error a caller sees. What it says is public; what went wrong inside stays in the log. */
export type FieldFault = { field: string; message: string };

export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: FieldFault[];
  readonly retryAfter: number | undefined;

  /** `message`: one sentence for a person, with what to do; `code`: a stable word for programs. */
  constructor(
    status: number,
    code: string,
    message: string,
    more: { fields?: FieldFault[]; retryAfter?: number } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = more.fields ?? [];
    this.retryAfter = more.retryAfter;
  }
}

/** A 400 that names every bad field at once. */
export const badFields = (fields: FieldFault[]) =>
  new Refusal(
    400,
    'invalid',
    fields.length === 1
      ? `The field ${fields[0]?.field} ${fields[0]?.message}.`
      : `These fields are not right: ${fields.map(({ field }) => field).join(', ')}.`,
    { fields },
  );

export const badField = (field: string, message: string) => badFields([{ field, message }]);
