/** A TCP proxy on this machine that delays, resets or redirects what goes through it, as a network or a failover does. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export type TcpProxy = AsyncDisposable & {
  port: number;
  /** Milliseconds for which each part that a client sends is held back. */
  delay: number;
  /** Where new connections go; undefined refuses them. */
  target: number | undefined;
  /** Resets all connections (RST), on both sides. */
  reset: () => void;
};

export async function startTcpProxy(target: number): Promise<TcpProxy> {
  const open = new Set<Socket>();
  const server = createServer({ allowHalfOpen: false }, (client) => {
    if (proxy.target === undefined) {
      client.resetAndDestroy();
      return;
    }
    const upstream = connect(proxy.target, '127.0.0.1');
    const both = [client, upstream];
    for (const socket of both) {
      open.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.once('close', () => {
        open.delete(socket);
        for (const other of both) other.destroy();
      });
    }
    upstream.pipe(client);
    void (async () => {
      for await (const part of client) {
        if (proxy.delay > 0) await sleep(proxy.delay);
        upstream.write(part as Buffer);
      }
    })().catch(() => undefined);
  });
  const proxy: TcpProxy = {
    port: await new Promise<number>((resolve) =>
      server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
    ),
    delay: 0,
    target,
    reset: () => {
      for (const socket of open) socket.resetAndDestroy();
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}
