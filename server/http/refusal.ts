/** The only error that a caller sees. Its message is public; internal causes stay in the log. */
import { refusals, type RefusalCode } from '../../src/contract/api/refusals.ts';

export type FieldFault = { field: string; message: string };

export class Refusal extends Error {
  readonly status: number;
  readonly code: RefusalCode;
  readonly fields: FieldFault[];
  readonly retryAfter: number | undefined;

  /**
   * `code`: a stable word for programs, which determines the status; `message`: one sentence for a person, with what to
   * do.
   */
  constructor(code: RefusalCode, message: string, more: { fields?: FieldFault[]; retryAfter?: number } = {}) {
    super(message);
    this.status = refusals[code].status;
    this.code = code;
    this.fields = more.fields ?? [];
    this.retryAfter = more.retryAfter;
  }
}

/** A 400 that names every bad field at once. */
export const badFields = (fields: FieldFault[]) =>
  new Refusal(
    'invalid',
    fields.length === 1
      ? `The field ${fields[0]?.field} ${fields[0]?.message}.`
      : `These fields are not right: ${fields.map(({ field }) => field).join(', ')}.`,
    { fields },
  );

/** Throws one refusal for all faults, if there are any. */
export function refuse(faults: FieldFault[]): void {
  if (faults.length > 0) throw badFields(faults);
}

export const badField = (field: string, message: string) => badFields([{ field, message }]);

/**
 * One function for all places, so that the words are the same: strangers must not be able to distinguish a missing
 * project from an unpublished one.
 */
export const noProject = (field: 'project_id' | 'service_id' = 'project_id') =>
  new Refusal(
    'no_project',
    `There is no published project with this ${field}; compare it with the Tools tab.`,
    {
      fields: [{ field, message: 'is not a published project' }],
    },
  );

export const notManager = () =>
  new Refusal(
    'not_manager',
    'The person of this key does not manage this project; ask its owner to add them.',
  );

/** For the project's managers only; for everybody else a withheld project does not exist. */
export const withheld = () =>
  new Refusal(
    'withheld',
    'The operators of this service withhold this project: nothing is recorded for it, and nobody is looked up.',
    { fields: [{ field: 'project_id', message: 'is withheld by the operators' }] },
  );

export const notPublished = () =>
  new Refusal(
    'not_published',
    'This project awaits review: this is possible once the editors have published it.',
    { fields: [{ field: 'project_id', message: 'is not published yet' }] },
  );

export const profileGone = () =>
  new Refusal('profile_gone', 'There is no profile with this profile_id, or no longer; look it up again.', {
    fields: [{ field: 'profile_id', message: 'is not a profile' }],
  });

/** The body of a refusal, as every caller gets it. */
export function refusalBody({ message, code, fields }: Refusal, id: string | undefined): object {
  return {
    result: 'error',
    error: message,
    code,
    ...(fields.length > 0 && { errors: fields }),
    ...(id && { request_id: id }),
  };
}
