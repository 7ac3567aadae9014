/**
 * Fetches an address that somebody gave us, from public addresses only. Whatever takes a given address goes
 * through here: else a caller could make us ask what only our own network can reach, or keep us busy for ever.
 */
import dns from 'node:dns';
import http, { type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import { BlockList, isIPv6, type LookupFunction } from 'node:net';
import { isOfTheWeb, webUrl } from '../../src/contract/web-url.ts';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';

/** Why nothing was fetched; server/images/faults.ts says each in words. */
export type FetchWhy =
  'address' | 'private' | 'unreachable' | 'slow' | 'missing' | 'failing' | 'redirects' | 'large' | 'encoded';

/** These may be over when one tries again later; the others are answers. */
const passing: ReadonlySet<FetchWhy> = new Set(['unreachable', 'slow', 'failing']);

export class FetchFault extends Error {
  readonly why: FetchWhy;
  readonly mayPass: boolean;
  constructor(why: FetchWhy, options?: ErrorOptions) {
    super(why, options);
    this.why = why;
    this.mayPass = passing.has(why);
  }
}

export const mostBytes = 10 * 1024 * 1024;
const mostRedirects = 3;
const altogether = 10_000;
/** Without a byte for so long: a connection that is kept open and silent. */
const idle = 5_000;

/**
 * IPv4 addresses in an IPv6 form that RFC 4291 gave up (::/96); the agents take them for public ones. Not by their
 * denyIPAddressList: that prints a warning for each IPv4 address that it compares with an IPv6 network.
 */
const ipv4Compatible = new BlockList();
ipv4Compatible.addSubnet('::', 96, 'ipv6');
const isIpv4Compatible = (address: string): boolean =>
  isIPv6(address) && ipv4Compatible.check(address, 'ipv6');

/** The system's look-up, before the agents' own checks of what it found. */
const lookup: LookupFunction = (name, options, callback) =>
  dns.lookup(name, options, (error, found: string | dns.LookupAddress[], family) => {
    const addresses = typeof found === 'string' ? [found] : (found ?? []).map(({ address }) => address);
    if (!error && addresses.some(isIpv4Compatible)) callback(new Error('an IPv4-compatible address'), '');
    else callback(error, found, family);
  });

export type FetchGuarded = (address: string) => Promise<Buffer>;

export type Fetching = {
  /** How the service names itself to others. */
  userAgent: string;
  /** `host:port` of servers that are asked although they are not public; outside production only. */
  from: readonly string[];
};

/** Answers the bytes, or throws a FetchFault. Sends no cookie, no credentials and nothing of who asked. */
export function guardedFetcher({ userAgent, from }: Fetching): FetchGuarded {
  const trusted = new Set(from);
  // The agents look at the address that a name has turned into, as it connects: a name that answers otherwise
  // the second time, or a redirect, gets no further. No connection is kept for another request.
  const options = { keepAlive: false };
  const guarded = {
    'http:': new RequestFilteringHttpAgent(options),
    'https:': new RequestFilteringHttpsAgent(options),
  };
  const optionsFor = (url: URL, signal: AbortSignal): RequestOptions => {
    const protocol = url.protocol as keyof typeof guarded;
    return {
      lookup,
      agent: trusted.has(url.host) ? new http.Agent({ keepAlive: false }) : guarded[protocol],
      // Nothing is unpacked here, so nothing small can grow large.
      headers: { accept: 'image/*', 'accept-encoding': 'identity', 'user-agent': userAgent },
      signal,
      timeout: idle,
    };
  };
  const mustBeAskable = (url: URL | undefined): URL => {
    const isAskable =
      url !== undefined &&
      isOfTheWeb(url) &&
      url.username === '' &&
      url.password === '' &&
      // The web's own ports: others belong to services that are no web pages.
      (url.port === '' || trusted.has(url.host));
    if (!isAskable) throw new FetchFault('address');
    if (isIpv4Compatible(url.hostname.replace(/^\[|\]$/g, ''))) throw new FetchFault('private');
    return url;
  };

  return async (address) => {
    const signal = AbortSignal.timeout(altogether);
    let url = mustBeAskable(webUrl(address));
    for (let redirects = 0; redirects <= mostRedirects; redirects++) {
      const answer = await ask(url, optionsFor(url, signal));
      if (Buffer.isBuffer(answer)) return answer;
      url = mustBeAskable(webUrl(answer.location, url));
    }
    throw new FetchFault('redirects');
  };
}

/** One request: the bytes, or where it says they are. */
function ask(url: URL, options: RequestOptions): Promise<Buffer | { location: string }> {
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? https : http).request(url, options);
    const fail = (why: FetchWhy, cause?: unknown) => {
      reject(new FetchFault(why, { cause }));
      request.destroy();
    };
    request.on('timeout', () => fail('slow'));
    request.on('error', (error) => fail(whyOf(error), error));
    request.on('response', (response) => {
      const { statusCode = 0, headers } = response;
      if ([301, 302, 303, 307, 308].includes(statusCode) && headers.location !== undefined) {
        resolve({ location: headers.location });
        request.destroy();
      } else if (statusCode !== 200) fail(statusCode === 429 || statusCode >= 500 ? 'failing' : 'missing');
      else if ((headers['content-encoding'] ?? 'identity') !== 'identity') fail('encoded');
      else if (Number(headers['content-length'] ?? 0) > mostBytes) fail('large');
      else read(response, resolve, fail);
    });
    request.end();
  });
}

function read(
  response: IncomingMessage,
  resolve: (bytes: Buffer) => void,
  fail: (why: FetchWhy, cause?: unknown) => void,
): void {
  const parts: Buffer[] = [];
  let size = 0;
  response.on('data', (part: Buffer) => {
    size += part.length;
    if (size > mostBytes) fail('large');
    else parts.push(part);
  });
  response.on('error', (error) => fail(whyOf(error), error));
  response.on('end', () => (response.complete ? resolve(Buffer.concat(parts)) : fail('unreachable')));
}

function whyOf(error: Error): FetchWhy {
  const { code } = error as { code?: string };
  // Every error of Node's own has a code; what the agents throw at an address that is not public has none.
  if (code === undefined) return 'private';
  return code === 'ABORT_ERR' ? 'slow' : 'unreachable';
}
