/** Clients at addresses of their own on this machine, and clients that never finish sending or reading. */
import { Agent, request, type ClientRequest, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Service } from '../service/start-service.ts';

export type Heard = { status: number; headers: IncomingMessage['headers']; text: string };

const told = (sent: ClientRequest) =>
  new Promise<Heard>((resolve, reject) => {
    sent.once('error', reject);
    sent.once('response', (reply) => {
      let text = '';
      reply.setEncoding('utf8').on('data', (part: string) => (text += part));
      reply.once('error', reject);
      reply.once('end', () => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, text }));
    });
  });

const options = ({ port }: Service, from: string) => ({
  port,
  host: '127.0.0.1',
  localAddress: from,
  agent: new Agent({ keepAlive: false }),
});

/** A GET request from an address of the loopback network. */
export const askFrom = (
  service: Service,
  from: string,
  path = '/finder/metadata',
  headers: Record<string, string> = {},
) => {
  const sent = request({
    ...options(service, from),
    path,
    headers: { host: `localhost:${service.port}`, ...headers },
  });
  sent.end();
  return told(sent);
};

/** A form of which only the first byte is sent; `heard` is the service's response to it. */
export const slowBody = (service: Service, from: string, path = '/api/record_event', headers = {}) => {
  const sent = request({
    ...options(service, from),
    path,
    method: 'POST',
    headers: {
      host: `localhost:${service.port}`,
      'content-type': 'application/json',
      'content-length': 50,
      ...headers,
    },
  });
  const heard = told(sent);
  heard.catch(() => undefined);
  sent.write('{');
  return { heard, end: () => sent.destroy() };
};

/** A connection that sends only `begin`, and reads only if `reads`. */
export const openSocket = (service: Service, from: string, begin = '', reads = true) =>
  new Promise<Socket>((resolve, reject) => {
    const socket = connect({ port: service.port, host: '127.0.0.1', localAddress: from });
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.on('error', () => undefined);
      if (reads) socket.resume();
      else socket.pause();
      if (begin !== '') socket.write(begin);
      resolve(socket);
    });
  });
