/**
 * A proxy in front of a service that validates every request and reply against the service's own OpenAPI document, with
 * express-openapi-validator: as a user would set it up who knows only that document.
 */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Response } from 'express';
import { middleware } from 'express-openapi-validator';

export type Document = Exclude<Parameters<typeof middleware>[0]['apiSpec'], string>;

/** The body of the proxy's own refusals, with the reason. */
export type Stopped = { stopped: 'request' | 'reply'; why: string };

/** The raw body of a request. The validator gets it parsed, and may change that. */
const bodies = new WeakMap<Request, Buffer>();

const mediaTypeOf = (request: Request) => (request.headers['content-type'] ?? '').split(';')[0]?.trim() ?? '';
const isForm = (request: Request) => /urlencoded$|^multipart/.test(mediaTypeOf(request));

const parse: RequestHandler = async (request, _response, next) => {
  const raw: unknown = request.body;
  if (!Buffer.isBuffer(raw)) return next();
  bodies.set(request, raw);
  const type = request.headers['content-type'] ?? '';
  if (!isForm(request)) request.body = JSON.parse(raw.toString()) as unknown;
  else {
    const form = await new globalThis.Response(new Uint8Array(raw), {
      headers: { 'content-type': type },
    }).formData();
    const named = Map.groupBy(form, ([name]) => name);
    request.body = Object.fromEntries(
      [...named].map(([name, pairs]) => {
        const values = pairs.map(([, value]) => value);
        return [name, values.length > 1 ? values : values[0]];
      }),
    );
  }
  next();
};

/**
 * `coerceTypes`: in a form every value is text, which is converted to the type that its schema names; JSON has types.
 * Unknown fields are passed on, as the document allows.
 */
function validator(document: Document, coerceTypes: boolean) {
  const router = express.Router();
  for (const handler of middleware({
    apiSpec: structuredClone(document) as Document,
    validateRequests: { coerceTypes, allowUnknownQueryParameters: true, allErrors: true },
    validateResponses: true,
    fileUploader: false,
  }))
    router.use(handler as RequestHandler);
  return router;
}

const forward = (upstream: string) => async (request: Request, response: Response) => {
  const headers = { ...(request.headers as Record<string, string>) };
  for (const name of ['host', 'connection', 'content-length']) Reflect.deleteProperty(headers, name);
  const body = bodies.get(request);
  const reply = await fetch(upstream + request.originalUrl, {
    method: request.method,
    headers,
    ...(body && { body: new Uint8Array(body) }),
    redirect: 'manual',
  });
  response.status(reply.status);
  for (const name of ['content-type', 'cache-control', 'ratelimit', 'retry-after']) {
    const value = reply.headers.get(name);
    if (value !== null) response.set(name, value);
  }
  // The validator checks replies that are sent with `json`.
  if (reply.headers.get('content-type')?.startsWith('application/json')) response.json(await reply.json());
  else response.send(await reply.text());
};

const stop: ErrorRequestHandler = (
  error: { status?: number; message: string },
  _request,
  response,
  _next,
) => {
  const { status = 400, message } = error;
  const stopped: Stopped = { stopped: status >= 500 ? 'reply' : 'request', why: message };
  // Not with `json`, which the validator would check again.
  response.status(status).type('application/json').send(JSON.stringify(stopped));
};

/** `given`: a document to use instead of the published one. */
export async function validatingProxy(
  upstream: string,
  given?: Document,
): Promise<AsyncDisposable & { baseUrl: string }> {
  const document = given ?? ((await (await fetch(`${upstream}/openapi.json`)).json()) as Document);
  const validators = { form: validator(document, true), json: validator(document, false) };
  const app = express();
  app.use(express.raw({ type: () => true, limit: '4mb' }), parse);
  app.use((request, response, next) => {
    validators[isForm(request) ? 'form' : 'json'](request, response, next);
  });
  app.use(forward(upstream));
  app.use(stop);
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
