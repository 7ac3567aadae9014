/** Clients that hold connections and requests for as long as the service allows, each kind in its own way. */
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** The actions on one connection of an attacker once it is open; `every` repeats one until the connection ends. */
type Attack = (socket: Socket, host: string, every: (milliseconds: number, act: () => void) => void) => void;

const head = (line: string, host: string, more = '') => `${line} HTTP/1.1\r\nHost: ${host}\r\n${more}`;

export const attacks: Record<string, Attack> = {
  'slow bodies': (socket, host, every) => {
    socket.write(
      head('POST /embed/record', host, 'Content-Type: text/plain\r\nContent-Length: 5000\r\n\r\n{'),
    );
    socket.resume();
    every(5000, () => socket.write(' '));
  },
  'slow headers': (socket, host, every) => {
    socket.write(head('GET /finder/metadata', host, 'X-Slow: '));
    socket.resume();
    every(5000, () => socket.write('x'));
  },
  // Without a listener, a socket reads no more than its buffer can hold.
  'slow readers': (socket, host) => {
    socket.pause();
    socket.write(head('GET /openapi.json', host, '\r\n').repeat(8));
  },
  'idle sockets': (socket) => {
    socket.resume();
  },
};

export type Attacker = { held: () => number; reconnects: () => number; stop: () => void };

/** Keeps `count` connections open from one address, and opens a new one for each that the service ends. */
export async function startAttack(
  kind: string,
  { port, count, from }: { port: number; count: number; from: string },
): Promise<Attacker> {
  const attack = attacks[kind];
  const sockets = new Set<Socket>();
  let isOver = false;
  let connections = 0;
  const open = () => {
    if (isOver) return;
    const socket = connect({ port, host: '127.0.0.1', localAddress: from });
    connections++;
    sockets.add(socket);
    let timer: NodeJS.Timeout | undefined;
    socket.once('connect', () =>
      attack?.(socket, `localhost:${port}`, (milliseconds, act) => (timer = setInterval(act, milliseconds))),
    );
    socket.on('error', () => undefined);
    socket.once('close', () => {
      clearInterval(timer);
      sockets.delete(socket);
      // Faster would be a flood of connections, which is a different attack.
      setTimeout(open, 1000);
    });
  };
  for (let index = 0; attack && index < count; index++) {
    open();
    if (index % 100 === 99) await sleep(20);
  }
  return {
    held: () => sockets.size,
    reconnects: () => Math.max(0, connections - count),
    stop: () => {
      isOver = true;
      for (const socket of sockets) socket.destroy();
    },
  };
}
