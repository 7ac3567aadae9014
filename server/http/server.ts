/** The Express application before any feature: who may talk to it, and what it does when it must stop. */
import { createServer, type RequestListener, type Server } from 'node:http';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import { Refusal, refusalBody } from './refusal.ts';
import { isLoopback, type Settings } from '../settings.ts';

export function newApp(settings: Settings): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('trust proxy', settings.TRUST_PROXY);
  // Outside production we serve this machine only: another Host means that a page elsewhere rebinds its name to us.
  if (!settings.isProduction)
    app.use((request: Request, response: Response, next: NextFunction) => {
      if (isLoopback(hostOf(request))) next();
      else
        response.status(421).type('text').send('Outside production this service answers on loopback only.\n');
    });
  return app;
}

/** The host of a request without its port. */
export function hostOf(request: Request): string {
  const host = request.headers.host ?? '';
  return host.startsWith('[') ? host.slice(0, host.indexOf(']') + 1) : (host.split(':')[0] ?? '');
}

/** For routes that exist outside production only: a loopback peer that came without a proxy. */
export function isFromThisMachine(request: Request): boolean {
  const peer = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  const isForwarded = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'].some(
    (name) => request.headers[name] !== undefined,
  );
  return (peer === '::1' || peer.startsWith('127.')) && isLoopback(hostOf(request)) && !isForwarded;
}

export function listen(answer: RequestListener, { PORT, host, MOST_IN_FLIGHT }: Settings): Promise<Server> {
  const server = createServer(
    { requestTimeout: 30_000, headersTimeout: 15_000, keepAliveTimeout: 65_000 },
    bounded(answer, MOST_IN_FLIGHT),
  );
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(PORT, host, () => {
      server.off('error', reject);
      resolve(server);
    });
  });
}

/** What a caller hears who comes when too many are being answered: at once, instead of waiting behind them. */
const busy = JSON.stringify(
  refusalBody(
    new Refusal('busy', 'The service has too many requests under way; try again in a few seconds.'),
    undefined,
  ),
);

function bounded(answer: RequestListener, most: number): RequestListener {
  let underWay = 0;
  return (request, response) => {
    if (underWay >= most && request.url !== '/health') {
      response
        .writeHead(503, {
          'Content-Type': 'application/json; charset=utf-8',
          'Cache-Control': 'no-store',
          'Referrer-Policy': 'no-referrer',
          'X-Content-Type-Options': 'nosniff',
          'Retry-After': 2,
          // What is left of its body is not read.
          Connection: 'close',
        })
        .end(busy);
      return;
    }
    underWay += 1;
    response.once('close', () => (underWay -= 1));
    answer(request, response);
  };
}

/** Stops taking requests, lets those under way finish, and gives up waiting after a while. */
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
