/** Closes connections whose clients read their replies too slowly, or leave too many bytes of them in our memory. */
import type { Socket } from 'node:net';
import type { Network } from '../../limits/network.ts';
import { shareOf } from '../../limits/share.ts';

/** Slower than any phone. Measured over a period in which even a full send buffer of the system moves. */
const minBytesPerSecond = 2048;
const windowMilliseconds = 30_000;
/** Bytes of all replies that may wait in memory to be read. */
const maxUnreadBytes = 256 * 1_048_576;

type UnreadReply = { socket: Socket; networks: readonly Network[] };
type ReadProgress = { since: number; sent: number };

const sentBytes = (socket: Socket) => socket.bytesWritten - socket.writableLength;

export class SlowReaders {
  #progress = new Map<Socket, ReadProgress>();

  /** `replies`: those with waiting bytes, oldest first. */
  sweep(replies: Iterable<UnreadReply>, now: number): void {
    const progress = new Map<Socket, ReadProgress>();
    const unread = new Map<string, number>();
    let unreadInAll = 0;
    for (const { socket, networks } of replies) {
      if (progress.has(socket)) continue;
      const known = this.#progress.get(socket);
      if (known === undefined) {
        // A reply that was not waiting at the last sweep is not slow yet.
        progress.set(socket, { since: now, sent: sentBytes(socket) });
        continue;
      }
      const isOver = now - known.since >= windowMilliseconds;
      const isSlow =
        isOver && sentBytes(socket) - known.sent < (minBytesPerSecond * (now - known.since)) / 1000;
      progress.set(socket, isOver ? { since: now, sent: sentBytes(socket) } : known);
      unreadInAll += socket.writableLength;
      let isTooMuch = unreadInAll > maxUnreadBytes;
      for (const { name, weight } of networks) {
        const bytes = (unread.get(name) ?? 0) + socket.writableLength;
        unread.set(name, bytes);
        isTooMuch ||= bytes > shareOf(maxUnreadBytes, weight);
      }
      if (isSlow || isTooMuch) socket.destroy();
    }
    this.#progress = progress;
  }
}
