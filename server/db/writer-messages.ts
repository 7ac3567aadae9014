/** What passes between the service and its writing thread. */
/** `args` is JSON where it is a batch: one text is cheaper to hand over than many objects. */
export type Job = { id: number; job: string; args?: unknown; batch?: string };
export type SentError = { message: string; code?: string | undefined; errcode?: number | undefined };
export type Answer = { id: number; value?: unknown; error?: SentError };

export const sendable = (error: unknown): SentError => {
  const { message, code, errcode } = error as SentError;
  return { message, code, errcode };
};

/** The same error on this side, with the code by which `isAway` knows it. */
export const raise = (sent: SentError): Error => Object.assign(new Error(sent.message), sent);
