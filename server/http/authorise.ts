/**
 * Checks the API key and the rate limits of a request before any work is done for it. A key in the address or in the
 * Authorization header is checked before the body is read. A key in the body can only be found by parsing it, so such a
 * request first counts for its address, and its body is limited.
 */
import type { Operation } from '../../src/contract/index.ts';
import { smallBytes, usualBytes, type RequestFields } from './bodies/body.ts';
import type { RateHeaders } from '../limits/limits.ts';
import type { Caller, Facts, SentKey } from './facts.ts';
import type { Adapter } from './mount.ts';
import { Refusal } from './refusal.ts';

/** The person who authorized the holder of an access token, and for what. */
export type TokenHolder = { accountId: number; clientId: string; scopes: string[] };
export type Admitted = { fields: RequestFields; caller: Caller | TokenHolder | undefined };
/** Reads the body up to a number of bytes; `advice` says how to send more. */
export type ReadBody = (maxBytes: number, advice?: string) => Promise<RequestFields>;

export function authoriser(
  operation: Operation,
  isEmbed: boolean,
  { limits, callerOf, holderOf, openFinder }: Adapter,
) {
  const isOpen = operation.auth === 'none' || (operation.scope === 'finder' && openFinder);
  const maxBytes = operation.maxBytes ?? ('extra' in operation.input.shape ? usualBytes : smallBytes);
  const maxBytesBeforeKey = Math.min(maxBytes, usualBytes);
  const advice =
    maxBytes > maxBytesBeforeKey
      ? ` while its key is in it; with the key in the address or the Authorization header, at most ${maxBytes}`
      : '';

  const callerWith = async (key: unknown, place: SentKey['place'], facts: Facts): Promise<Caller> => {
    const { now, isHeaderForeign } = facts;
    const sent = { key: typeof key === 'string' ? key : undefined, place, isHeaderForeign };
    try {
      return await callerOf(sent, operation.scope ?? 'any', now);
    } catch (error) {
      if (error instanceof Refusal && error.code === 'wrong_key') limits.wrongKey(facts.ip, now);
      throw error;
    }
  };

  const holderOfToken = async (facts: Facts): Promise<TokenHolder> => {
    try {
      return await holderOf(facts.token, facts.now);
    } catch (error) {
      if (error instanceof Refusal && error.code === 'wrong_token') limits.wrongKey(facts.ip, facts.now);
      throw error;
    }
  };

  /** `onRate` receives the remaining limits, also if the request is refused later. */
  return async (
    query: RequestFields,
    readBody: ReadBody | undefined,
    facts: Facts,
    onRate: (rate: RateHeaders | undefined) => void,
  ): Promise<Admitted> => {
    const { now } = facts;
    const withBody = async (bytes: number, more = '') =>
      readBody ? Object.assign(query, await readBody(bytes, more)) : query;
    if (isOpen) {
      onRate(limits.ofVisitor(facts.ip, isEmbed ? facts.origin : undefined, now));
      return { fields: await withBody(maxBytes), caller: undefined };
    }
    if (operation.auth === 'token') {
      onRate(limits.ofVisitor(facts.ip, undefined, now));
      return { fields: query, caller: await holderOfToken(facts) };
    }
    const early = facts.bearer ?? query['key'];
    if (early !== undefined) {
      const place = facts.bearer === undefined ? 'the query' : 'the Authorization header';
      const caller = await callerWith(early, place, facts);
      onRate(limits.ofKey(caller, now));
      return { fields: await withBody(maxBytes), caller };
    }
    onRate(limits.ofVisitor(facts.ip, undefined, now));
    const fields = await withBody(maxBytesBeforeKey, advice);
    const caller = await callerWith(fields['key'], 'the body', facts);
    limits.hadKey(facts.ip);
    onRate(limits.ofKey(caller, now));
    return { fields, caller };
  };
}

/** The `WWW-Authenticate` header for a refused access token (RFC 6750, 3); a missing token gets no error code. */
export const challengeOf = ({ code, message }: Refusal): string | undefined =>
  code === 'no_token'
    ? 'Bearer'
    : code === 'wrong_token'
      ? `Bearer error="invalid_token", error_description="${message.replace(/[^\x20-\x7e]|["\\]/g, '')}"`
      : undefined;
