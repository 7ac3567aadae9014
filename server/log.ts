/**
 * The log: one JSON line per request, with the route's pattern and never its address, because the specification puts
 * keys there. Errors are redacted: a database may quote a value in its message.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { pino, stdTimeFunctions, type Logger } from 'pino';

export type Log = Pick<Logger, 'info' | 'warn' | 'error' | 'fatal'>;

/** Lines are written in blocks, at the latest after half a second: one write per line would cost more than the line. */
export function makeLog(level: string): Log {
  const destination = pino.destination({ dest: 1, sync: false, minLength: 4096 });
  setInterval(() => destination.flush(), 500).unref();
  process.on('exit', () => destination.flushSync());
  // Under its own error key, pino would also write the error's message unredacted.
  return pino(
    {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      errorKey: 'unused',
      serializers: { err: shownError },
      formatters: { level: (name) => ({ level: name }) },
      mixin: (_line, importance) => originOf(importance),
    },
    destination,
  );
}

// An address is matched only at the start of a word: trying every letter would take quadratic time.
const secrets = /(?<![^\s"'(])[^\s"'(]+@[^\s"']+|mh_\w+|[\w-]{24,}|\$\d+/g;

function shownError(error: unknown) {
  const { name, message, stack, code } = error as Error & { code?: unknown };
  const frames = (stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
  return { name, code, message: String(message).replaceAll(secrets, '[redacted]').slice(0, 300), frames };
}

/**
 * Logs an uncaught error, redacted like any other, and ends the process: its state is unknown, and the process manager
 * starts it again. Node would print the raw error, with any value that it quotes.
 */
export function endOnCrash(log: Log): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'crashed');
    process.exit(1);
  });
}

/** The level of pino's `warn`. */
const warning = 40;

const prefix = Math.random().toString(36).slice(2, 8);
let count = 0;

type Current = { id?: string; code?: string; network?: string };
const current = new AsyncLocalStorage<Current>();

/**
 * Handles a request of a network: what it causes, also later, is logged with its id, never with the network. `id`: the
 * one that the proxy gave it.
 */
export const asRequest = (network: string, id: string | undefined, handle: () => void): void =>
  current.run({ network, ...(id !== undefined && { id }) }, handle);

/** Continues, later or in another process, with work that the request with this id caused. */
export const asPartOf = <Done>(id: string, work: () => Done): Done => current.run({ id }, work);

/** The id of the request that is being handled, which is in its reply and in the log; made when it is first needed. */
export function requestId(): string {
  const request = current.getStore() ?? {};
  return (request.id ??= `${prefix}-${(++count).toString(36)}`);
}

/** The widest network of the request that is being handled: what it queues takes turns with that of others. */
export const requestNetwork = (): string | undefined => current.getStore()?.network;

/** The current request's further lines have the code of its refusal. */
export function noteRefusal(code: string): void {
  const request = current.getStore();
  if (request) request.code = code;
}

/** Answers, once the current request has its reply, with the code of its refusal, if that was one. */
export function refusalCode(): () => string | undefined {
  const request = current.getStore();
  return () => request?.code;
}

/** The facts of a request for a log line about its refusal, or about a fault that it caused. */
function originOf(importance: number) {
  const request = current.getStore();
  if (!request || (request.code === undefined && importance < warning)) return {};
  return { request_id: requestId(), ...(request.code !== undefined && { code: request.code }) };
}
