/**
 * Limits the number of open connections, with or without a request. When there are too many, the one that has been idle
 * longest is closed. A connection whose request head has not arrived completely is idle, too.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { networksOf, type Network } from '../limits/network.ts';
import { type Link, LinkedList } from '../limits/linked-list.ts';
import { ByNetwork, shareOf } from '../limits/share.ts';

/** File descriptors reserved for the database, files and our own connections. */
const otherDescriptors = 256;

/** The number of files and connections that the system lets this process have open. */
const readOpenFilesLimit = (): number => {
  const report = process.report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } };
  const soft = Number(report.userLimits?.open_files?.soft);
  return Number.isFinite(soft) ? soft : Infinity;
};

/** Read before the first thread starts: a report waits for every thread, which at the start takes 0.1 s. */
const openFilesLimit = readOpenFilesLimit();

export type ConnectionLimits = {
  max: number;
  /** False behind a proxy: all connections are the proxy's, so its clients are limited by their requests only. */
  perNetwork: boolean;
};

/** A connection of ours. On the socket itself, because maps of sockets are changed twice for each request. */
const state = Symbol('connection');
type WatchedSocket = Socket & { [state]?: Connection | undefined };
type Connection = {
  networks: readonly Network[];
  inOpen: readonly Link<Socket>[];
  inIdle: Link<Socket>;
  inIdleOf: readonly Link<Socket>[];
  requests: number;
};

export class Connections {
  readonly #max: number;
  readonly #perNetwork: boolean;
  #count = 0;
  readonly #open = new ByNetwork<Socket>();
  /** Longest idle first. */
  readonly #idle = new LinkedList<Socket>();
  readonly #idleOf = new ByNetwork<Socket>();

  constructor({ max, perNetwork }: ConnectionLimits) {
    this.#max = Math.min(max, Math.max(1, openFilesLimit - otherDescriptors));
    this.#perNetwork = perNetwork;
  }

  watch(server: Server): void {
    server.on('connection', (socket: Socket) => {
      if (!this.#makeRoom(socket)) socket.destroy();
    });
  }

  requestBegan({ [state]: connection }: WatchedSocket): void {
    if (connection && connection.requests++ === 0) this.#notIdle(connection);
  }

  requestEnded({ [state]: connection }: WatchedSocket): void {
    if (connection && --connection.requests === 0) this.#nowIdle(connection);
  }

  /** Admits a connection, and closes an idle one if there are too many; returns false if none is idle. */
  #makeRoom(socket: WatchedSocket): boolean {
    const networks = this.#perNetwork ? networksOf(socket.remoteAddress ?? '') : [];
    for (const { name, weight } of networks) {
      const open = this.#open.get(name);
      if (open && open.size >= shareOf(this.#max, weight) && !this.#closeIdle(this.#idleOf.get(name)))
        return false;
    }
    if (this.#count >= this.#max && !this.#closeIdle(this.#idle)) return false;
    this.#count += 1;
    const connection = {
      networks,
      inOpen: this.#open.add(networks, socket),
      inIdle: this.#idle.add(socket),
      inIdleOf: this.#idleOf.add(networks, socket),
      requests: 0,
    };
    socket[state] = connection;
    socket.once('close', () => this.#forget(socket));
    return true;
  }

  #closeIdle(idle: Iterable<WatchedSocket> = []): boolean {
    for (const socket of idle) {
      this.#forget(socket);
      socket.destroy();
      return true;
    }
    return false;
  }

  #nowIdle({ networks, inIdle, inIdleOf }: Connection): void {
    this.#idle.append(inIdle);
    this.#idleOf.append(networks, inIdleOf);
  }

  #notIdle({ networks, inIdle, inIdleOf }: Connection): void {
    inIdle.remove();
    this.#idleOf.remove(networks, inIdleOf);
  }

  #forget(socket: WatchedSocket): void {
    const connection = socket[state];
    if (!connection) return;
    socket[state] = undefined;
    this.#count -= 1;
    this.#notIdle(connection);
    this.#open.remove(connection.networks, connection.inOpen);
  }
}
