/**
 * Limits the open requests: their number, in total and per network; the time for a body; and replies that are not read.
 * When there are too many, a request that waits for its client (a body that has not arrived, a reply that is not read)
 * is ended in favour of a new one, so slow clients cannot keep others out, however many they are.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { stopReading } from './body.ts';
import type { Network } from '../limits/network.ts';
import { Refusal } from './refusal.ts';
import { ByNetwork, shareOf } from '../limits/share.ts';
import { SlowReaders } from './slow-readers.ts';

const maxBodySeconds = 10;
/** A younger request is never ended: its body may just be on the way. */
const protectedMilliseconds = 1000;
const sweepMilliseconds = 1000;

type Entry = {
  request: IncomingMessage;
  response: ServerResponse;
  /** Stored here: after its connection has ended, a request may no longer have it. */
  socket: Socket;
  networks: readonly Network[];
  since: number;
};

const tooSlow = () =>
  new Refusal(
    'too_slow',
    `The body did not arrive completely within ${maxBodySeconds} seconds, or the place was needed for another request; send it again.`,
  );

export class UnderWay {
  readonly #max: number;
  readonly #all = new Set<Entry>();
  readonly #byNetwork = new ByNetwork<Entry>();
  readonly #slowReaders = new SlowReaders();

  constructor(max: number) {
    this.#max = max;
    setInterval(() => this.#sweep(), sweepMilliseconds).unref();
  }

  /**
   * Counts a request until its reply is sent, or returns the reason why it is not admitted. `mayExceed`: the total
   * limit does not apply.
   */
  admit(
    request: IncomingMessage,
    response: ServerResponse,
    networks: readonly Network[],
    mayExceed: boolean,
  ): Refusal | undefined {
    const now = performance.now();
    for (const { name, weight } of networks) {
      const share = shareOf(this.#max, weight);
      const entries = this.#byNetwork.get(name);
      if (entries.size >= share && !this.#cutOldestWaiting(entries, now))
        return new Refusal(
          'too_many',
          `There are more than ${share} requests from this ${weight > 1 ? 'network' : 'address'} under way; wait for their replies.`,
          { retryAfter: 2 },
        );
    }
    if (this.#all.size >= this.#max && !mayExceed && !this.#cutOldestWaiting(this.#all, now))
      return new Refusal('busy', 'The service has too many requests under way; try again in a few seconds.', {
        retryAfter: 2,
      });
    const entry = { request, response, socket: request.socket, networks, since: now };
    this.#all.add(entry);
    for (const { name } of networks) this.#byNetwork.add(name, entry);
    response.once('close', () => this.#remove(entry));
    return undefined;
  }

  #cutOldestWaiting(entries: ReadonlySet<Entry>, now: number): boolean {
    for (const entry of entries) {
      if (now - entry.since < protectedMilliseconds) return false;
      if (!isWaitingForClient(entry)) continue;
      this.#cut(entry);
      return true;
    }
    return false;
  }

  /** Refuses a request whose body has not arrived; closes the connection if the body is not being read. */
  #cut(entry: Entry): void {
    const { request, response, socket } = entry;
    this.#remove(entry);
    if (!response.headersSent && !request.complete) {
      // The rest of the body is not read.
      response.setHeader('Connection', 'close');
      if (stopReading(request, tooSlow())) return;
    }
    socket.destroy();
  }

  #remove(entry: Entry): void {
    this.#all.delete(entry);
    for (const { name } of entry.networks) this.#byNetwork.delete(name, entry);
  }

  #sweep(): void {
    const now = performance.now();
    const replying: Entry[] = [];
    for (const entry of this.#all) {
      if (!entry.request.complete && now - entry.since > maxBodySeconds * 1000) this.#cut(entry);
      else if (entry.socket.writableLength > 0) replying.push(entry);
    }
    this.#slowReaders.sweep(replying, now);
  }
}

const isWaitingForClient = ({ request, response, socket }: Entry): boolean =>
  !request.complete || response.writableEnded || (response.headersSent && socket.writableLength > 0);
