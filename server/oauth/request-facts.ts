/** The facts of a request, read before the library reads it. */
import type { IncomingMessage } from 'node:http';
import { sha256 } from '../secrets.ts';
import type { Client } from './clients.ts';
import type { TokenWrites } from './token-writes.ts';

export type RequestFacts = {
  /** The person who is signed in to our site, since when, and the digest of their session. */
  visitor?: { accountId: number; session: string; since: number };
  /** The client whose owner's API key came along. */
  provenClient?: string;
  /** The client that sent the request, as it was read already. */
  client?: Client;
  /** The write at the end of a token request. */
  writes?: TokenWrites;
};

const known = new WeakMap<IncomingMessage, RequestFacts>();

export const setFacts = (request: IncomingMessage, facts: RequestFacts): void =>
  void known.set(request, facts);

export const factsOf = (request: IncomingMessage | undefined): RequestFacts =>
  (request && known.get(request)) ?? {};

/** The library's name for a session of our site: it says nothing of the session's own cookie. */
export const sessionName = (session: string): string => sha256(`oauth ${session}`);
