/**
 * Limits the open requests: their number, in total (adaptive-limit.ts) and per network; the time for a body; and replies
 * that are not read. When there are too many, a request that waits for its client (a body that has not arrived, a reply
 * that is not read) is ended in favour of a new one, so slow clients cannot keep others out, however many they are.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { AdaptiveLimit, publishRefused } from './adaptive-limit.ts';
import { stopReading } from '../bodies/body.ts';
import type { Network } from '../../limits/network.ts';
import { Refusal } from '../refusal.ts';
import { ByNetwork, shareOf } from '../../limits/share.ts';
import { SlowReaders } from './slow-readers.ts';

const maxBodySeconds = 10;
/** A younger request is never ended: its body may just be on the way. */
const protectedMilliseconds = 1000;
const sweepMilliseconds = 1000;
const adjustMilliseconds = 100;

type Exchange = {
  request: IncomingMessage;
  response: ServerResponse;
  /** Stored here: after its connection has ended, a request may no longer have it. */
  socket: Socket;
};

export type OpenRequest = {
  /** Undefined once it has ended: a Set keeps what was deleted from being collected (docs/decisions/http.md). */
  exchange: Exchange | undefined;
  networks: readonly Network[];
  since: number;
  /** It was seen waiting for its client, so its duration says nothing about the service. */
  hasWaited: boolean;
};

const tooSlow = () =>
  new Refusal(
    'too_slow',
    `The body did not arrive completely within ${maxBodySeconds} seconds, or the place was needed for another request; send it again.`,
  );

/** One for all: making an error for each would cost more than the rest of a refusal. */
const busy = new Refusal('busy', 'The service has too many requests under way; try again in a few seconds.', {
  retryAfter: 2,
});

export class UnderWay {
  readonly #max: number;
  /** Oldest first. */
  readonly #all = new Set<OpenRequest>();
  readonly #byNetwork = new ByNetwork<OpenRequest>();
  readonly #slowReaders = new SlowReaders();
  readonly #limit: AdaptiveLimit;
  /** Requests that waited for their clients when the limit was last adjusted. */
  #waiting = 0;

  constructor(max: number) {
    this.#max = max;
    this.#limit = new AdaptiveLimit(max);
    setInterval(() => this.#adjust(), adjustMilliseconds).unref();
    setInterval(() => this.#sweep(), sweepMilliseconds).unref();
  }

  /** The refusal of a request while there are too many of all networks together. */
  tooMany(): Refusal | undefined {
    if (this.#all.size < this.#total || this.#cutOldestWaiting(this.#all, performance.now()))
      return undefined;
    publishRefused(busy.code);
    return busy;
  }

  /** Counts a request until `end`, or returns the refusal if there are too many of its network. */
  admit(
    request: IncomingMessage,
    response: ServerResponse,
    networks: readonly Network[],
  ): OpenRequest | Refusal {
    const now = performance.now();
    const refusal = this.#refusalFor(networks, now);
    if (refusal) {
      publishRefused(refusal.code);
      return refusal;
    }
    const exchange = { request, response, socket: request.socket };
    const entry: OpenRequest = { exchange, networks, since: now, hasWaited: false };
    this.#all.add(entry);
    this.#byNetwork.add(networks, entry);
    return entry;
  }

  /** Its reply was sent, or its connection has ended. */
  end(entry: OpenRequest): void {
    this.#remove(entry);
    if (!entry.hasWaited) this.#limit.took(performance.now() - entry.since);
  }

  /** Requests that wait for their clients cost the service nothing: the limit adapts to the others only. */
  get #total(): number {
    return Math.min(this.#max, this.#limit.current + this.#waiting);
  }

  #refusalFor(networks: readonly Network[], now: number): Refusal | undefined {
    // A network may use its share of the largest limit while half of the current one is free, so that it can work at
    // full speed while it is alone.
    const shared = this.#all.size < this.#total / 2 ? this.#max : this.#total;
    for (const { name, weight } of networks) {
      const share = shareOf(shared, weight);
      const entries = this.#byNetwork.get(name);
      if (entries && entries.size >= share && !this.#cutOldestWaiting(entries, now))
        return new Refusal(
          'too_many',
          `There are more than ${share} requests from this ${weight > 1 ? 'network' : 'address'} under way; wait for their replies.`,
          { retryAfter: 2 },
        );
    }
    return undefined;
  }

  #adjust(): void {
    const now = performance.now();
    this.#waiting = 0;
    for (const entry of this.#all) {
      if (isWaitingForClient(entry)) {
        entry.hasWaited = true;
        this.#waiting += 1;
      } else if (!entry.hasWaited) this.#limit.isStillOpen(now - entry.since);
    }
    this.#limit.adjust(this.#all.size - this.#waiting);
  }

  #cutOldestWaiting(entries: Iterable<OpenRequest>, now: number): boolean {
    for (const entry of entries) {
      if (now - entry.since < protectedMilliseconds) return false;
      if (!isWaitingForClient(entry)) continue;
      this.#cut(entry);
      return true;
    }
    return false;
  }

  /** Refuses a request whose body has not arrived; closes the connection if the body is not being read. */
  #cut(entry: OpenRequest): void {
    const { exchange } = entry;
    this.#remove(entry);
    if (!exchange) return;
    const { request, response, socket } = exchange;
    if (!response.headersSent && !request.complete) {
      // The rest of the body is not read.
      response.setHeader('Connection', 'close');
      if (stopReading(request, tooSlow())) return;
    }
    socket.destroy();
  }

  #remove(entry: OpenRequest): void {
    this.#all.delete(entry);
    this.#byNetwork.remove(entry.networks, entry);
    entry.exchange = undefined;
  }

  #sweep(): void {
    const now = performance.now();
    const replying: { socket: Socket; networks: readonly Network[] }[] = [];
    for (const entry of this.#all) {
      const { exchange, networks, since } = entry;
      if (!exchange) continue;
      if (!exchange.request.complete && now - since > maxBodySeconds * 1000) this.#cut(entry);
      else if (exchange.socket.writableLength > 0) replying.push({ socket: exchange.socket, networks });
    }
    this.#slowReaders.sweep(replying, now);
  }
}

const isWaitingForClient = ({ exchange }: OpenRequest): boolean =>
  exchange !== undefined &&
  (!exchange.request.complete ||
    exchange.response.writableEnded ||
    (exchange.response.headersSent && exchange.socket.writableLength > 0));
