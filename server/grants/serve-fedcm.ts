/**
 * The addresses of FedCM. Only the browser itself can send `Sec-Fetch-Dest: webidentity`: no page, no link, no form.
 */
import type { Express, Request, Response } from 'express';
import { fedcmPath } from '../../src/contract/site.ts';
import { readFields } from '../http/bodies/body.ts';
import type { Limits } from '../limits/limits.ts';
import type { Log } from '../log.ts';
import { Refusal } from '../http/refusal.ts';
import { failureOf, privateHeaders, sendRefusal } from '../http/reply.ts';
import { fedcm, fedcmFiles, type Fedcm, type Federated } from './fedcm.ts';

export type FedcmDeps = Fedcm & {
  log: Log;
  baseUrl: string;
  limits: Limits;
  federatedVisitor: (cookies: string | undefined, now: number) => Promise<Federated | undefined>;
};

export function mountFedcm(app: Express, deps: FedcmDeps): void {
  const { accounts, assertion } = fedcm(deps);
  const { log, limits, federatedVisitor } = deps;

  const serve = (method: 'get' | 'post', path: string, answer: (request: Request, now: number) => unknown) =>
    app[method](path, (request: Request, response: Response, next) => {
      const row = `${method.toUpperCase()} ${path}`;
      const now = Date.now();
      Promise.resolve()
        .then(() => {
          limits.ofVisitor(request.ip ?? '', method === 'post' ? request.headers.origin : undefined, now);
          return answer(request, now);
        })
        .then((reply) => {
          // Only a page that gets a code learns anything: for others, the request just fails.
          if (method === 'post')
            response.set({
              'Access-Control-Allow-Origin': request.headers.origin,
              'Access-Control-Allow-Credentials': 'true',
              Vary: 'Origin',
            });
          response.set(privateHeaders).json(reply);
        })
        .catch((error: unknown) => sendRefusal(response, failureOf(error, row, log)))
        .then(() => log.info({ row, status: response.statusCode }))
        .catch(next);
    });

  const mustBeBrowser = ({ headers }: Request) => {
    if (headers['sec-fetch-dest'] !== 'webidentity')
      throw new Refusal('browser_only', 'Only a browser may request this, for its own FedCM dialog.');
  };

  for (const [path, file] of Object.entries(fedcmFiles(deps.baseUrl))) serve('get', path, () => file);
  serve('get', `${fedcmPath}/accounts`, async (request, now) => {
    mustBeBrowser(request);
    return accounts(await federatedVisitor(request.headers.cookie, now));
  });
  serve('post', `${fedcmPath}/assertion`, async (request, now) => {
    mustBeBrowser(request);
    const { headers } = request;
    const fields = await readFields(request, 16_384);
    return assertion(fields, headers.origin, await federatedVisitor(headers.cookie, now), now);
  });
}
