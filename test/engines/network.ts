/**
 * The whole network of the browsers under test: a proxy that knows our service, over https, and the sites of a partner,
 * with and without encryption, by names that are not loopback. Other hosts, such as a browser's maker, do not exist.
 */
import { createServer, type RequestListener } from 'node:http';
import { createServer as createEncrypted } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { afterFile } from '../set-up/after-file.ts';
import { endOfTls, newCertificate } from '../set-up/service/encrypted.ts';

/** The address at which browsers find the service. Outside production it accepts loopback names only. */
export const ours = 'https://localhost';
const theirs = 'partner.example';
export const hostOf = (site: string) => `${site}.${theirs}`;

/** Returns the port of the proxy. `servicePort`: the port of the service, without encryption. */
export async function smallNetwork(servicePort: number, partner: RequestListener) {
  const certificate = await newCertificate(['localhost', `*.${theirs}`]);
  const service = endOfTls(certificate, servicePort);
  const encrypted = createEncrypted(certificate, partner);
  const isPartner = (host: string) => host.endsWith(`.${theirs}`);
  const open = new Set<Socket>();

  const proxy = createServer((request, response) => {
    if (isPartner(URL.parse(request.url ?? '')?.hostname ?? '')) partner(request, response);
    else response.writeHead(502).end();
  });
  proxy.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => open.delete(socket));
  });
  proxy.on('connect', ({ url = '' }, socket: Socket, head: Buffer) => {
    const host = url.split(':')[0] ?? '';
    const server = host === 'localhost' ? service : isPartner(host) ? encrypted : undefined;
    if (!server) return socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    if (head.length) socket.unshift(head);
    return server.emit('connection', socket);
  });
  // A browser that does not trust the certificate aborts its first connections.
  for (const server of [service, encrypted]) server.on('tlsClientError', () => undefined);

  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  afterFile(() => {
    proxy.close();
    for (const socket of open) socket.destroy();
  });
  return (proxy.address() as AddressInfo).port;
}
