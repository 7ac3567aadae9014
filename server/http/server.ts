/** Creates the Express application and the HTTP server: who may connect, the limits, and the orderly stop. */
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import proxyAddress from 'proxy-addr';
import { answerBrokenRequests, isWithoutHost, replyIsPending, replyIsSent } from './broken-requests.ts';
import { Connections } from './load/connections.ts';
import { FairTurns } from './load/fair-turns.ts';
import { asRequest, type Log } from '../log.ts';
import { networksOf, widestOf } from '../limits/network.ts';
import { Refusal } from './refusal.ts';
import { sendRefusal } from './reply.ts';
import { type OpenRequest, UnderWay } from './load/under-way.ts';
import { isLoopback, type Settings } from '../settings.ts';

export function newApp(settings: Settings): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('trust proxy', settings.TRUST_PROXY);
  // Two Host headers: a proxy may use one of them and we the other (RFC 9112, 3.2: answer 400).
  app.use((request: Request, response: Response, next: NextFunction) => {
    if (hostHeaders(request) < 2) next();
    else response.status(400).type('text').send('A request has one Host header.\n');
  });
  // Outside production we serve this machine only: another Host means that a foreign page resolves its own name to us
  // (DNS rebinding).
  if (!settings.isProduction)
    app.use((request: Request, response: Response, next: NextFunction) => {
      if (isLoopback(hostOf(request))) next();
      else
        response.status(421).type('text').send('Outside production this service answers on loopback only.\n');
    });
  return app;
}

/** The number of Host headers of a request; Node keeps the first and drops the others silently. */
function hostHeaders({ rawHeaders }: Request): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') count += 1;
  return count;
}

/** The host of a request without its port. */
function hostOf(request: Request): string {
  const host = request.headers.host ?? '';
  return host.startsWith('[') ? host.slice(0, host.indexOf(']') + 1) : (host.split(':')[0] ?? '');
}

/** For routes that exist outside production only: the client is on loopback and came without a proxy. */
export function isFromThisMachine(request: Request): boolean {
  const peer = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  const isForwarded = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'].some(
    (name) => request.headers[name] !== undefined,
  );
  return (peer === '::1' || peer.startsWith('127.')) && isLoopback(hostOf(request)) && !isForwarded;
}

/**
 * A client has 10 seconds for the head of a request and 10 for its body (under-way.ts refuses a later body with a
 * message; requestTimeout ends anything that still continues). Proxies keep idle connections for a minute, we a little
 * longer.
 */
const patience = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 65_000,
  requireHostHeader: false,
};

/**
 * Connections that the system holds until they are accepted; it lowers this to its own limit (net.core.somaxconn, 4096
 * on Linux). When they are too many, the system drops new ones, and clients try again after 1, 3, 7 seconds.
 */
const backlog = 65_535;

export function listen(answer: RequestListener, settings: Settings, log: Log): Promise<Server> {
  const { PORT, host, MOST_CONNECTIONS, TRUST_PROXY } = settings;
  const connections = new Connections({ max: MOST_CONNECTIONS, perNetwork: TRUST_PROXY === 0 });
  const fairTurns = new FairTurns();
  const answerBounded = bounded(answer, settings, connections, fairTurns);
  const warnOfProxy = settings.TRUST_PROXY === 0 ? once(() => log.warn(unknownProxy)) : undefined;
  const server = createServer(patience, answerBounded);
  server.on('request', ({ headers }) => {
    if (headers['x-forwarded-for'] !== undefined) warnOfProxy?.();
  });
  // A client may close its sending side after the request: the request may be stored, so it must be answered. Missing
  // in Node's types.
  Object.assign(server, { httpAllowHalfOpen: true });
  // Node would refuse an unknown expectation without a body; RFC 9110, 10.1.1 lets us ignore it.
  server.on('checkExpectation', answerBounded);
  answerBrokenRequests(server, log);
  connections.watch(server);
  server.on('connection', () => fairTurns.connectionArrived());
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port: PORT, host, backlog }, () => {
      server.off('error', reject);
      resolve(server);
    });
  });
}

const unknownProxy =
  'requests arrive with X-Forwarded-For, but TRUST_PROXY is 0: everybody behind that proxy counts as one address; set TRUST_PROXY to the number of proxies';

function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) act();
    isDone = true;
  };
}

/** Admits a request, or refuses it at once, so that a caller does not wait for earlier requests. */
function bounded(
  answer: RequestListener,
  { MOST_IN_FLIGHT, TRUST_PROXY }: Settings,
  connections: Connections,
  fairTurns: FairTurns,
): RequestListener {
  const underWay = new UnderWay(MOST_IN_FLIGHT);
  const ending = new WeakSet<Socket>();
  const isProxy = (_address: string, hops: number) => hops < TRUST_PROXY;
  return (request, response) => {
    const { socket } = request;
    let hasBegun = false;
    let open: OpenRequest | null = null;
    replyIsPending(socket, response);
    // One listener for all that counts requests.
    response.on('close', () => {
      replyIsSent(socket, response);
      if (hasBegun) connections.requestEnded(socket);
      if (open) underWay.end(open);
    });
    if (isWithoutHost(request, response)) return;
    // Pipelined behind one that was refused: its connection ends with that refusal.
    if (ending.has(socket)) return;
    const refuse = (refusal: Refusal) => {
      fairTurns.refused();
      if (isShort(request)) return sendRefusal(response, { refusal });
      ending.add(socket);
      // The rest of its body is not read.
      sendRefusal(response, { refusal }, { Connection: 'close' });
    };
    // First, and before anything that costs more.
    const isTooMuch = isProbe(request.url) ? undefined : underWay.tooMany();
    if (isTooMuch) return refuse(isTooMuch);
    connections.requestBegan(socket);
    hasBegun = true;
    const address = TRUST_PROXY > 0 ? proxyAddress(request, isProxy) : (socket.remoteAddress ?? '');
    const networks = networksOf(address);
    const admitted = underWay.admit(request, response, networks);
    if (admitted instanceof Refusal) return refuse(admitted);
    open = admitted;
    fairTurns.run(networks, () => {
      const id = TRUST_PROXY > 0 ? idOf(request) : undefined;
      if (!socket.destroyed) asRequest(widestOf(networks), id, () => answer(request, response));
    });
  };
}

/** The id that a proxy gave a request; none of another shape, which could be anything. */
const idOf = ({ headers }: IncomingMessage): string | undefined =>
  /^[\w-]{8,64}$/.exec(String(headers['x-request-id'] ?? ''))?.[0];

/** Bytes. Reading a body of this length costs less than a new connection does. */
const shortBody = 16_384;

/** Whether a refused request may keep its connection: Node reads and drops the rest of its body. */
const isShort = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= shortBody;

/** The questions of the process manager and of Prometheus are answered also when the service has too much to do. */
const isProbe = (url = ''): boolean => url === '/health' || url === '/live' || url === '/metrics';

/** Stops accepting requests, lets open ones finish, and gives up after some time. */
export function closeWithin(server: Server, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const deadline = setTimeout(() => {
      server.closeAllConnections();
      resolve();
    }, milliseconds);
    server.close(() => {
      clearTimeout(deadline);
      resolve();
    });
    server.closeIdleConnections();
  });
}
