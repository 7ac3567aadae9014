/** The addresses of the authorization server: our own checks come first, the rest is the library's. */
import type { Express, Request, Response } from 'express';
import type { Provider } from 'oidc-provider';
import { authorizePath } from '../../src/contract/api/user-info.ts';
import { route } from '../http/load/current-routes.ts';
import { otherMethods } from '../http/other-methods.ts';
import { usual } from '../http/page-headers.ts';
import { sendProblem, type SiteDeps, type Visitor } from '../http/pages.ts';
import { Refusal } from '../http/refusal.ts';
import { privateHeaders } from '../http/reply.ts';
import type { Limits } from '../limits/limits.ts';
import { clientIdOfHeader, mayStandIn, ownersKey, repeatsSecret } from './client-key.ts';
import type { Client, ClientStore } from './clients.ts';
import {
  asGet,
  beginsAuthorization,
  type FormParameters,
  isTokenRequest,
  libraryRequest,
  queryOf,
  readAsked,
  readForm,
} from './library-request.ts';
import { InvalidClient, sendOauthError } from './oauth-error.ts';
import { clientPaths, consentPath, openPaths, routes } from './paths.ts';
import type { RequestFacts } from './request-facts.ts';

export type OauthServer = {
  site: SiteDeps;
  limits: Pick<Limits, 'ofVisitor' | 'ofPage' | 'wrongKey'>;
  clients: Pick<ClientStore, 'find'>;
  provider: () => Promise<Provider>;
  /** The account of an API key; refuses one that is none. */
  ownerOf: (key: string, now: number) => Promise<number>;
};

type Responder = (request: Request, response: Response) => Promise<void>;
type OnError = (request: Request, response: Response, error: unknown, row: string) => void;

/** Mounts one address, for these methods only, with its line in the log. */
const serving =
  (app: Express, log: SiteDeps['log']) =>
  (methods: string[], path: string, answer: Responder, onError: OnError): void => {
    const { enter, leave } = route(`${methods.join(' ')} ${path}`);
    const refuseOthers = otherMethods([...methods, 'OPTIONS'], {});
    app.all(path, (request: Request, response: Response, next) => {
      if (![...methods, 'OPTIONS'].includes(request.method)) {
        refuseOthers(request, response, next);
        return;
      }
      const row = `${request.method} ${path}`;
      enter();
      answer(request, response)
        .catch((error: unknown) => onError(request, response, error, row))
        .then(() => log.info({ row, status: response.statusCode }))
        .catch(next)
        .finally(leave);
    });
  };

const factsOfClient = (client: Client | undefined, { path, ip = '' }: Request): RequestFacts => ({
  ip,
  ...(client && { client }),
  ...(isTokenRequest(path) && { writes: {} }),
});

const factsOf = (visitor: Visitor | undefined, { ip = '' }: Request): RequestFacts => ({
  ip,
  ...(visitor && { visitor }),
});

const ownerOf = async (server: OauthServer, key: string, ip: string): Promise<number> => {
  const now = Date.now();
  try {
    return await server.ownerOf(key, now);
  } catch (error) {
    if (!(error instanceof Refusal) || error.status >= 500) throw error;
    server.limits.wrongKey(ip, now);
    throw new InvalidClient(error.message);
  }
};

export function mountOauth(app: Express, server: OauthServer): void {
  const { site, limits, clients } = server;
  const ourUrl = new URL(site.baseUrl);

  const handOver = async (
    request: Request,
    response: Response,
    facts: RequestFacts,
    form?: FormParameters,
  ) => {
    const provider = await server.provider();
    response.set(privateHeaders);
    await provider.callback()(libraryRequest(request, ourUrl, facts, form), response);
  };

  /** Where a client says who it is: by its secret, or by the API key of its owner. */
  const answerClient: Responder = async (request, response) => {
    limits.ofVisitor(request.ip ?? '', undefined, Date.now());
    const { key = request.query['key'], ...read } = await readForm(request);
    const find = async (id: unknown) => (typeof id === 'string' ? clients.find(id, Date.now()) : undefined);
    const ofHeader = await find(clientIdOfHeader(request.headers.authorization));
    // The header of a proxy in front of the client's site names no client of ours: the body has the credentials.
    if (!ofHeader && read['client_id'] !== undefined && (read['client_secret'] ?? key) !== undefined)
      delete request.headers.authorization;
    const { authorization } = request.headers;
    const client = authorization === undefined ? await find(read['client_id']) : ofHeader;
    // One value in both fields is either of the two: the other field says nothing.
    if (client && key !== undefined && key === read['client_secret'] && !repeatsSecret(key, read, client))
      delete read['client_secret'];
    const form = beginsAuthorization(request.path) ? readAsked(read, client) : read;
    const facts = factsOfClient(client, request);
    if (!client || !key || repeatsSecret(key, read, client)) return handOver(request, response, facts, form);
    if ((await ownerOf(server, String(key), request.ip ?? '')) !== client.ownerId)
      throw new InvalidClient('the key is not of the person who owns this client');
    if (!mayStandIn(client, form, authorization)) return handOver(request, response, facts, form);
    const proven = { ...form, client_secret: ownersKey };
    return handOver(request, response, { ...facts, provenClient: client.clientId }, proven);
  };

  /** Where a person's browser arrives. */
  const answerBeginning: Responder = async (request, response) => {
    const visitor = await visitorOf(request);
    if (request.method === 'POST') {
      response
        .status(303)
        .location(asGet(await readForm(request)))
        .end();
      return;
    }
    const read = queryOf(request);
    const id = read['client_id'];
    const client: Client | undefined =
      typeof id === 'string' ? await clients.find(id, Date.now()) : undefined;
    const form = readAsked(read, client);
    const { scope } = form;
    const facts = { ...factsOf(visitor, request), ...(typeof scope === 'string' && { scope }) };
    await handOver(request, response, facts, form);
  };

  /** Where it comes back to from the page that asks. */
  const answerReturn: Responder = async (request, response) => {
    const visitor = await visitorOf(request);
    const uid = String(request.params['uid']);
    const interaction = await (await server.provider()).Interaction.find(uid);
    const agreed = interaction?.result?.login?.accountId;
    // By now another person may be signed in, in the same browser: they are asked themselves.
    if (agreed === undefined || agreed === String(visitor?.accountId))
      await handOver(request, response, factsOf(visitor, request));
    else response.status(303).location(consentPath(uid)).end();
  };

  const visitorOf = (request: Request) => {
    const now = Date.now();
    limits.ofPage(request.ip ?? '', now);
    return site.visitorOf(request.headers.cookie, now);
  };

  const answerOpen: Responder = async (request, response) => {
    limits.ofVisitor(request.ip ?? '', undefined, Date.now());
    await handOver(request, response, {}, request.method === 'POST' ? await readForm(request) : undefined);
  };

  const serve = serving(app, site.log);
  const inJson: OnError = (_request, response, error, row) => sendOauthError(response, error, row, site.log);
  const asPage: OnError = (request, response, error, row) =>
    void sendProblem(request, response, error, row, site);

  app.use(authorizePath, usual);
  serve(['GET', 'HEAD', 'POST'], authorizePath, answerBeginning, asPage);
  serve(['GET', 'HEAD'], `${authorizePath}/:uid`, answerReturn, asPage);
  for (const path of clientPaths) serve(['POST'], path, answerClient, inJson);
  for (const path of openPaths) serve(['GET', 'HEAD'], path, answerOpen, inJson);
  serve(['GET', 'HEAD', 'POST'], routes.userinfo, answerOpen, inJson);
}
