/**
 * Limits the number of open connections, with or without a request. When there are too many, the one that has been idle
 * longest is closed. A connection whose request head has not arrived completely is idle, too.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { networksOf, type Network } from '../limits/network.ts';
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

export class Connections {
  readonly #max: number;
  readonly #perNetwork: boolean;
  readonly #networks = new Map<Socket, readonly Network[]>();
  readonly #open = new ByNetwork<Socket>();
  /** Longest idle first. */
  readonly #idle = new Set<Socket>();
  readonly #idleOf = new ByNetwork<Socket>();
  readonly #underWay = new Map<Socket, number>();

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
    const count = this.#underWay.get(socket) ?? 0;
    this.#underWay.set(socket, count + 1);
    if (count === 0) this.#notIdle(socket);
  }

  requestEnded(socket: Socket): void {
    const count = this.#underWay.get(socket) ?? 0;
    if (count > 1) this.#underWay.set(socket, count - 1);
    else {
      this.#underWay.delete(socket);
      if (this.#networks.has(socket)) this.#nowIdle(socket);
    }
  }

  /** Admits a connection, and closes an idle one if there are too many; returns false if none is idle. */
  #makeRoom(socket: Socket): boolean {
    const networks = this.#perNetwork ? networksOf(socket.remoteAddress ?? '') : [];
    for (const { name, weight } of networks)
      if (this.#open.get(name).size >= shareOf(this.#max, weight) && !this.#closeIdle(this.#idleOf.get(name)))
        return false;
    if (this.#networks.size >= this.#max && !this.#closeIdle(this.#idle)) return false;
    this.#networks.set(socket, networks);
    for (const { name } of networks) this.#open.add(name, socket);
    this.#nowIdle(socket);
    socket.once('close', () => this.#forget(socket));
    return true;
  }

  #closeIdle(idle: ReadonlySet<Socket>): boolean {
    for (const socket of idle) {
      this.#forget(socket);
      socket.destroy();
      return true;
    }
    return false;
  }

  #nowIdle(socket: Socket): void {
    this.#idle.add(socket);
    for (const { name } of this.#networks.get(socket) ?? []) this.#idleOf.add(name, socket);
  }

  #notIdle(socket: Socket): void {
    this.#idle.delete(socket);
    for (const { name } of this.#networks.get(socket) ?? []) this.#idleOf.delete(name, socket);
  }

  #forget(socket: Socket): void {
    this.#notIdle(socket);
    for (const { name } of this.#networks.get(socket) ?? []) this.#open.delete(name, socket);
    this.#networks.delete(socket);
    this.#underWay.delete(socket);
  }
}
