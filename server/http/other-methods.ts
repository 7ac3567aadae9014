/** What an address answers to methods that are not its own. */
import type { RequestHandler } from 'express';
import type { Operation } from '../../src/contract/index.ts';
import { Refusal, refusalBody } from './refusal.ts';

export function otherMethods(methods: string[], { cors }: Operation): RequestHandler {
  const allowed = [...methods, 'OPTIONS'].join(', ');
  const refusal = new Refusal('wrong_method', `This address answers ${allowed}; use one of these methods.`);
  const body = JSON.stringify(refusalBody(refusal, undefined));
  return (request, response, next) => {
    if (methods.includes(request.method)) {
      next();
      return;
    }
    response.set({
      Allow: allowed,
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    });
    if (request.method !== 'OPTIONS') {
      response.status(refusal.status).type('application/json').send(body);
      return;
    }
    // A browser asks before a request of a page that is not a plain one: only where pages may read the reply.
    if (cors)
      response.set({
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Allow-Methods': methods.join(', '),
        'Access-Control-Allow-Headers': 'authorization, content-type, idempotency-key',
        'Access-Control-Max-Age': '86400',
      });
    response.status(204).end();
  };
}
