/**
 * Limits the number of open connections, with or without a request. When there are too many, the one that has been idle
 * longest is closed. A connection whose request head has not arrived completely is idle, too.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { networksOf, type Network } from '../../limits/network.ts';
import { ByNetwork, shareOf } from '../../limits/share.ts';

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

type Connection = { networks: readonly Network[]; requests: number };

export class Connections {
  readonly #max: number;
  readonly #perNetwork: boolean;
  readonly #open = new Map<Socket, Connection>();
  readonly #openOf = new ByNetwork<Socket>();
  /** Longest idle first. */
  readonly #idle = new Set<Socket>();
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

  requestBegan(socket: Socket): void {
    const connection = this.#open.get(socket);
    if (connection && connection.requests++ === 0) this.#notIdle(socket, connection);
  }

  requestEnded(socket: Socket): void {
    const connection = this.#open.get(socket);
    if (connection && --connection.requests === 0) this.#nowIdle(socket, connection);
  }

  /** Admits a connection, and closes an idle one if there are too many; returns false if none is idle. */
  #makeRoom(socket: Socket): boolean {
    const networks = this.#perNetwork ? networksOf(socket.remoteAddress ?? '') : [];
    for (const { name, weight } of networks) {
      const open = this.#openOf.get(name);
      if (open && open.size >= shareOf(this.#max, weight) && !this.#closeIdle(this.#idleOf.get(name)))
        return false;
    }
    if (this.#open.size >= this.#max && !this.#closeIdle(this.#idle)) return false;
    const connection = { networks, requests: 0 };
    this.#open.set(socket, connection);
    this.#openOf.add(networks, socket);
    this.#nowIdle(socket, connection);
    socket.once('close', () => this.#forget(socket));
    return true;
  }

  #closeIdle(idle: Iterable<Socket> = []): boolean {
    for (const socket of idle) {
      this.#forget(socket);
      socket.destroy();
      return true;
    }
    return false;
  }

  #nowIdle(socket: Socket, { networks }: Connection): void {
    this.#idle.add(socket);
    this.#idleOf.add(networks, socket);
  }

  #notIdle(socket: Socket, { networks }: Connection): void {
    this.#idle.delete(socket);
    this.#idleOf.remove(networks, socket);
  }

  #forget(socket: Socket): void {
    const connection = this.#open.get(socket);
    if (!connection) return;
    this.#open.delete(socket);
    this.#notIdle(socket, connection);
    this.#openOf.remove(connection.networks, socket);
  }
}
