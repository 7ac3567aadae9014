/** The only way from an embed to our service: a row of the contract, without cookies and without preflight. */
import type { z } from 'zod';
import type { SiteApi } from '../../src/contract/site.ts';
import { baseUrl } from './placeholders.ts';

export type EmbedRow = Extract<keyof SiteApi, `${string} /embed/${string}`>;
export type Reply<R extends EmbedRow> = z.infer<SiteApi[R]['reply']>;

type EmbedInput<R extends EmbedRow> = z.infer<SiteApi[R]['input']>;
/** The fields of the row, each also as the text that the service reads it from. */
export type Sent<R extends EmbedRow> = { [Name in keyof EmbedInput<R>]: EmbedInput<R>[Name] | string };

/** A refusal of the service: `code` is a stable word, `text` a sentence for the owner of the page. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, reply: { code?: string; error?: string }) {
    super(reply.error);
    this.status = status;
    this.code = reply.code ?? '';
  }
}

/** Whether asking again cannot help. */
export const isFinal = (error: unknown): error is Refused =>
  error instanceof Refused && error.status < 500 && ![408, 425, 429].includes(error.status);

const timeout = 10_000;
/**
 * In bytes. For requests that outlive the page (`keepalive`), browsers refuse larger bodies, counted over all that are
 * under way.
 */
const keptAlive = 61_440;

/** Returns the row's reply; throws Refused, or the error of fetch if there was no reply. */
export async function call<R extends EmbedRow>(row: R, input: Sent<R>): Promise<Reply<R>> {
  const [method, path] = row.split(' ') as [string, string];
  const body = method === 'POST' ? JSON.stringify(input) : undefined;
  const query = body
    ? ''
    : '?' + new URLSearchParams(JSON.parse(JSON.stringify(input)) as Record<string, string>);
  const response = await fetch(baseUrl + path + query, {
    method,
    body,
    // A string body goes as text/plain, which asks for no preflight.
    credentials: 'omit',
    // The origin is what the service checks; the page's path is not its business.
    referrerPolicy: 'origin',
    keepalive: !!body && new Blob([body]).size < keptAlive,
    signal: AbortSignal.timeout(timeout),
  });
  const reply = (await response.json()) as Reply<R>;
  if (!response.ok) throw new Refused(response.status, reply as { code?: string; error?: string });
  return reply;
}
