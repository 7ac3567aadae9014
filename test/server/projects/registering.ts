/** A project's own site, and people who register it on our pages. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import type { Service } from '../../set-up/service/start-service.ts';
import { cookieOf, post } from '../scene.ts';

/** Serves these pages on this machine, and counts the requests. */
export const startSite = async (
  pages: Record<string, { status?: number; headers?: object; body?: string }>,
) => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const { status = 404, headers = {}, body = '' } = pages[request.url ?? ''] ?? {};
    response.writeHead(status, { 'content-type': 'text/html', ...headers });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    asked,
    url: (path: string) => `http://${host}${path}`,
    [Symbol.asyncDispose]: () => new Promise<unknown>((resolve) => server.close(resolve)),
  };
};

/** The required fields of the form. */
export const filled = (name: string, more: Record<string, string> = {}): Record<string, string> => ({
  name,
  description: `${name} is a project of the tests.`,
  url: 'https://registered.example/',
  origin: 'The Test Society',
  contact_email: 'contact@example.org',
  ...more,
});

export const text = async (service: Service, path: string, cookie?: string) => {
  const reply = await service.get(path, cookie === undefined ? {} : { headers: { cookie } });
  return { status: reply.status, to: reply.headers.get('location'), body: await reply.text() };
};

/** Begins a draft, which asks three questions first; without a cookie, the reply brings one. */
export const beginAtQuestions = async (service: Service, url: string, cookie?: string) => {
  const reply = await post(service, '/add', { url }, cookie);
  expect(reply.status).toBe(303);
  return { path: reply.headers.get('location') ?? '', cookie: cookie ?? cookieOf(reply) };
};

/** Begins a draft, and leaves its three questions open. */
export const begin = async (service: Service, url: string, cookie?: string) => {
  const draft = await beginAtQuestions(service, url, cookie);
  const reply = await post(service, draft.path, { step: 'none', act: 'go-on' }, draft.cookie);
  expect(reply.status).toBe(303);
  return draft;
};

/** The names of the fields that a page finds fault with; the preview has links to fields, too. */
export const faultsIn = (body: string): string[] => {
  const [notice = ''] = /class="notice fault"[^]*?<\/ul>/.exec(body) ?? [];
  return [...notice.matchAll(/<a href="#f-([A-Za-z_]+)">/g)].map(([, name = '']) => name);
};

let sites = 0;

/** Registers a project as somebody who is signed in, and returns its id. */
export const register = async (
  service: Service,
  cookie: string,
  name: string,
  more: Record<string, string> = {},
): Promise<number> => {
  const { path } = await begin(service, `http://site-${++sites}.invalid/`, cookie);
  const sent = await post(service, path, { ...filled(name, more), act: 'send' }, cookie);
  expect({ status: sent.status, faults: faultsIn(await sent.text()) }).toEqual({ status: 303, faults: [] });
  const { body } = await text(service, path, cookie);
  return Number(/Project ID is <strong>(\d+)/.exec(body)?.[1]);
};
