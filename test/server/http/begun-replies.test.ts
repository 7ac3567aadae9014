/**
 * An error after a reply was begun. It is a route of the test, because no request is known that does this to one of the
 * service's.
 */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import express, { type NextFunction, type Request, type Response } from 'express';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { mountNotFound } from '../../../server/http/not-found.ts';
import type { SiteDeps } from '../../../server/http/pages.ts';

const logged: unknown[] = [];
const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined);
let server: Server;

beforeAll(async () => {
  const app = express();
  // In tests, Express prints nothing.
  app.set('env', 'production');
  app.get('/begun', (_request: Request, response: Response, next: NextFunction) => {
    response.write('{"result":', () => next(new Error('duplicate key (address)=(ann@example.org)')));
  });
  const log = { error: (line: unknown) => logged.push(line), info: () => undefined };
  const noPath = { programs: /^$/, both: /^$/, reference: '' };
  mountNotFound(app, { log } as unknown as SiteDeps, noPath);
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  printed.mockRestore();
  server.close();
});

test('the reply ends early, and the error goes to the log, which redacts it', async () => {
  const { port } = server.address() as AddressInfo;
  const reply = fetch(`http://127.0.0.1:${port}/begun`).then((begun) => begun.text());
  await expect(reply).rejects.toThrow();
  expect(logged).toEqual([{ row: 'none', err: expect.any(Error) as Error }]);
  expect(printed).not.toHaveBeenCalled();
});
