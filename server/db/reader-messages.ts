/** What passes between the service and its second reading thread. */
import type { SQLInputValue } from 'node:sqlite';
import type { SentError } from './writer-messages.ts';

export type Question = { id: number; sql: string; parameters: SQLInputValue[] };
export type Reply = { id: number; rows?: unknown[]; error?: SentError };
