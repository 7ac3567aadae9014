/** The scene of a person's account: a service, and the account's page. */
import { beforeAll, expect } from 'vitest';
import { type Engine, type Service, shareService } from '../../set-up/service/start-service.ts';
import { accountOf, setScene } from '../scene.ts';

/** Sets the scene before the tests of a describe block. */
export function accountScene(engine: Engine) {
  let service: Service;
  let key: string;

  beforeAll(async () => {
    service = await shareService(engine);
    ({ owner: key } = await setScene(service));
  });

  const get = (path: string, cookie?: string) =>
    service.get(path, cookie === undefined ? {} : { headers: { cookie } });
  const page = async (path: string, cookie: string) => {
    const reply = await get(path, cookie);
    expect([path, reply.status, reply.headers.get('cache-control')]).toEqual([path, 200, 'no-store']);
    return reply.text();
  };
  const accountIdOf = (address: string) => accountOf(service, address);
  const isSignedIn = async (cookie: string) => (await get('/account', cookie)).status === 200;

  return {
    get service() {
      return service;
    },
    get key() {
      return key;
    },
    get,
    page,
    accountIdOf,
    isSignedIn,
  };
}
