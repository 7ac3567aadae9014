/** The messages between the service and its threads: lists of numbered questions, and one numbered answer to each. */
export type NumberedQuestion<Question> = { id: number; question: Question };
export type SentError = { message: string; code?: string | undefined; errcode?: number | undefined };
export type NumberedAnswer = { id: number; value?: unknown; error?: SentError };

export const sendable = (error: unknown): SentError => {
  const { message, code, errcode } = error as SentError;
  return { message, code, errcode };
};

/** Recreates an error of a thread, with the code by which `isAway` recognises it. */
export const raise = (sent: SentError): Error => Object.assign(new Error(sent.message), sent);
