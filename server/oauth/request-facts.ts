/** The facts of a request, read before the library reads it. */
import type { IncomingMessage } from 'node:http';
import { sha256 } from '../secrets/secrets.ts';
import type { Client } from './clients.ts';
import type { TokenWrites } from './token-writes.ts';

export type RequestFacts = {
  ip?: string;
  /** The person who is signed in to our site, since when, and the digest of their session. */
  visitor?: { accountId: number; session: string; since: number };
  /** The scope as the client wrote it: the library drops names that it does not know. */
  scope?: string;
  /** The client whose owner's API key is in the request. */
  provenClient?: string;
  /** The client that sent the request, so that it is read once. */
  client?: Client;
  /** The write at the end of a token request. */
  writes?: TokenWrites;
};

const known = new WeakMap<IncomingMessage, RequestFacts>();

export const setFacts = (request: IncomingMessage, facts: RequestFacts): void =>
  void known.set(request, facts);

export const factsOf = (request: IncomingMessage | undefined): RequestFacts =>
  (request && known.get(request)) ?? {};

/** The id under which the library knows a session of our site; it does not reveal the session's cookie. */
export const sessionName = (session: string): string => sha256(`oauth ${session}`);
