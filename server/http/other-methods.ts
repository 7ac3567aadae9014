/** Replies to methods that an address does not have. */
import type { RequestHandler } from 'express';
import type { Operation } from '../../src/contract/index.ts';
import { Refusal } from './refusal.ts';
import { privateHeaders, sendRefusal } from './reply.ts';

export function otherMethods(methods: string[], { cors }: Pick<Operation, 'cors'>): RequestHandler {
  const allowed = [...methods, 'OPTIONS'].join(', ');
  const refusal = new Refusal('wrong_method', `This address answers ${allowed}; use one of these methods.`);
  return (request, response, next) => {
    if (methods.includes(request.method)) {
      next();
      return;
    }
    if (request.method !== 'OPTIONS') {
      sendRefusal(response, { refusal }, { Allow: allowed });
      return;
    }
    response.set({ Allow: allowed, ...privateHeaders });
    // The CORS preflight: allowed only where pages may read the reply.
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
