/**
 * The log: one JSON line per request, with the route's pattern and never its address, because the specification puts
 * keys there. Errors are redacted: a database may quote a value in its message.
 */
import { pino, type Logger } from 'pino';

export type Log = Pick<Logger, 'info' | 'warn' | 'error' | 'fatal'>;

/** Lines are written in blocks, at the latest after half a second: one write per line would cost more than the line. */
export function makeLog(level: string): Log {
  const destination = pino.destination({ dest: 1, sync: false, minLength: 4096 });
  setInterval(() => destination.flush(), 500).unref();
  process.on('exit', () => destination.flushSync());
  // Under its own error key, pino would also write the error's message unredacted.
  return pino({ level, base: null, errorKey: 'unused', serializers: { err: shownError } }, destination);
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

const prefix = Math.random().toString(36).slice(2, 8);
let count = 0;

/** Creates an id for a request, which is in its reply and in the log. */
export const requestId = () => `${prefix}-${(++count).toString(36)}`;
